/*
 * looks.h — what code does that only looks; for waits.c.
 */
#ifndef HEDDLE_PROGRAM_PREPARE_LOOKS_H
#define HEDDLE_PROGRAM_PREPARE_LOOKS_H

#include "program/front_end/loader.h"
#include "program/traits.h"

#define MOST_STEPS 12 /* depth to which calculations are followed */
/* The runtime's functions for waits that do not wake spuriously have this before their names. */
#define LOOKING "__heddle_looking_"

/* Returns the name of the called function, "" for a pointer. */
const char *waits_callee_name(LLVMValueRef call);
/* Whether a call of this name is only for the optimiser or for debuggers. */
bool says_nothing(const char *name);
/* Whether two pointers are to the same place, as far as their calculation shows, up to `depth`. */
bool is_same_place(LLVMValueRef a, LLVMValueRef b, unsigned depth);
/* Whether an instruction does nothing but calculate and look. */
bool is_quiet(LLVMValueRef i);

#endif
