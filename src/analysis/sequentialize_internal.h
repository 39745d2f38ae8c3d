/*
 * sequentialize_internal.h — shared by the files of the transformation for bounded interference:
 * the rewriter with the current function (sequentialize.c), variables that move
 * (sequentialize_variables.c), and single instructions (sequentialize_code.c). Not for others.
 */
#ifndef HEDDLE_ANALYSIS_SEQUENTIALIZE_INTERNAL_H
#define HEDDLE_ANALYSIS_SEQUENTIALIZE_INTERNAL_H

#include "base/base.h"
#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

typedef struct Site {
    LLVMValueRef file, function;
    unsigned line, column;
} Site;

typedef struct Text {
    const char *text;
    size_t len;
    LLVMValueRef global;
} Text;

typedef struct Move {
    LLVMBasicBlockRef from, to;
} Move;

typedef struct Rewriter {
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMTargetDataRef layout;
    LLVMBuilderRef builder;
    LLVMTypeRef ptr, i8, i32, i64, nothing;
    LLVMValueRef stop, thread; /* globals of the runtime */
    VEC(Site) sites;
    VEC(Text) texts;
    /* The current function. */
    LLVMValueRef function;
    bool is_entry;           /* where the program begins */
    LLVMBasicBlockRef leave; /* block that leaves the function; NULL: not yet needed */
    /* instructions after which it may have to stop, in order of their blocks */
    VEC(LLVMValueRef)
    checks;
    VEC(Move) moves;
    char *error;
} Rewriter;

static inline LLVMValueRef seq_int_constant(LLVMTypeRef type, uint64_t value) {
    return LLVMConstInt(type, value, 0);
}

/* Inserts new instructions before this one, with its place in the source. */
static inline void seq_go_before(Rewriter *r, LLVMValueRef i) {
    LLVMPositionBuilderBefore(r->builder, i);
    LLVMSetCurrentDebugLocation2(r->builder, LLVMInstructionGetDebugLoc(i));
}

static inline void seq_go_after(Rewriter *r, LLVMValueRef i) {
    LLVMPositionBuilderBefore(r->builder, LLVMGetNextInstruction(i));
    LLVMSetCurrentDebugLocation2(r->builder, LLVMInstructionGetDebugLoc(i));
}

/* Notes that the function may have to return after this instruction. */
static inline void seq_check_after(Rewriter *r, LLVMValueRef i) { vec_push(&r->checks, i); }

static inline const char *seq_called_name(LLVMValueRef i) {
    LLVMValueRef f = LLVMGetCalledValue(i);
    return LLVMIsAFunction(f) ? LLVMGetValueName(f) : "";
}

/* --- sequentialize_build.c -------------------------------------------------------------------- */

/* Builds a call of the runtime's function of this name, with up to 16 arguments. */
LLVMValueRef seq_build_call(Rewriter *r, const char *name, LLVMTypeRef result,
                            LLVMValueRef *arguments, unsigned n);
/* Returns a constant of the module with this text. */
LLVMValueRef seq_text(Rewriter *r, const char *s, size_t len);
/* Returns the number of an instruction's place. */
LLVMValueRef seq_site_of(Rewriter *r, LLVMValueRef i);

/* --- sequentialize_variables.c ---------------------------------------------------------------- */

/* Whether no other thread can know the memory that a pointer points to, or the memory is never
 * written. Called when locals that others may know are on the heap. */
bool seq_is_private_address(LLVMValueRef p);
/* Moves locals whose addresses others may know to the heap. */
void seq_move_locals(Rewriter *r);
/* Makes a thread-local variable an array, with an element for each thread. */
void seq_spread_thread_local(Rewriter *r, LLVMValueRef g);

/* --- sequentialize_code.c --------------------------------------------------------------------- */

/* Reports the memory accesses of an instruction to the runtime, or replaces a call. */
void seq_rewrite_instruction(Rewriter *r, LLVMValueRef i);

#endif
