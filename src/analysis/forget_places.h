/*
 * forget_places.h — where in its source an assertion stands becomes no part of the program: a version in
 * which it has only moved is the same program.
 */
#ifndef HEDDLE_ANALYSIS_FORGET_PLACES_H
#define HEDDLE_ANALYSIS_FORGET_PLACES_H

#include <stdbool.h>

struct LLVMOpaqueModule;

/* Takes file and line out of the calls that tell a failed assertion (debug information still says it). Always
 * true; a ProgramOptions.rewrite. */
bool forget_places(void *context, struct LLVMOpaqueModule *module, char **error);

#endif
