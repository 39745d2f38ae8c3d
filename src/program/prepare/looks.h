/*
 * looks.h — what code does that only looks; for waits.c.
 */
#ifndef HEDDLE_PROGRAM_PREPARE_LOOKS_H
#define HEDDLE_PROGRAM_PREPARE_LOOKS_H

#include "program/front_end/loader.h"
#include "program/traits.h"

#define MOST_COPIES 8 /* of one decision */
#define MOST_STEPS 12 /* depth to which calculations are followed */
/* The runtime's functions for waits that do not wake spuriously have this before their names. */
#define LOOKING "__heddle_looking_"

/* Blocks that end in the same decision. */
typedef struct Copies {
    LLVMBasicBlockRef block[MOST_COPIES];
    unsigned n;
} Copies;

/* Returns the name of the called function, "" for a pointer. */
const char *waits_callee_name(LLVMValueRef call);
/* Whether a value is a local variable behind the call that hides it from the optimiser
 * (optimise.c). */
bool is_hidden(LLVMValueRef v);
/* Returns the variable whose memory `pointer` points into, if that shows; else where it begins. */
LLVMValueRef variable_of(LLVMValueRef pointer);
/* Whether another definition of a function may take the place of this one when it is linked. */
bool is_replaceable(LLVMValueRef f);
/* Whether a call of this name is only for the optimiser or for debuggers. */
bool says_nothing(const char *name);
/* Whether two pointers are to the same place, as far as their calculation shows, up to `depth`. */
bool is_same_place(LLVMValueRef a, LLVMValueRef b, unsigned depth);
/* Whether an instruction does nothing but calculate and look. */
bool is_quiet(LLVMValueRef i);
/* Whether it looks at memory that other threads may change. It is quiet. */
bool looks_at_shared(LLVMValueRef i);
/* Whether two values are calculated in the same way at the ends of two blocks, from memory that is
 * looked at there or from the same values. */
bool is_copy(LLVMValueRef a, LLVMBasicBlockRef at, LLVMValueRef b, LLVMBasicBlockRef bt,
             unsigned depth);
/* Returns what a variable becomes where control comes from a block, or NULL. */
LLVMValueRef incoming_from(LLVMValueRef phi, LLVMBasicBlockRef from);
/* Follows an edge past blocks that only go on; `from` is the last block then. */
LLVMBasicBlockRef past_empty(LLVMBasicBlockRef *from, LLVMBasicBlockRef to);
/* Whether control may come from one block to another past none of those in `without`, which gets
 * those that it passes. */
bool reaches_from(LLVMBasicBlockRef from, LLVMBasicBlockRef to, PtrMap *without);
/* Whether a value is the same each time that control comes round to a block, if `constant` (NULL:
 * none) is. */
bool is_steady(LLVMBasicBlockRef block, LLVMValueRef v, LLVMValueRef constant, unsigned depth);
/* Whether nothing of what `look` saw before the joint is left there. At the joint of `copies` a
 * thread looks at memory anew. `woken` is the block from which it comes to the joint after it woke,
 * if that is the beginning of a block, and NULL if it is a decision. */
bool is_forgotten(const Copies *copies, LLVMBasicBlockRef woken, LLVMValueRef look);

#endif
