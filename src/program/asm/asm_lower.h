/*
 * asm_lower.h — shared by the files that turn inline assembly into LLVM instructions. asm_lower.c
 * has the statement, asm_operands.c its operands, asm_flow.c its jumps, asm_values.c its registers,
 * memory and flags, asm_instructions.c the effects of each instruction.
 */
#ifndef HEDDLE_PROGRAM_ASM_ASM_LOWER_H
#define HEDDLE_PROGRAM_ASM_ASM_LOWER_H

#include "program/asm/asm_template.h"
#include "program/front_end/loader.h"

/* The state that instructions change besides memory. */
typedef struct AsmState {
    /* any type until an instruction writes 64 bits; NULL: not set */
    LLVMValueRef registers[ASM_REGISTERS];
    LLVMValueRef carry, zero, sign, overflow; /* one bit each; NULL: not known */
    LLVMValueRef pushed[8];
    unsigned npushed;
} AsmState;

/* A statement that is being translated into LLVM instructions, which precede it. */
typedef struct Assembly {
    Loader *l;
    LLVMBuilderRef b;
    const AsmTemplate *t;
    bool is_volatile;
    LLVMTypeRef types[ASM_OPERANDS_MAX];     /* of operands, in registers or in memory */
    LLVMValueRef pointers[ASM_OPERANDS_MAX]; /* to operands in memory */
    AsmState now;
    /* A jump whose label has not been reached. Instructions in between take effect only if it is
     * not taken. */
    LLVMValueRef skips; /* the condition for taking it; NULL: there is none */
    int64_t skips_to;
    AsmState at_jump;
    bool failed; /* an instruction could not be translated */
} Assembly;

/* --- asm_values.c: unknown values are NULL, unknown answers false ----------------------------- */

LLVMTypeRef asm_int(Assembly *a, unsigned bits);
LLVMValueRef asm_number(Assembly *a, unsigned bits, uint64_t value);
/* Returns a value as an integer of its width, or NULL if no general register can hold it. */
LLVMValueRef asm_as_integer(Assembly *a, LLVMValueRef v);
/* Returns how many bits of a register a value of a type takes: 8, 16, 32, 64, or 0 for others. */
unsigned asm_type_bits(Assembly *a, LLVMTypeRef t);
/* Returns all 64 bits of a register. */
LLVMValueRef asm_register(Assembly *a, int reg);
/* Reads or writes the low `bits` of a register. A write of 32 bits clears the others, a write of
 * fewer leaves them. */
LLVMValueRef asm_register_low(Assembly *a, int reg, unsigned bits);
bool asm_set_register(Assembly *a, int reg, LLVMValueRef value);
/* Returns the width in bits that an argument shows, or 0. */
unsigned asm_width(Assembly *a, const AsmArgument *x);
bool asm_in_memory(const AsmArgument *x);
/* Returns the address of an argument in memory. */
LLVMValueRef asm_address(Assembly *a, const AsmArgument *x);
/* Whether it is an address on the stack, which only its base register shows. */
bool asm_on_stack(const AsmArgument *x);
/* Makes one access of the machine: atomic if the statement is volatile and the memory is no local
 * variable. */
LLVMValueRef asm_load(Assembly *a, LLVMValueRef address, unsigned bits);
void asm_store(Assembly *a, LLVMValueRef address, LLVMValueRef value);
/* Makes a plain access. */
LLVMValueRef asm_load_plain(Assembly *a, LLVMValueRef address, unsigned bits);
void asm_store_plain(Assembly *a, LLVMValueRef address, LLVMValueRef value);
LLVMValueRef asm_read(Assembly *a, const AsmArgument *x, unsigned bits);
bool asm_write(Assembly *a, const AsmArgument *x, LLVMValueRef value);
/* Returns whether a condition holds, as one bit, or NULL if the flags are unknown. */
LLVMValueRef asm_holds(Assembly *a, AsmCondition c);
/* Notes an effect that cannot be undone: no jump may lead around it. */
void asm_acts(Assembly *a);
enum { ASM_CALL_MAX = 7 };
/* Calls the function of this name and type, with up to ASM_CALL_MAX arguments. */
LLVMValueRef asm_call(Assembly *a, const char *name, LLVMTypeRef result, LLVMValueRef *arguments,
                      unsigned n);

/* --- asm_operands.c --------------------------------------------------------------------------- */

/* Sets the registers at the beginning of the statement. */
bool asm_take_operands(Assembly *a, LLVMValueRef call);
/* Gives the results of the statement: those in memory are stored, *out is the value of `call`, or
 * NULL if it has none. */
bool asm_results(Assembly *a, LLVMValueRef call, LLVMValueRef *out);

/* --- asm_flow.c ------------------------------------------------------------------------------- */

/* Translates a statement with jumps into basic blocks. Without effect if it has none, or if an
 * instruction is unknown. */
void asm_flow(Assembly *a, LLVMValueRef call);

/* --- asm_top.c -------------------------------------------------------------------------------- */

/* Applies what assembly outside of functions says about symbols. */
void lower_top_assembly(Loader *l);

/* --- asm_vectors.c ---------------------------------------------------------------------------- */

/* Returns a value as a type of another form: a vector register has 128 bits, of which a type may be
 * the lowest ones. NULL if the register cannot hold the type. */
LLVMValueRef asm_vector_as(Assembly *a, LLVMValueRef v, LLVMTypeRef type);
/* Whether an argument is a vector register. */
bool asm_is_vector(const Assembly *a, const AsmArgument *x);
/* Translates an instruction on vector registers; false if it is unknown. */
bool asm_vector_instruction(Assembly *a, const AsmInstruction *i);

/* --- asm_instructions.c ----------------------------------------------------------------------- */

/* Translates one instruction; false if it is unknown. */
bool asm_instruction(Assembly *a, const AsmInstruction *i);

#endif
