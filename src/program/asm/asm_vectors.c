/*
 * asm_vectors.c — instructions on vector registers (SSE to SSSE3) in inline assembly. What LLVM has
 * an operation for becomes that operation; the others are functions that compilers know as their
 * own, which the runtime has in C (runtime/machine_vectors.c).
 */
#include "program/asm/asm_instructions.h"
#include <stdio.h>

/* --- values ----------------------------------------------------------------------------------- */

static LLVMTypeRef asm_lanes(Assembly *a, unsigned bits) {
    return LLVMVectorType(asm_int(a, bits), 128 / bits);
}

static LLVMTypeRef floats_of(Assembly *a, unsigned bits) {
    LLVMContextRef c = a->l->context;
    return bits == 32 ? LLVMVectorType(LLVMFloatTypeInContext(c), 4)
                      : LLVMVectorType(LLVMDoubleTypeInContext(c), 2);
}

LLVMValueRef asm_vector_as(Assembly *a, LLVMValueRef v, LLVMTypeRef type) {
    unsigned long long from = LLVMSizeOfTypeInBits(LLVMGetModuleDataLayout(a->l->module),
                                                   LLVMTypeOf(v)),
                       to = LLVMSizeOfTypeInBits(LLVMGetModuleDataLayout(a->l->module), type);
    if (LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind ||
        LLVMGetTypeKind(type) == LLVMPointerTypeKind || from > 128 || to > 128 || !from || !to)
        return NULL;
    if (from == to) return LLVMBuildBitCast(a->b, v, type, "");
    v = LLVMBuildBitCast(a->b, v, asm_int(a, (unsigned)from), "");
    v = LLVMBuildIntCast2(a->b, v, asm_int(a, (unsigned)to), 0, "");
    return LLVMBuildBitCast(a->b, v, type, "");
}

bool asm_is_vector(const Assembly *a, const AsmArgument *x) {
    return x->kind == ASM_ARGUMENT_REGISTER &&
           (x->reg >= ASM_XMM || (x->operand >= 0 && a->t->operands[x->operand].vector));
}

/* Reads a vector register, or as many bits of memory, as a type of 128 bits. */
static LLVMValueRef read_vector(Assembly *a, const AsmArgument *x, unsigned bits,
                                LLVMTypeRef type) {
    LLVMValueRef v;
    if (asm_is_vector(a, x)) {
        v = a->now.registers[x->reg];
        return v ? asm_vector_as(a, v, type) : LLVMConstNull(type);
    }
    LLVMValueRef address = asm_in_memory(x) ? asm_address(a, x) : NULL;
    if (!address) return NULL;
    if (bits == 128) {
        asm_acts(a);
        v = LLVMBuildLoad2(a->b, asm_lanes(a, 64), address, "");
        LLVMSetAlignment(v, 1);
    } else
        v = asm_load(a, address, bits);
    return asm_vector_as(a, v, type);
}

static bool write_vector(Assembly *a, const AsmArgument *x, LLVMValueRef v) {
    if (!v || !asm_is_vector(a, x)) return false;
    a->now.registers[x->reg] = v;
    return true;
}

/* Puts the lowest `bits` of `low` into a vector, whose others stay. */
static LLVMValueRef with_low(Assembly *a, LLVMValueRef v, LLVMValueRef low, unsigned bits) {
    LLVMTypeRef lanes = asm_lanes(a, bits);
    LLVMValueRef to = asm_vector_as(a, v, lanes), from = asm_vector_as(a, low, asm_int(a, bits));
    return to && from ? LLVMBuildInsertElement(a->b, to, from, asm_number(a, 32, 0), "") : NULL;
}

static LLVMValueRef shuffled(Assembly *a, LLVMValueRef x, LLVMValueRef y, const unsigned *from,
                             unsigned n) {
    LLVMValueRef numbers[16];
    for (unsigned k = 0; k < n; k++) numbers[k] = asm_number(a, 32, from[k]);
    return LLVMBuildShuffleVector(a->b, x, y, LLVMConstVector(numbers, n), "");
}

/* --- the table -------------------------------------------------------------------------------- */

