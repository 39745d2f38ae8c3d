/*
 * asm_instructions.h — what the files share that write the machine's instructions with LLVM's: a
 * row of the table of asm_instructions.c, the handlers that rows name, and what several handlers do
 * alike. Not for others.
 */
#ifndef HEDDLE_PROGRAM_ASM_ASM_INSTRUCTIONS_H
#define HEDDLE_PROGRAM_ASM_ASM_INSTRUCTIONS_H

#include "program/asm/asm_lower.h"

/* An instruction of which the width is known. */
typedef struct AsmRow AsmRow;
typedef bool AsmHandler(Assembly *a, const AsmInstruction *i, unsigned bits, const AsmRow *row);
struct AsmRow {
    const char *name;
    AsmHandler *write;
    int what;             /* of several that are alike: which one */
    bool unsized;         /* no suffix says a width, and none is needed */
    unsigned least, most; /* arguments */
};

/* What of several instructions that are alike a row is: its member `what`. */
typedef enum Arithmetic { ADD, ADC, SUB, SBB, CMP, AND, OR, XOR, TEST } Arithmetic;
typedef enum Unary { INC, DEC, NEG, NOT } Unary;
typedef enum Shift { SHL, SHR, SAR, ROL, ROR } Shift;
typedef enum BitChange { BIT_TEST, BIT_SET, BIT_RESET, BIT_COMPLEMENT } BitChange;
typedef enum Scan { FORWARD, REVERSE, TRAILING, LEADING, POPULATION } Scan;

static inline unsigned asm_value_width(LLVMValueRef v) {
    return LLVMGetIntTypeWidth(LLVMTypeOf(v));
}
static inline const AsmArgument *asm_last_argument(const AsmInstruction *i) {
    return &i->arguments[i->narguments - 1];
}
static inline void asm_forget_flags(Assembly *a) {
    a->now.carry = a->now.zero = a->now.sign = a->now.overflow = NULL;
}

/* --- asm_instructions.c ----------------------------------------------------------------------- */

/* Orders all accesses to memory. */
bool asm_fence(Assembly *a);

/* --- asm_arithmetic.c ------------------------------------------------------------------------- */

LLVMValueRef asm_is_zero(Assembly *a, LLVMValueRef v);
/* x + y, with the carry so far where `more`. */
LLVMValueRef asm_sum(Assembly *a, LLVMValueRef x, LLVMValueRef y, bool more);
/* x - y, and the carry so far where `more`. */
LLVMValueRef asm_difference(Assembly *a, LLVMValueRef x, LLVMValueRef y, bool more);
/* A destination that is read and written, not atomically: its value before, for asm_write_back. */
LLVMValueRef asm_read_to_change(Assembly *a, const AsmArgument *x, unsigned bits,
                                LLVMValueRef *address);
bool asm_write_back(Assembly *a, const AsmArgument *x, LLVMValueRef v, LLVMValueRef address);

AsmHandler asm_arithmetic, asm_unary, asm_shift, asm_rotate_through_carry, asm_double_shift,
    asm_multiply, asm_divide;

/* --- asm_moves.c ------------------------------------------------------------------------------ */

/* The locked operation on memory: what was there before. */
LLVMValueRef asm_exchange(Assembly *a, LLVMAtomicRMWBinOp op, const AsmArgument *where,
                          LLVMValueRef v);
/* The low `half` bits of two registers as one number. */
LLVMValueRef asm_register_pair(Assembly *a, int high, int low, unsigned half);

AsmHandler asm_move, asm_load_address, asm_swap, asm_exchange_add, asm_compare_and_exchange,
    asm_compare_and_exchange_pair, asm_push, asm_pop, asm_widen, asm_spread_sign;

/* --- asm_bits.c ------------------------------------------------------------------------------- */

AsmHandler asm_bit, asm_scan, asm_swap_bytes;

#endif
