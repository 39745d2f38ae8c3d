/*
 * decoder.h — shared by the files that turn LLVM functions into virtual code (decode*.c): the
 * function being decoded, the registers of values, and the emission of instructions. Not for
 * others.
 *
 * Every scalar part of a value is a virtual register. Structs and vectors are taken apart; 128-bit
 * integers and 80-bit floats are two registers.
 */
#ifndef HEDDLE_PROGRAM_DECODE_DECODER_H
#define HEDDLE_PROGRAM_DECODE_DECODER_H

#include "program/front_end/loader.h"

/* base + index * scale + offset */
typedef struct Address {
    uint32_t base, index; /* virtual registers; index 0: none */
    int32_t scale;
    int64_t offset;
    uint64_t global,
        global_size; /* the global that a constant base belongs to; address 0: unknown */
} Address;

/* An edge of the control flow that needs copies, in a block of its own that is not yet written. */
typedef struct PendingEdge {
    uint32_t block;
    LLVMBasicBlockRef from, to; /* `to` NULL: the edge of a computed goto without a target */
} PendingEdge;

/* A part of a variable in registers of its own, for debuggers: the first says whether the others
 * hold its value, or its address. */
typedef struct DebugPart {
    LLVMMetadataRef variable;
    uint64_t offset, size; /* in bits; size 0: all of the variable */
    bool address;
    unsigned registers; /* beside the first */
    uint32_t first;     /* virtual register */
} DebugPart;

/* What an expression of debug information says: the bits of the variable that a value is. */
typedef struct DebugFragment {
    bool understood;
    bool indirect;         /* the value is an address */
    uint64_t offset, size; /* in bits; size 0: all of the variable */
} DebugFragment;

typedef struct Decoder {
    Loader *l;
    LLVMValueRef fn;
    Function *out;
    Arena *scratch; /* for one function at a time */
    VFunction v;
    PtrMap reg;     /* LLVM value -> first virtual register */
    PtrMap block;   /* LLVM block -> index + 1 */
    PtrMap address; /* folded GEP -> index into addresses + 1 */
    VEC(Address) addresses;
    VEC(StackObject) objects;
    VEC(PendingEdge) pending; /* edges out of the LLVM block being decoded */
    VEC(DebugPart) parts;
    VEC(DebugFragment) fragments;
    LLVMBasicBlockRef source; /* the LLVM block being decoded */
    uint32_t current;         /* block being written */
    uint32_t loc;
    uint32_t function_loc;  /* location of code without one of its own */
    uint32_t zero;          /* register that holds 0, or 0 */
    uint32_t va_area;       /* register with the hidden address of variable arguments */
    ArgumentCursor va_most; /* largest use of registers and stack by calls of variadic functions */
    uint64_t frame_bytes, frame_align;
} Decoder;

/* --- types ------------------------------------------------------------------------------------ */

static inline bool is_wide(LLVMTypeRef t) {
    return LLVMGetTypeKind(t) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) > 64;
}
static inline bool is_float80(LLVMTypeRef t) { return LLVMGetTypeKind(t) == LLVMX86_FP80TypeKind; }
static inline bool is_vector(LLVMTypeRef t) { return LLVMGetTypeKind(t) == LLVMVectorTypeKind; }
static inline LLVMTypeRef lane_type(LLVMTypeRef t) {
    return is_vector(t) ? LLVMGetElementType(t) : t;
}
static inline unsigned lanes_of(LLVMTypeRef t) { return is_vector(t) ? LLVMGetVectorSize(t) : 1; }
static inline bool standard_width(unsigned w) { return w == 8 || w == 16 || w == 32 || w == 64; }
static inline unsigned width_index(unsigned w) {
    return w == 8 ? 0 : w == 16 ? 1 : w == 32 ? 2 : 3;
}
static inline bool fits32(int64_t x) { return x == (int32_t)x; }
static inline bool starts(const char *s, const char *prefix) {
    return !strncmp(s, prefix, strlen(prefix));
}
/* Returns a number of `w` bits (1..64), sign-extended to 64. */
static inline uint64_t sign_extended_number(uint64_t x, unsigned w) {
    return w < 64 ? (uint64_t)((int64_t)(x << (64 - w)) >> (64 - w)) : x;
}

/* Returns the number of registers of a value of this type. */
unsigned type_registers(LLVMTypeRef t);
/* Returns the width of a scalar in bits; 64 for an address. */
unsigned int_bits(LLVMTypeRef t);
/* Returns the register offset of element `index` within an aggregate, and its type. */
unsigned element_registers(LLVMTypeRef t, unsigned index, LLVMTypeRef *type);
/* Whether the value is a vector whose parts take more than a register; reports it as missing
 * then. */