typedef enum VectorKind {
    V_INTEGER, /* an operation of LLVM on lanes of integers */
    V_NOT_AND,
    V_FLOAT,  /* one on lanes of floating-point numbers */
    V_SCALAR, /* the same on the lowest lane only */
    V_EQUAL,
    V_GREATER,
    V_LEAST, /* `what`: LLVM's comparison */
    V_CALL,  /* a function of two vectors */
    V_CALL_ONE,
    V_LOW, /* interleaves the lower halves */
    V_HIGH,
    V_SHIFT, /* by a constant number of bits */
    V_BYTES, /* by bytes: `what` is whether to the left */
    V_ORDER, /* pshufd and its kin: `what` is the first lane of those that are put in order */
    V_ORDER_TWO,
    V_ALIGN,
    V_MOVE, /* whole registers */
    V_MOVE_LOW,
    V_MOVE_SCALAR,
    V_MASK, /* the signs of the lanes */
    V_ROOT,
    V_COMPARE /* sets flags */
} VectorKind;

typedef struct VectorRow {
    const char *name;
    VectorKind kind;
    unsigned bits; /* of a lane */
    int what;
    const char *function;
} VectorRow;

#define EACH_INT(name, op)                                                   \
    {name "b", V_INTEGER, 8, op, NULL}, {name "w", V_INTEGER, 16, op, NULL}, \
        {name "d", V_INTEGER, 32, op, NULL}, {                               \
        name "q", V_INTEGER, 64, op, NULL                                    \
    }
#define EACH_FLOAT(name, op)                                                \
    {name "ps", V_FLOAT, 32, op, NULL}, {name "pd", V_FLOAT, 64, op, NULL}, \
        {name "ss", V_SCALAR, 32, op, NULL}, {                              \
        name "sd", V_SCALAR, 64, op, NULL                                   \
    }
#define SHIFTS(name, op)                                                    \
    {name "w", V_SHIFT, 16, op, NULL}, {name "d", V_SHIFT, 32, op, NULL}, { \
        name "q", V_SHIFT, 64, op, NULL                                     \
    }

