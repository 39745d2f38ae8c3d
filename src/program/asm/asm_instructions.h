/*
 * asm_instructions.h — shared by the files that translate machine instructions into LLVM's: the
 * rows of the table in asm_instructions.c, the handlers that rows name, and common steps of several
 * handlers. Not for others.
 */
#ifndef HEDDLE_PROGRAM_ASM_ASM_INSTRUCTIONS_H
#define HEDDLE_PROGRAM_ASM_ASM_INSTRUCTIONS_H

#include "program/asm/asm_lower.h"

/* A row: one instruction, or several with different widths. Handlers get a known width. */
typedef struct AsmRow AsmRow;
typedef bool AsmHandler(Assembly *a, const AsmInstruction *i, unsigned bits, const AsmRow *row);
struct AsmRow {
    const char *name;
    AsmHandler *write;
    int what;             /* which one of several similar instructions */
    bool unsized;         /* has no suffix for a width, and needs none */
    unsigned least, most; /* numbers of arguments */
};

/* The values of a row's member `what`, for each group of similar instructions. */
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

/* --- asm_values.c ----------------------------------------------------------------------------- */

/* Orders all accesses to memory. */
bool asm_fence(Assembly *a);
LLVMValueRef asm_is_zero(Assembly *a, LLVMValueRef v);
/* Reads a destination that is read and written, but not atomically. Returns the old value; *address
 * is for asm_write_back. */
LLVMValueRef asm_read_to_change(Assembly *a, const AsmArgument *x, unsigned bits,
                                LLVMValueRef *address);
bool asm_write_back(Assembly *a, const AsmArgument *x, LLVMValueRef v, LLVMValueRef address);
/* Performs the locked operation on memory; returns the old value. */
LLVMValueRef asm_exchange(Assembly *a, LLVMAtomicRMWBinOp op, const AsmArgument *where,
                          LLVMValueRef v);
/* Returns the low `half` bits of two registers as one number. */
LLVMValueRef asm_register_pair(Assembly *a, int high, int low, unsigned half);

/* --- asm_arithmetic.c ------------------------------------------------------------------------- */

/* Returns x + y (`more`: + carry) and sets the flags. */
LLVMValueRef asm_sum(Assembly *a, LLVMValueRef x, LLVMValueRef y, bool more);
/* Returns x - y (`more`: - carry) and sets the flags. */
LLVMValueRef asm_difference(Assembly *a, LLVMValueRef x, LLVMValueRef y, bool more);

AsmHandler asm_arithmetic, asm_unary, asm_shift, asm_rotate_through_carry, asm_double_shift,
    asm_multiply, asm_divide;

/* --- asm_moves.c ------------------------------------------------------------------------------ */

AsmHandler asm_move, asm_load_address, asm_swap, asm_exchange_add, asm_compare_and_exchange,
    asm_compare_and_exchange_pair, asm_push, asm_pop, asm_widen, asm_spread_sign;

/* --- asm_bits.c ------------------------------------------------------------------------------- */

AsmHandler asm_bit, asm_scan, asm_swap_bytes;

#endif