bool is_wide_vector(Decoder *d, LLVMTypeRef t);
/* Whether it is a floating-point type that can only be moved and passed; reports it as missing
 * then. */
bool is_opaque_float(Decoder *d, LLVMTypeRef t);

/* --- decode_value.c: instructions and the registers of values --------------------------------- */

static inline uint32_t new_reg(Decoder *d) { return d->v.nvregs++; }

/* Writes an instruction to the current block. The pointer is valid until the next one is
 * written. */
VInsn *emit(Decoder *d, uint16_t op, uint32_t dst, uint32_t a, uint32_t b, uint64_t imm);

/* A read-only list of registers. */
typedef struct Registers {
    const uint32_t *at;
    unsigned n;
} Registers;
#define NO_REGISTERS ((Registers){NULL, 0})
#define REGISTERS(...)                            \
    ((Registers){(const uint32_t[]){__VA_ARGS__}, \
                 sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t)})
/* Writes an instruction with lists of registers. */
VInsn *emit_list(Decoder *d, uint16_t op, uint16_t sub, uint64_t imm, Registers defs,
                 Registers uses);
/* Writes an instruction that leads to block `target`. */
void emit_jump(Decoder *d, uint16_t op, uint32_t a, uint32_t b, uint64_t imm, uint32_t target);
/* Writes dst = c ? x : y. */
void emit_select(Decoder *d, uint32_t dst, uint32_t c, uint32_t x, uint32_t y);
/* Writes an instruction that ends the run when reached, since the program needs something that is
 * not supported. */
void missing(Decoder *d, const char *format, ...) PRINTF_LIKE(2, 3);
/* The same for a kind of instruction, which is told in LLVM's words. */
void missing_instruction(Decoder *d, LLVMValueRef i);

/* Computes the registers of a constant, flattened, into out[0 .. type_registers - 1]. */
void constant_parts(Decoder *d, LLVMValueRef c, uint64_t *out);
/* Whether the value is a scalar known before execution, which is then in *out. */
bool immediate(Decoder *d, LLVMValueRef v, uint64_t *out);
/* Returns a fresh register with this number. */
uint32_t constant_reg(Decoder *d, uint64_t value);
/* Returns the register that always holds zero. */
uint32_t zero_reg(Decoder *d);
/* Returns register `k` of a value; constants are loaded into a fresh one. */
uint32_t reg_of(Decoder *d, LLVMValueRef v, unsigned k);
/* Returns the first register of a value whose registers are adjacent (constants are loaded into
 * such). */
uint32_t contiguous(Decoder *d, LLVMValueRef v);

/* --- decode_memory.c -------------------------------------------------------------------------- */

/* Returns the address in a value, as folded as possible. */
Address address_of(Decoder *d, LLVMValueRef v);
/* Loads and stores 1, 2, 4 or 8 bytes at `a` + `offset`. */
void load_bytes(Decoder *d, uint32_t dst, unsigned bytes, Address a, int64_t offset);
void store_bytes(Decoder *d, uint32_t value, unsigned bytes, Address a, int64_t offset);
/* Loads (or stores) a value of any type; `first` is its first register. */
void access_memory(Decoder *d, bool store, LLVMTypeRef t, uint32_t first, Address a,
                   int64_t offset);
/* Reserves memory of the frame for an object with red zones around it. Returns its offset in the
 * frame. */
uint32_t frame_object(Decoder *d, uint64_t size, uint64_t align, LLVMValueRef alloca);
void decode_load(Decoder *d, LLVMValueRef i);
void decode_store(Decoder *d, LLVMValueRef i);
void decode_gep(Decoder *d, LLVMValueRef gep);
void decode_alloca(Decoder *d, LLVMValueRef i);
void decode_rmw(Decoder *d, LLVMValueRef i);
void decode_cmpxchg(Decoder *d, LLVMValueRef i);

/* --- decode_arithmetic.c ---------------------------------------------------------------------- */

/* The second operand of an instruction: a register, or a number known before execution. */
typedef struct Operand {
    bool immediate;
    uint32_t reg;
    uint64_t number;
} Operand;
static inline Operand in_register(uint32_t reg) { return (Operand){.reg = reg}; }
static inline Operand as_number(uint64_t number) {
    return (Operand){.immediate = true, .number = number};
}
/* Returns the operand for a scalar. */
Operand operand_of(Decoder *d, LLVMValueRef v);

/* The comparison of two scalars, extended if their width needs it. */
typedef struct Comparison {
    unsigned predicate; /* index in the order of PREDICATES */
    uint32_t a;
    Operand b;
} Comparison;
/* Returns the comparison of one lane, without emitting the instruction. */
Comparison compare_lane(Decoder *d, LLVMValueRef icmp, unsigned lane);