static const VectorRow vector_rows[] = {
    EACH_INT("padd", LLVMAdd),
    EACH_INT("psub", LLVMSub),
    {"pmullw", V_INTEGER, 16, LLVMMul, NULL},
    {"pmulld", V_INTEGER, 32, LLVMMul, NULL},
    {"pand", V_INTEGER, 64, LLVMAnd, NULL},
    {"por", V_INTEGER, 64, LLVMOr, NULL},
    {"pxor", V_INTEGER, 64, LLVMXor, NULL},
    {"pandn", V_NOT_AND, 64, 0, NULL},
    {"andps", V_INTEGER, 64, LLVMAnd, NULL},
    {"andpd", V_INTEGER, 64, LLVMAnd, NULL},
    {"orps", V_INTEGER, 64, LLVMOr, NULL},
    {"orpd", V_INTEGER, 64, LLVMOr, NULL},
    {"xorps", V_INTEGER, 64, LLVMXor, NULL},
    {"xorpd", V_INTEGER, 64, LLVMXor, NULL},
    {"andnps", V_NOT_AND, 64, 0, NULL},
    {"andnpd", V_NOT_AND, 64, 0, NULL},
    EACH_FLOAT("add", LLVMFAdd),
    EACH_FLOAT("sub", LLVMFSub),
    EACH_FLOAT("mul", LLVMFMul),
    EACH_FLOAT("div", LLVMFDiv),
    {"pcmpeqb", V_EQUAL, 8, 0, NULL},
    {"pcmpeqw", V_EQUAL, 16, 0, NULL},
    {"pcmpeqd", V_EQUAL, 32, 0, NULL},
    {"pcmpgtb", V_GREATER, 8, 0, NULL},
    {"pcmpgtw", V_GREATER, 16, 0, NULL},
    {"pcmpgtd", V_GREATER, 32, 0, NULL},
    {"pminub", V_LEAST, 8, LLVMIntULT, NULL},
    {"pmaxub", V_LEAST, 8, LLVMIntUGT, NULL},
    {"pminsw", V_LEAST, 16, LLVMIntSLT, NULL},
    {"pmaxsw", V_LEAST, 16, LLVMIntSGT, NULL},
    {"paddsb", V_CALL, 8, 8, "llvm.sadd.sat.v16i8"},
    {"paddsw", V_CALL, 16, 16, "llvm.sadd.sat.v8i16"},
    {"paddusb", V_CALL, 8, 8, "llvm.uadd.sat.v16i8"},
    {"paddusw", V_CALL, 16, 16, "llvm.uadd.sat.v8i16"},
    {"psubsb", V_CALL, 8, 8, "llvm.ssub.sat.v16i8"},
    {"psubsw", V_CALL, 16, 16, "llvm.ssub.sat.v8i16"},
    {"psubusb", V_CALL, 8, 8, "llvm.usub.sat.v16i8"},
    {"psubusw", V_CALL, 16, 16, "llvm.usub.sat.v8i16"},
    {"packsswb", V_CALL, 16, 8, "llvm.x86.sse2.packsswb.128"},
    {"packssdw", V_CALL, 32, 16, "llvm.x86.sse2.packssdw.128"},
    {"packuswb", V_CALL, 16, 8, "llvm.x86.sse2.packuswb.128"},
    {"pmaddwd", V_CALL, 16, 32, "llvm.x86.sse2.pmadd.wd"},
    {"pmulhw", V_CALL, 16, 16, "llvm.x86.sse2.pmulh.w"},
    {"pmulhuw", V_CALL, 16, 16, "llvm.x86.sse2.pmulhu.w"},
    {"pavgb", V_CALL, 8, 8, "llvm.x86.sse2.pavg.b"},
    {"pavgw", V_CALL, 16, 16, "llvm.x86.sse2.pavg.w"},
    {"psadbw", V_CALL, 8, 64, "llvm.x86.sse2.psad.bw"},
    {"pshufb", V_CALL, 8, 8, "llvm.x86.ssse3.pshuf.b.128"},
    {"phaddw", V_CALL, 16, 16, "llvm.x86.ssse3.phadd.w.128"},
    {"phaddd", V_CALL, 32, 32, "llvm.x86.ssse3.phadd.d.128"},
    {"pmaddubsw", V_CALL, 8, 16, "llvm.x86.ssse3.pmadd.ub.sw.128"},
    {"punpcklbw", V_LOW, 8, 0, NULL},
    {"punpcklwd", V_LOW, 16, 0, NULL},
    {"punpckldq", V_LOW, 32, 0, NULL},
    {"punpcklqdq", V_LOW, 64, 0, NULL},
    {"unpcklps", V_LOW, 32, 0, NULL},
    {"unpcklpd", V_LOW, 64, 0, NULL},
    {"punpckhbw", V_HIGH, 8, 0, NULL},
    {"punpckhwd", V_HIGH, 16, 0, NULL},
    {"punpckhdq", V_HIGH, 32, 0, NULL},
    {"punpckhqdq", V_HIGH, 64, 0, NULL},
    {"unpckhps", V_HIGH, 32, 0, NULL},
    {"unpckhpd", V_HIGH, 64, 0, NULL},
    SHIFTS("psll", LLVMShl),
    SHIFTS("psrl", LLVMLShr),
    {"psraw", V_SHIFT, 16, LLVMAShr, NULL},
    {"psrad", V_SHIFT, 32, LLVMAShr, NULL},
    {"pslldq", V_BYTES, 8, true, NULL},
    {"psrldq", V_BYTES, 8, false, NULL},
    {"pshufd", V_ORDER, 32, 0, NULL},
    {"pshuflw", V_ORDER, 16, 0, NULL},
    {"pshufhw", V_ORDER, 16, 4, NULL},
    {"shufps", V_ORDER_TWO, 32, 0, NULL},
    {"shufpd", V_ORDER_TWO, 64, 0, NULL},
    {"palignr", V_ALIGN, 8, 0, NULL},
    {"movdqa", V_MOVE, 64, 0, NULL},
    {"movdqu", V_MOVE, 64, 0, NULL},
    {"movaps", V_MOVE, 64, 0, NULL},
    {"movups", V_MOVE, 64, 0, NULL},
    {"movapd", V_MOVE, 64, 0, NULL},
    {"movupd", V_MOVE, 64, 0, NULL},
    {"lddqu", V_MOVE, 64, 0, NULL},
    {"movntdq", V_MOVE, 64, 0, NULL},
    {"movntps", V_MOVE, 64, 0, NULL},
    {"movd", V_MOVE_LOW, 32, 0, NULL},
    {"movq", V_MOVE_LOW, 64, 0, NULL},
    {"movss", V_MOVE_SCALAR, 32, 0, NULL},
    {"movsd", V_MOVE_SCALAR, 64, 0, NULL},
    {"movlps", V_MOVE_SCALAR, 64, 0, NULL},
    {"movlpd", V_MOVE_SCALAR, 64, 0, NULL},
    {"movhps", V_MOVE_SCALAR, 64, 1, NULL},
    {"movhpd", V_MOVE_SCALAR, 64, 1, NULL},
    {"movhlps", V_HIGH, 64, 1, NULL},
    {"movlhps", V_LOW, 64, 0, NULL},
    {"pmovmskb", V_MASK, 8, 0, NULL},
    {"movmskps", V_MASK, 32, 0, NULL},
    {"movmskpd", V_MASK, 64, 0, NULL},
    {"sqrtps", V_ROOT, 32, true, NULL},
    {"sqrtpd", V_ROOT, 64, true, NULL},
    {"sqrtss", V_ROOT, 32, false, NULL},
    {"sqrtsd", V_ROOT, 64, false, NULL},
    {"comiss", V_COMPARE, 32, 0, NULL},
    {"comisd", V_COMPARE, 64, 0, NULL},
    {"ucomiss", V_COMPARE, 32, 0, NULL},
    {"ucomisd", V_COMPARE, 64, 0, NULL},
};

