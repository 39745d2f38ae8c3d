/*
 * own_memory.h — whether the addresses of a thread's own variables, local and thread-local ones,
 * stay with the thread: in its registers, and as arguments of functions that keep to that, too.
 * Decided on the code, without execution, and to the safe side.
 */
#ifndef HEDDLE_STATE_SYMMETRY_OWN_MEMORY_H
#define HEDDLE_STATE_SYMMETRY_OWN_MEMORY_H

#include "program/program.h"

/* Whether the function uses addresses of its frame and of thread-local variables for nothing but to
 * load from them, to store there, and to pass them on to functions of the program that do the same
 * with theirs. */
bool own_memory_stays(const Program *p, const Function *f);

#endif
