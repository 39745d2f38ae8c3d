/*
 * forget_places.h — where in its source an assertion stands becomes no part of the program: a
 * version in which it has only moved is the same program.
 */
#ifndef HEDDLE_ANALYSIS_FORGET_PLACES_H
#define HEDDLE_ANALYSIS_FORGET_PLACES_H

struct LLVMOpaqueModule;

/* Takes file and line out of the calls that tell a failed assertion (debug information still says
 * it). */
void forget_places(struct LLVMOpaqueModule *module);

#endif