/* --- effects ---------------------------------------------------------------------------------- */

static LLVMValueRef interleaved(Assembly *a, const VectorRow *row, LLVMValueRef x, LLVMValueRef y) {
    unsigned from[16], n = 128 / row->bits, first = row->kind == V_HIGH ? n / 2 : 0;
    for (unsigned k = 0; k < n; k++) from[k] = first + k / 2 + (k % 2 ? n : 0);
    return row->what ? shuffled(a, y, x, (unsigned[]){1, 3}, 2) : shuffled(a, x, y, from, n);
}

/* The operations on a destination `x` and a source `y`, both of lanes of integers. */
static LLVMValueRef vector_value(Assembly *a, const VectorRow *row, LLVMValueRef x,
                                 LLVMValueRef y) {
    LLVMTypeRef lanes = asm_lanes(a, row->bits), floats;
    switch (row->kind) {
    case V_INTEGER: return LLVMBuildBinOp(a->b, (LLVMOpcode)row->what, x, y, "");
    case V_NOT_AND: return LLVMBuildAnd(a->b, LLVMBuildNot(a->b, x, ""), y, "");
    case V_EQUAL: return LLVMBuildSExt(a->b, LLVMBuildICmp(a->b, LLVMIntEQ, x, y, ""), lanes, "");
    case V_GREATER:
        return LLVMBuildSExt(a->b, LLVMBuildICmp(a->b, LLVMIntSGT, x, y, ""), lanes, "");
    case V_LEAST: {
        LLVMValueRef first = LLVMBuildICmp(a->b, (LLVMIntPredicate)row->what, x, y, "");
        return LLVMBuildSelect(a->b, first, x, y, "");
    }
    case V_CALL:
        return asm_call(a, row->function, asm_lanes(a, (unsigned)row->what), (LLVMValueRef[]){x, y},
                        2);
    case V_LOW:
    case V_HIGH: return interleaved(a, row, x, y);
    case V_FLOAT:
    case V_SCALAR:
        if (row->bits > 64) return NULL;
        floats = floats_of(a, row->bits);
        return LLVMBuildBinOp(a->b, (LLVMOpcode)row->what, LLVMBuildBitCast(a->b, x, floats, ""),
                              LLVMBuildBitCast(a->b, y, floats, ""), "");
    default: return NULL;
    }
}

static bool vector_two(Assembly *a, const AsmInstruction *i, const VectorRow *row) {
    LLVMTypeRef lanes = asm_lanes(a, row->bits);
    bool scalar = row->kind == V_SCALAR;
    LLVMValueRef x = read_vector(a, &i->arguments[1], 128, lanes),
                 y = read_vector(a, &i->arguments[0], scalar ? row->bits : 128, lanes);
    if (!x || !y || !asm_is_vector(a, &i->arguments[1])) return false;
    if (!scalar) return write_vector(a, &i->arguments[1], vector_value(a, row, x, y));
    /* Other lanes take no part: the source's are zero, and 0 / 0 has no effect here. */
    LLVMValueRef v = vector_value(a, row, x, y);
    if (!v) return false;
    v = asm_vector_as(a, v, lanes);
    v = LLVMBuildExtractElement(a->b, v, asm_number(a, 32, 0), "");
    return write_vector(a, &i->arguments[1], with_low(a, x, v, row->bits));
}