/* Emits dst = a op b on w bits (w <= 64). */
void emit_binary(Decoder *d, LLVMOpcode op, unsigned w, uint32_t dst, uint32_t a, Operand b);
/* Sign-extends a value of w bits (64 < w < 128) to 128; *lo and *hi become the registers. */
void wide_sext(Decoder *d, uint32_t *lo, uint32_t *hi, unsigned w);
/* Emits the same as emit_binary, for w > 64. */
void decode_wide_binary(Decoder *d, LLVMOpcode op, unsigned w, uint32_t dst, LLVMValueRef x,
                        LLVMValueRef y);
void decode_binary(Decoder *d, LLVMValueRef i, LLVMOpcode op);
void decode_float_binary(Decoder *d, LLVMValueRef i, LLVMOpcode op);
void decode_fneg(Decoder *d, LLVMValueRef i);
void decode_icmp(Decoder *d, LLVMValueRef i);
void decode_fcmp(Decoder *d, LLVMValueRef i);

/* --- decode_cast.c ---------------------------------------------------------------------------- */

/* Converts the first operand of an instruction, or of a call that stands for one. */
void decode_cast(Decoder *d, LLVMValueRef i, LLVMOpcode op);

/* --- decode_aggregate.c ----------------------------------------------------------------------- */

void decode_select(Decoder *d, LLVMValueRef i);
void decode_freeze(Decoder *d, LLVMValueRef i);
void decode_vector_element(Decoder *d, LLVMValueRef i, bool insert);
void decode_shuffle(Decoder *d, LLVMValueRef i);
void decode_aggregate(Decoder *d, LLVMValueRef i, bool insert);

/* --- decode_call.c, decode_intrinsic.c -------------------------------------------------------- */

void decode_call(Decoder *d, LLVMValueRef call);
/* Decodes a call of the intrinsic `name`, with its "llvm.". */
void decode_intrinsic(Decoder *d, LLVMValueRef call, const char *name);

/* --- decode_arguments.c ----------------------------------------------------------------------- */

/* Returns the type of an argument that is copied to the stack, or NULL. `call` is a call, or a
 * function for its parameter. */
LLVMTypeRef byval_type(LLVMValueRef call, unsigned argument);
/* Stores the arguments of a call of `name` (NULL: not known) from number `from` on where a variadic
 * function finds them. Returns the register with the address. */
uint32_t pass_variadic(Decoder *d, LLVMValueRef call, unsigned from, const char *name);
/* Writes a va_list at the address in register `list`. */
void decode_va_start(Decoder *d, uint32_t list);
/* Reserves a place in the frame for the arguments of this function's calls of variadic ones. */
void place_variadic(Decoder *d);

/* --- decode_branch.c: control flow ------------------------------------------------------------ */

uint32_t new_block(Decoder *d);
/* Returns the first block of an LLVM block. */
uint32_t block_index(Decoder *d, LLVMBasicBlockRef b);
/* Decodes the phis at the beginning of the block being decoded. */
void decode_phis(Decoder *d);
/* Writes the blocks of the edges that leave the block being decoded. */
void decode_pending_edges(Decoder *d);
/* Whether the comparison is emitted with the branch that is its only use. */
bool is_fused(LLVMValueRef c);
void decode_return(Decoder *d, LLVMValueRef i);
void decode_branch(Decoder *d, LLVMValueRef i);
void decode_switch(Decoder *d, LLVMValueRef i);
void decode_indirect_branch(Decoder *d, LLVMValueRef i);

/* --- debug_variables.c: with ProgramOptions.debug_information --------------------------------- */

/* Writes the global variables of the program's own. Called before any function is decoded. */
void begin_debug_information(Loader *l);
/* Reserves registers for the variables of a function, in its prologue. */
void begin_debug_variables(Decoder *d);
/* Decodes a call that describes a variable. False if it is none. */
bool decode_debug_call(Decoder *d, LLVMValueRef i);
/* Writes the variables of a function, once its registers are known. */
void end_debug_variables(Decoder *d);

/* --- debug_location.c ------------------------------------------------------------------------- */

/* Returns the file of a scope as named from the current folder; "" if it is unknown. */
const char *location_file(Loader *l, LLVMMetadataRef scope);
/* Returns the index of the location for instructions without one; called first. */
uint32_t function_location(Loader *l, LLVMValueRef fn, const char *name);
/* Returns the index of a debug location. */
uint32_t location_index(Loader *l, LLVMMetadataRef where, const char *function);

#endif
