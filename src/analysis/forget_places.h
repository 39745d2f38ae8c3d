/*
 * forget_places.h — removes the source places of assertions from the program, so that a version in
 * which an assertion has only moved is the same program.
 */
#ifndef HEDDLE_ANALYSIS_FORGET_PLACES_H
#define HEDDLE_ANALYSIS_FORGET_PLACES_H

struct LLVMOpaqueModule;

/* Removes file and line from the calls that report a failed assertion. Debug information keeps
 * them. */
void forget_places(struct LLVMOpaqueModule *module);

#endif