/* The number that an argument is, which the compiler knows. */
static bool constant_of(Assembly *a, const AsmArgument *x, uint64_t *n) {
    if (x->kind == ASM_ARGUMENT_NUMBER) {
        *n = (uint64_t)x->number;
        return true;
    }
    LLVMValueRef v = x->kind == ASM_ARGUMENT_REGISTER ? a->now.registers[x->reg] : NULL;
    bool known =
        v && x->operand >= 0 && a->t->operands[x->operand].constant && LLVMIsAConstantInt(v);
    if (known) *n = LLVMConstIntGetZExtValue(v);
    return known;
}

static bool vector_shift(Assembly *a, const AsmInstruction *i, const VectorRow *row) {
    uint64_t n;
    const AsmArgument *to = &i->arguments[1];
    LLVMTypeRef lanes = asm_lanes(a, row->bits);
    LLVMValueRef x = read_vector(a, to, 128, lanes);
    if (!x || !asm_is_vector(a, to) || !constant_of(a, &i->arguments[0], &n)) return false;
    if (row->kind == V_BYTES) {
        unsigned from[16];
        for (unsigned k = 0; k < 16; k++) {
            uint64_t at = row->what ? k - n : k + n;
            from[k] = n < 16 && at < 16 ? (unsigned)at : 16;
        }
        return write_vector(a, to, shuffled(a, x, LLVMConstNull(lanes), from, 16));
    }
    if (n >= row->bits && row->what != LLVMAShr) return write_vector(a, to, LLVMConstNull(lanes));
    LLVMValueRef amounts[16], amount = asm_number(a, row->bits, MIN(n, row->bits - 1));
    for (unsigned k = 0; k < 128 / row->bits; k++) amounts[k] = amount;
    LLVMValueRef by = LLVMConstVector(amounts, 128 / row->bits);
    return write_vector(a, to, LLVMBuildBinOp(a->b, (LLVMOpcode)row->what, x, by, ""));
}

/* pshufd $order, source, destination; shufps and palignr also read the destination. */
static bool vector_order(Assembly *a, const AsmInstruction *i, const VectorRow *row) {
    uint64_t order;
    const AsmArgument *to = &i->arguments[2];
    LLVMTypeRef lanes = asm_lanes(a, row->bits);
    unsigned from[16], n = 128 / row->bits, first = (unsigned)row->what;
    LLVMValueRef y = read_vector(a, &i->arguments[1], 128, lanes),
                 x = row->kind == V_ORDER ? y : read_vector(a, to, 128, lanes);
    if (!x || !y || !constant_of(a, &i->arguments[0], &order)) return false;
    if (row->kind == V_ALIGN) {
        LLVMValueRef none = LLVMConstNull(lanes);
        order &= 255;
        for (unsigned k = 0; k < 16; k++) {
            uint64_t at = k + (order < 16 ? order : order - 16);
            from[k] = at < 32 ? (unsigned)at : 31;
        }
        return write_vector(a, to,
                            order >= 32  ? none
                            : order < 16 ? shuffled(a, y, x, from, 16)
                                         : shuffled(a, x, none, from, 16));
    }
    unsigned width = n == 2 ? 1 : 2, mask = (1u << width) - 1;
    for (unsigned k = 0; k < n; k++) {
        bool ordered = k >= first && k < first + (n == 8 ? 4 : n);
        unsigned chosen = (unsigned)(order >> (width * (k - first))) & mask;
        from[k] = ordered ? first + chosen : k;
        if (row->kind == V_ORDER_TWO && k >= n / 2) from[k] = n + chosen;
    }
    return write_vector(a, to, shuffled(a, x, y, from, n));
}

