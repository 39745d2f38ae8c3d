/*
 * asm_lower.h — what the files that turn inline assembly into LLVM's instructions share:
 * asm_lower.c has the statement with its registers, memory and flags, asm_instructions.c what each
 * instruction does to them.
 */
#ifndef HEDDLE_PROGRAM_ASM_ASM_LOWER_H
#define HEDDLE_PROGRAM_ASM_ASM_LOWER_H

#include "program/asm/asm_template.h"
#include "program/front_end/loader.h"

/* What instructions change besides memory. */
typedef struct AsmState {
    LLVMValueRef
        registers[ASM_REGISTERS]; /* any type until an instruction writes 64 bits; NULL: not set */
    LLVMValueRef carry, zero, sign, overflow; /* one bit each; NULL: not known */
    LLVMValueRef pushed[8];
    unsigned npushed;
} AsmState;

/* A statement that is being written as instructions of LLVM's, in front of itself. */
typedef struct Assembly {
    Loader *l;
    LLVMBuilderRef b;
    const AsmTemplate *t;
    bool is_volatile;
    LLVMTypeRef types[ASM_OPERANDS_MAX];     /* of operands: what is in the register or in memory */
    LLVMValueRef pointers[ASM_OPERANDS_MAX]; /* to operands in memory */
    AsmState now;
    /* A jump that was met and whose label was not yet: what lies between counts only where it is
     * not taken. */
    LLVMValueRef skips; /* the condition under which it is; NULL: there is none */
    int64_t skips_to;
    AsmState at_jump;
    bool failed; /* something was met that cannot be said */
} Assembly;

/* --- asm_lower.c; values are NULL, and answers false, where something is not known ------------ */

LLVMTypeRef asm_int(Assembly *a, unsigned bits);
LLVMValueRef asm_number(Assembly *a, unsigned bits, uint64_t value);
/* All of a register, 64 bits. */
LLVMValueRef asm_register(Assembly *a, int reg);
/* The low `bits` of a register, which has them then. 32 bits clear the others, fewer leave them. */
LLVMValueRef asm_register_low(Assembly *a, int reg, unsigned bits);
bool asm_set_register(Assembly *a, int reg, LLVMValueRef value);
/* The width that an argument shows by itself; 0: none. */
unsigned asm_width(Assembly *a, const AsmArgument *x);
bool asm_in_memory(const AsmArgument *x);
/* The address of an argument in memory. */
LLVMValueRef asm_address(Assembly *a, const AsmArgument *x);
/* Whether it is an address on the stack, which only the pointer to it tells. */
bool asm_on_stack(const AsmArgument *x);
/* One access of the machine: atomic where the statement is volatile and the memory no local
 * variable. */
LLVMValueRef asm_load(Assembly *a, LLVMValueRef address, unsigned bits);
void asm_store(Assembly *a, LLVMValueRef address, LLVMValueRef value);
/* An access that is not. */
LLVMValueRef asm_load_plain(Assembly *a, LLVMValueRef address, unsigned bits);
void asm_store_plain(Assembly *a, LLVMValueRef address, LLVMValueRef value);
LLVMValueRef asm_read(Assembly *a, const AsmArgument *x, unsigned bits);
bool asm_write(Assembly *a, const AsmArgument *x, LLVMValueRef value);
/* Whether a condition holds, one bit; NULL where the flags are not known. */
LLVMValueRef asm_holds(Assembly *a, AsmCondition c);
/* Something is done that cannot be undone: no jump may lead around it. */
void asm_acts(Assembly *a);
enum { ASM_CALL_MAX = 7 };
/* The function of this name and type, called with up to ASM_CALL_MAX arguments. */
LLVMValueRef asm_call(Assembly *a, const char *name, LLVMTypeRef result, LLVMValueRef *arguments,
                      unsigned n);

/* --- asm_instructions.c ----------------------------------------------------------------------- */

/* Writes one instruction; false where it is not known. */
bool asm_instruction(Assembly *a, const AsmInstruction *i);

#endif