/* Moves between vector registers and memory; `row->bits`: as many bits, others become zero. */
static bool vector_move(Assembly *a, const AsmInstruction *i, const VectorRow *row) {
    const AsmArgument *from = &i->arguments[0], *to = &i->arguments[1];
    unsigned bits = row->kind == V_MOVE ? 128 : row->bits;
    LLVMValueRef v;
    if (asm_is_vector(a, from) && asm_is_vector(a, to)) {
        v = read_vector(a, from, 128, asm_lanes(a, row->bits));
        if (row->kind == V_MOVE) return write_vector(a, to, v);
        LLVMValueRef rest = row->kind == V_MOVE_LOW
                                ? LLVMConstNull(asm_lanes(a, row->bits))
                                : read_vector(a, to, 128, asm_lanes(a, row->bits));
        return !row->what &&
               write_vector(a, to, with_low(a, rest, asm_vector_as(a, v, asm_int(a, bits)), bits));
    }
    if (asm_is_vector(a, to)) {
        if (row->kind == V_MOVE_LOW && !asm_in_memory(from)) {
            v = asm_read(a, from, bits);
            return v && write_vector(a, to, asm_vector_as(a, v, asm_lanes(a, 64)));
        }
        v = read_vector(a, from, bits, bits == 128 ? asm_lanes(a, 64) : asm_int(a, bits));
        if (!v) return false;
        bool whole = row->kind != V_MOVE_SCALAR || i->name[3] == 's';
        if (whole) return write_vector(a, to, asm_vector_as(a, v, asm_lanes(a, 64)));
        LLVMValueRef old = read_vector(a, to, 128, asm_lanes(a, 64));
        return write_vector(
            a, to,
            LLVMBuildInsertElement(a->b, old, v, asm_number(a, 32, (uint64_t)row->what), ""));
    }
    v = read_vector(a, from, 128, asm_lanes(a, row->bits));
    if (!v || !asm_is_vector(a, from)) return false;
    if (row->kind == V_MOVE)
        v = asm_vector_as(a, v, asm_lanes(a, 64));
    else
        v = LLVMBuildExtractElement(a->b, v, asm_number(a, 32, (uint64_t)row->what), "");
    if (!asm_in_memory(to)) return row->kind == V_MOVE_LOW && asm_write(a, to, v);
    LLVMValueRef address = asm_address(a, to);
    if (!address) return false;
    if (bits == 128)
        asm_store_plain(a, address, v);
    else
        asm_store(a, address, v);
    return true;
}

/* Collects the signs of the lanes in a general register. */
static bool vector_mask(Assembly *a, const AsmInstruction *i, const VectorRow *row) {
    LLVMTypeRef lanes = asm_lanes(a, row->bits);
    unsigned n = 128 / row->bits;
    if (!asm_is_vector(a, &i->arguments[0]) || i->arguments[1].kind != ASM_ARGUMENT_REGISTER)
        return false;
    LLVMValueRef x = read_vector(a, &i->arguments[0], 128, lanes);
    if (!x) return false;
    LLVMValueRef signs = LLVMBuildICmp(a->b, LLVMIntSLT, x, LLVMConstNull(lanes), "");
    signs = LLVMBuildBitCast(a->b, signs, asm_int(a, n), "");
    return asm_set_register(a, i->arguments[1].reg, LLVMBuildZExt(a->b, signs, asm_int(a, 64), ""));
}

static bool vector_root(Assembly *a, const AsmInstruction *i, const VectorRow *row) {
    const AsmArgument *to = &i->arguments[1];
    LLVMTypeRef floats = floats_of(a, row->bits), one = LLVMGetElementType(floats);
    LLVMValueRef y = read_vector(a, &i->arguments[0], row->what ? 128 : row->bits, floats),
                 x = read_vector(a, to, 128, asm_lanes(a, row->bits));
    const char *name = row->bits == 32 ? "llvm.sqrt.f32" : "llvm.sqrt.f64";
    if (!x || !y) return false;
    for (unsigned k = 0; k < (row->what ? 128 / row->bits : 1); k++) {
        LLVMValueRef at = asm_number(a, 32, k), v = LLVMBuildExtractElement(a->b, y, at, "");
        v = asm_call(a, name, one, &v, 1);
        x = LLVMBuildInsertElement(a->b, x, LLVMBuildBitCast(a->b, v, asm_int(a, row->bits), ""),
                                   at, "");
    }
    return write_vector(a, to, x);
}

/* Sets the flags as a comparison of unsigned numbers does; all are set where a number is none. */
static bool vector_compare(Assembly *a, const AsmInstruction *i, const VectorRow *row) {
    LLVMTypeRef floats = floats_of(a, row->bits);
    LLVMValueRef y = read_vector(a, &i->arguments[0], row->bits, floats),
                 x = read_vector(a, &i->arguments[1], 128, floats), first = asm_number(a, 32, 0);
    if (!x || !y || !asm_is_vector(a, &i->arguments[1])) return false;
    x = LLVMBuildExtractElement(a->b, x, first, "");
    y = LLVMBuildExtractElement(a->b, y, first, "");
    asm_forget_flags(a);
    a->now.zero = LLVMBuildFCmp(a->b, LLVMRealUEQ, x, y, "");
    a->now.carry = LLVMBuildFCmp(a->b, LLVMRealULT, x, y, "");
    a->now.sign = a->now.overflow = asm_number(a, 1, 0);
    return true;
}

/* cvtsi2sd, cvttsd2si and the like: between a general register and the lowest lane. */
static bool vector_convert(Assembly *a, const AsmInstruction *i) {
    const AsmArgument *from = &i->arguments[0], *to = &i->arguments[1];
    LLVMContextRef c = a->l->context;
    LLVMTypeRef single = LLVMFloatTypeInContext(c), real = LLVMDoubleTypeInContext(c);
    const char *name = i->name;
    if (!strncmp(name, "cvtsi2s", 7)) {
        unsigned bits = name[8] == 'q' ? 64 : name[8] == 'l' ? 32 : asm_width(a, from);
        LLVMValueRef v = bits >= 32 ? asm_read(a, from, bits) : NULL,
                     x = read_vector(a, to, 128, asm_lanes(a, 64));
        if (!v || !x) return false;
        v = LLVMBuildSIToFP(a->b, v, name[7] == 's' ? single : real, "");
        return write_vector(a, to, with_low(a, x, v, name[7] == 's' ? 32 : 64));
    }
    bool narrows = !strcmp(name, "cvtsd2ss");
    if (narrows || !strcmp(name, "cvtss2sd")) {
        LLVMValueRef v = read_vector(a, from, narrows ? 64 : 32, floats_of(a, narrows ? 64 : 32)),
                     x = read_vector(a, to, 128, asm_lanes(a, 64));
        if (!v || !x) return false;
        v = LLVMBuildExtractElement(a->b, v, asm_number(a, 32, 0), "");
        v = LLVMBuildFPCast(a->b, v, narrows ? single : real, "");
        return write_vector(a, to, with_low(a, x, v, narrows ? 32 : 64));
    }
    if (strncmp(name, "cvtts", 5) || (name[5] != 's' && name[5] != 'd') ||
        strncmp(name + 6, "2si", 3))
        return false;
    unsigned bits = name[9] == 'q'   ? 64
                    : name[9] == 'l' ? 32
                                     : asm_width(a, to),
             source = name[5] == 's' ? 32 : 64;
    LLVMValueRef v = read_vector(a, from, source, floats_of(a, source));
    if (!v || bits < 32) return false;
    v = LLVMBuildExtractElement(a->b, v, asm_number(a, 32, 0), "");
    return asm_write(a, to, LLVMBuildFPToSI(a->b, v, asm_int(a, bits), ""));
}

bool asm_vector_instruction(Assembly *a, const AsmInstruction *i) {
    if (i->lock || i->repeat) return false;
    if (i->narguments == 2 && !strncmp(i->name, "cvt", 3)) return vector_convert(a, i);
    for (size_t k = 0; k < ARRAY_LEN(vector_rows); k++) {
        const VectorRow *row = &vector_rows[k];
        if (strcmp(row->name, i->name) != 0) continue;
        bool three = row->kind == V_ORDER || row->kind == V_ORDER_TWO || row->kind == V_ALIGN;
        if (i->narguments != (three ? 3 : 2)) return false;
        switch (row->kind) {
        case V_SHIFT:
        case V_BYTES: return vector_shift(a, i, row);
        case V_ORDER:
        case V_ORDER_TWO:
        case V_ALIGN: return vector_order(a, i, row);
        case V_MOVE:
        case V_MOVE_LOW:
        case V_MOVE_SCALAR: return vector_move(a, i, row);
        case V_MASK: return vector_mask(a, i, row);
        case V_ROOT: return vector_root(a, i, row);
        case V_COMPARE: return vector_compare(a, i, row);
        default: return vector_two(a, i, row);
        }
    }
    return false;
}
