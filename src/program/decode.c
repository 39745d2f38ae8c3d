/*
 * decode.c — turns each LLVM function into virtual code: one virtual register per scalar part of a value
 * (structs and vectors are taken apart, 128-bit integers and 80-bit floats are two registers), addresses and
 * immediates folded into the accesses, comparisons fused into the branches they decide. Copies for phis are
 * plain moves here; allocate.c coalesces them.
 */
#include "program/internal.h"
#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <stdlib.h>

#define MAX_REGS 64 /* registers of one first-class value that calls and selects handle */

typedef struct Address {
    uint32_t base, index; /* virtual registers; index 0: none */
    int32_t scale;
    int64_t offset;
} Address;

typedef struct Decoder {
    Loader *l;
    LLVMValueRef fn;
    Function *out;
    VFunction v;
    PtrMap reg;     /* LLVM value -> first virtual register */
    PtrMap block;   /* LLVM block -> index + 1 */
    PtrMap address; /* folded GEP -> index into addresses + 1 */
    VEC(Address) addresses;
    VEC(StackObject) objects;
    uint32_t current; /* block being written */
    uint32_t loc;
    uint32_t zero;          /* register that holds 0, or 0 */
    uint32_t va_area;       /* register with the hidden address of variable arguments */
    ArgumentCursor va_most; /* the most that one of its own calls puts into registers and on the stack */
    uint64_t frame_bytes, frame_align;
} Decoder;

/* --- types ------------------------------------------------------------------------------------------- */

static unsigned type_registers(LLVMTypeRef t) {
    switch (LLVMGetTypeKind(t)) {
    case LLVMVoidTypeKind:
    case LLVMMetadataTypeKind:
    case LLVMLabelTypeKind: return 0;
    case LLVMIntegerTypeKind: return LLVMGetIntTypeWidth(t) > 64 ? 2 : 1;
    case LLVMX86_FP80TypeKind:
    case LLVMFP128TypeKind: return 2;
    case LLVMStructTypeKind: {
        unsigned n = 0;
        for (unsigned i = 0; i < LLVMCountStructElementTypes(t); i++)
            n += type_registers(LLVMStructGetTypeAtIndex(t, i));
        return n;
    }
    case LLVMArrayTypeKind: return (unsigned)LLVMGetArrayLength2(t) * type_registers(LLVMGetElementType(t));
    case LLVMVectorTypeKind: return LLVMGetVectorSize(t) * type_registers(LLVMGetElementType(t));
    default: return 1;
    }
}

static unsigned int_bits(LLVMTypeRef t) {
    switch (LLVMGetTypeKind(t)) {
    case LLVMIntegerTypeKind: return LLVMGetIntTypeWidth(t);
    case LLVMFloatTypeKind: return 32;
    case LLVMX86_FP80TypeKind: return 80;
    case LLVMFP128TypeKind: return 128;
    case LLVMHalfTypeKind:
    case LLVMBFloatTypeKind: return 16;
    default: return 64;
    }
}

static bool is_wide(LLVMTypeRef t) {
    return LLVMGetTypeKind(t) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) > 64;
}
static bool is_float80(LLVMTypeRef t) { return LLVMGetTypeKind(t) == LLVMX86_FP80TypeKind; }
static bool is_vector(LLVMTypeRef t) { return LLVMGetTypeKind(t) == LLVMVectorTypeKind; }
static LLVMTypeRef lane_type(LLVMTypeRef t) { return is_vector(t) ? LLVMGetElementType(t) : t; }
static unsigned lanes_of(LLVMTypeRef t) { return is_vector(t) ? LLVMGetVectorSize(t) : 1; }
static bool standard_width(unsigned w) { return w == 8 || w == 16 || w == 32 || w == 64; }
static unsigned width_index(unsigned w) { return w == 8 ? 0 : w == 16 ? 1 : w == 32 ? 2 : 3; }

/* The register offset of element `index` within an aggregate, and its type. */
static unsigned element_registers(LLVMTypeRef t, unsigned index, LLVMTypeRef *type) {
    unsigned n = 0;
    if (LLVMGetTypeKind(t) == LLVMStructTypeKind) {
        for (unsigned i = 0; i < index; i++) n += type_registers(LLVMStructGetTypeAtIndex(t, i));
        *type = LLVMStructGetTypeAtIndex(t, index);
    } else {
        *type = LLVMGetElementType(t);
        n = index * type_registers(*type);
    }
    return n;
}

/* --- emission ---------------------------------------------------------------------------------------- */

static uint32_t new_reg(Decoder *d) { return d->v.nvregs++; }

static VInsn *emit(Decoder *d, uint16_t op, uint32_t dst, uint32_t a, uint32_t b, uint64_t imm) {
    VInsn i = {.op = op, .d = dst, .a = a, .b = b, .imm = imm, .loc = d->loc};
    vec_push(&d->v.code, i);
    d->v.blocks.data[d->current].len++;
    return &vec_last(&d->v.code);
}

static VInsn *emit_list(Decoder *d, uint16_t op, uint16_t sub, uint64_t imm, const uint32_t *defs,
                        unsigned nd, const uint32_t *uses, unsigned nu) {
    uint32_t at = (uint32_t)d->v.list.len;
    for (unsigned i = 0; i < nd; i++) vec_push(&d->v.list, defs[i]);
    for (unsigned i = 0; i < nu; i++) vec_push(&d->v.list, uses[i]);
    VInsn *i = emit(d, op, 0, 0, 0, imm);
    i->sub = sub;
    i->list = at;
    i->nd = nd;
    i->nu = nu;
    return i;
}

static void emit_jump(Decoder *d, uint16_t op, uint32_t a, uint32_t b, uint64_t imm, uint32_t target) {
    emit(d, op, 0, a, b, imm)->target = target;
    vec_push(&d->v.blocks.data[d->current].successors, target);
}

static void missing(Decoder *d, const char *format, ...) PRINTF_LIKE(2, 3);
static void missing(Decoder *d, const char *format, ...) {
    char text[300];
    va_list ap;
    va_start(ap, format);
    vsnprintf(text, sizeof text, format, ap);
    va_end(ap);
    vec_push(&d->l->messages, arena_strdup(d->l->program->arena, text));
    emit_list(d, OP_MISSING, 0, d->l->messages.len - 1, NULL, 0, NULL, 0);
}

static uint32_t constant_reg(Decoder *d, uint64_t value) {
    uint32_t r = new_reg(d);
    emit(d, OP_MOVI, r, 0, 0, value);
    return r;
}

static void emit_select(Decoder *d, uint32_t dst, uint32_t c, uint32_t x, uint32_t y) {
    emit(d, OP_SELECT, dst, c, x, 0)->c = y;
}

/* The registers of a constant, flattened. */
static void constant_parts(Decoder *d, LLVMValueRef c, uint64_t *out) {
    LLVMTypeRef t = LLVMTypeOf(c);
    LLVMTypeKind k = LLVMGetTypeKind(t);
    if (k == LLVMStructTypeKind || k == LLVMArrayTypeKind || k == LLVMVectorTypeKind) {
        unsigned n = k == LLVMStructTypeKind  ? LLVMCountStructElementTypes(t)
                     : k == LLVMArrayTypeKind ? (unsigned)LLVMGetArrayLength2(t)
                                              : LLVMGetVectorSize(t);
        for (unsigned i = 0; i < n; i++) {
            LLVMTypeRef et;
            unsigned at = element_registers(t, i, &et);
            if (LLVMIsNull(c) || LLVMIsUndef(c) || LLVMIsPoison(c))
                memset(out + at, 0, type_registers(et) * sizeof *out);
            else
                constant_parts(d, LLVMGetAggregateElement(c, i), out + at);
        }
        return;
    }
    uint64_t low, high;
    constant_value(d->l, c, &low, &high);
    out[0] = low;
    if (type_registers(t) == 2) out[1] = high;
}

static bool immediate(Decoder *d, LLVMValueRef v, uint64_t *out) {
    if (!LLVMIsConstant(v) || type_registers(LLVMTypeOf(v)) != 1 || is_vector(LLVMTypeOf(v))) return false;
    return constant_value(d->l, v, out, NULL);
}

/* Register `k` of a value; constants are loaded into a fresh one. */
static uint32_t reg_of(Decoder *d, LLVMValueRef v, unsigned k) {
    if (LLVMIsConstant(v)) {
        uint64_t offset = LLVMIsAGlobalVariable(v) ? ptrmap_get(&d->l->global_tls, v) : 0;
        if (offset) {
            uint32_t r = new_reg(d);
            emit(d, OP_TLSADDR, r, 0, 0, offset - 1);
            return r;
        }
        unsigned n = type_registers(LLVMTypeOf(v));
        uint64_t *parts = xcalloc(n + 1, sizeof *parts);
        constant_parts(d, v, parts);
        uint64_t value = parts[k];
        free(parts);
        return constant_reg(d, value);
    }
    uint64_t r = ptrmap_get(&d->reg, v);
    if (!r) {
        /* Used before its block was decoded (loops): registers are given on demand. */
        r = d->v.nvregs;
        d->v.nvregs += MAX(type_registers(LLVMTypeOf(v)), 1) * (LLVMIsAPHINode(v) ? 2 : 1);
        ptrmap_put(&d->reg, v, r);
    }
    return (uint32_t)r + k;
}

static uint32_t zero_reg(Decoder *d) {
    if (!d->zero) d->zero = new_reg(d);
    return d->zero;
}

/* --- addresses --------------------------------------------------------------------------------------- */

static bool fits32(int64_t x) { return x == (int32_t)x; }

/* A register with the 64-bit, sign-extended value of an index. */
static uint32_t index_reg(Decoder *d, LLVMValueRef v) {
    unsigned w = int_bits(LLVMTypeOf(v));
    uint32_t r = reg_of(d, v, 0);
    if (w >= 64) return r;
    uint32_t x = new_reg(d);
    if (w == 32)
        emit(d, OP_SEXT32_64, x, r, 0, 0);
    else
        emit(d, OP_SEXTN, x, r, 0, w | 64 << 8);
    return x;
}

static Address address_of(Decoder *d, LLVMValueRef v) {
    uint64_t folded = ptrmap_get(&d->address, v);
    if (folded) return d->addresses.data[folded - 1];
    uint64_t c;
    if (LLVMIsConstant(v) && !(LLVMIsAGlobalVariable(v) && LLVMIsThreadLocal(v)) && immediate(d, v, &c))
        return (Address){.base = zero_reg(d), .offset = (int64_t)c};
    return (Address){.base = reg_of(d, v, 0)};
}

static uint64_t pack_index(int32_t scale, int64_t offset) {
    return (uint32_t)scale | (uint64_t)(uint32_t)offset << 32;
}

/* Puts an address into register `dst`. */
static void materialise(Decoder *d, Address a, uint32_t dst) {
    if (a.index && fits32(a.offset))
        emit(d, OP_LEA, dst, a.base, a.index, pack_index(a.scale, a.offset));
    else if (a.index) {
        uint32_t t = new_reg(d);
        emit(d, OP_LEA, t, a.base, a.index, pack_index(a.scale, 0));
        emit(d, OP_ADDI64, dst, t, 0, (uint64_t)a.offset);
    } else if (a.base == d->zero && a.base)
        emit(d, OP_MOVI, dst, 0, 0, (uint64_t)a.offset);
    else
        emit(d, OP_ADDI64, dst, a.base, 0, (uint64_t)a.offset);
}

/* Adds a constant to an address, making it simpler first where it would not fit. */
static Address displaced(Decoder *d, Address a, int64_t offset) {
    a.offset += offset;
    if (a.index && !fits32(a.offset)) {
        uint32_t r = new_reg(d);
        materialise(d, a, r);
        return (Address){.base = r};
    }
    return a;
}

static Address gep_address(Decoder *d, LLVMValueRef gep) {
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    Address a = address_of(d, LLVMGetOperand(gep, 0));
    int n = LLVMGetNumOperands(gep);
    for (int i = 1; i < n; i++) {
        LLVMValueRef index = LLVMGetOperand(gep, (unsigned)i);
        if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            unsigned k = (unsigned)LLVMConstIntGetZExtValue(index);
            a.offset += (int64_t)LLVMOffsetOfElement(d->l->layout, type, k);
            type = LLVMStructGetTypeAtIndex(type, k);
            continue;
        }
        if (i > 1) type = LLVMGetElementType(type);
        int64_t size = (int64_t)LLVMABISizeOfType(d->l->layout, type);
        uint64_t c;
        if (immediate(d, index, &c)) {
            unsigned w = int_bits(LLVMTypeOf(index));
            int64_t k = w < 64 ? (int64_t)(c << (64 - w)) >> (64 - w) : (int64_t)c;
            a.offset += k * size;
        } else {
            uint32_t r = index_reg(d, index);
            if (a.index) {
                uint32_t t = new_reg(d);
                int64_t offset = a.offset;
                a.offset = 0;
                materialise(d, a, t);
                a = (Address){.base = t, .offset = offset};
            }
            if (!fits32(size)) {
                uint32_t t = new_reg(d);
                emit(d, OP_MULI64, t, r, 0, (uint64_t)size);
                r = t;
                size = 1;
            }
            a.index = r;
            a.scale = (int32_t)size;
        }
    }
    return displaced(d, a, 0);
}

static bool is_address_use(LLVMValueRef user, LLVMValueRef v) {
    if (!LLVMIsAInstruction(user)) return false;
    switch (LLVMGetInstructionOpcode(user)) {
    case LLVMLoad: return LLVMGetOrdering(user) == LLVMAtomicOrderingNotAtomic;
    case LLVMStore:
        return LLVMGetOperand(user, 1) == v && LLVMGetOperand(user, 0) != v &&
               LLVMGetOrdering(user) == LLVMAtomicOrderingNotAtomic;
    default: return false;
    }
}

static void decode_gep(Decoder *d, LLVMValueRef gep) {
    if (is_vector(LLVMTypeOf(gep))) {
        missing(d, "a vector of addresses is computed, which is not supported");
        return;
    }
    bool all = true, local = true;
    unsigned count = 0;
    for (LLVMUseRef u = LLVMGetFirstUse(gep); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        all &= is_address_use(user, gep);
        local &= LLVMIsAInstruction(user) && LLVMGetInstructionParent(user) == LLVMGetInstructionParent(gep);
        count++;
    }
    /* A use in a block that comes later in control flow but earlier in the text already reads the
     * register. */
    if (ptrmap_get(&d->reg, gep)) all = false;
    Address a = gep_address(d, gep);
    bool simple = !a.index;
    if (simple || (all && (count == 1 || local))) {
        vec_push(&d->addresses, a);
        ptrmap_put(&d->address, gep, d->addresses.len);
    }
    if (!all || (!simple && !(count == 1 || local))) materialise(d, a, reg_of(d, gep, 0));
}

/* --- loads and stores -------------------------------------------------------------------------------- */

static void load_bytes(Decoder *d, uint32_t dst, unsigned bytes, Address a, int64_t offset) {
    a = displaced(d, a, offset);
    if (a.index)
        emit(d, (uint16_t)(OP_LOADX8 + width_index(bytes * 8)), dst, a.base, a.index,
             pack_index(a.scale, a.offset));
    else
        emit(d, (uint16_t)(OP_LOAD8 + width_index(bytes * 8)), dst, a.base, 0, (uint64_t)a.offset);
}

static void store_bytes(Decoder *d, uint32_t value, unsigned bytes, Address a, int64_t offset) {
    a = displaced(d, a, offset);
    if (a.index)
        emit(d, (uint16_t)(OP_STOREX8 + width_index(bytes * 8)), value, a.base, a.index,
             pack_index(a.scale, a.offset));
    else
        emit(d, (uint16_t)(OP_STORE8 + width_index(bytes * 8)), 0, a.base, value, (uint64_t)a.offset);
}

/* Loads `bytes` (1..8) into dst, in pieces where no access has that size. */
static void load_value(Decoder *d, uint32_t dst, unsigned bytes, Address a, int64_t offset) {
    if (bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8) {
        load_bytes(d, dst, bytes, a, offset);
        return;
    }
    uint32_t acc = 0;
    for (unsigned at = 0; at < bytes;) {
        unsigned n = bytes - at >= 4 ? 4 : bytes - at >= 2 ? 2 : 1;
        uint32_t part = new_reg(d);
        load_bytes(d, part, n, a, offset + at);
        if (acc) {
            uint32_t shifted = new_reg(d), sum = at + n == bytes ? dst : new_reg(d);
            emit(d, OP_SHLI64, shifted, part, 0, at * 8);
            emit(d, OP_OR, sum, acc, shifted, 0);
            acc = sum;
        } else {
            acc = part;
        }
        at += n;
    }
}

static void store_value(Decoder *d, uint32_t value, unsigned bytes, Address a, int64_t offset) {
    if (bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8) {
        store_bytes(d, value, bytes, a, offset);
        return;
    }
    for (unsigned at = 0; at < bytes;) {
        unsigned n = bytes - at >= 4 ? 4 : bytes - at >= 2 ? 2 : 1;
        uint32_t part = value;
        if (at) {
            part = new_reg(d);
            emit(d, OP_LSHRI64, part, value, 0, at * 8);
        }
        store_bytes(d, part, n, a, offset + at);
        at += n;
    }
}

/* Loads (or stores) a value of any type; `first` is its first register. */
static void access_memory(Decoder *d, bool store, LLVMTypeRef t, uint32_t first, Address a, int64_t offset) {
    LLVMTypeKind k = LLVMGetTypeKind(t);
    if (k == LLVMStructTypeKind || k == LLVMArrayTypeKind || k == LLVMVectorTypeKind) {
        unsigned n = k == LLVMStructTypeKind  ? LLVMCountStructElementTypes(t)
                     : k == LLVMArrayTypeKind ? (unsigned)LLVMGetArrayLength2(t)
                                              : LLVMGetVectorSize(t);
        if (k == LLVMVectorTypeKind && int_bits(LLVMGetElementType(t)) % 8) {
            missing(d, "a vector of %u-bit integers is in memory, which is not supported",
                    int_bits(LLVMGetElementType(t)));
            return;
        }
        for (unsigned i = 0; i < n; i++) {
            LLVMTypeRef et;
            unsigned at = element_registers(t, i, &et);
            uint64_t where = k == LLVMStructTypeKind
                                 ? LLVMOffsetOfElement(d->l->layout, t, i)
                                 : i * (k == LLVMVectorTypeKind ? (int_bits(et) + 7) / 8
                                                                : LLVMABISizeOfType(d->l->layout, et));
            access_memory(d, store, et, first + at, a, offset + (int64_t)where);
        }
        return;
    }
    unsigned w = int_bits(t), bytes = (w + 7) / 8;
    if (bytes > 8) {
        if (store) {
            store_value(d, first, 8, a, offset);
            store_value(d, first + 1, bytes - 8, a, offset + 8);
        } else {
            load_value(d, first, 8, a, offset);
            load_value(d, first + 1, bytes - 8, a, offset + 8);
        }
        return;
    }
    if (store) {
        store_value(d, first, bytes, a, offset);
    } else if (w % 8) {
        uint32_t t0 = new_reg(d);
        load_value(d, t0, bytes, a, offset);
        emit(d, OP_ANDI, first, t0, 0, (1ull << w) - 1);
    } else {
        load_value(d, first, bytes, a, offset);
    }
}

/* The registers of a value as a contiguous run (constants are loaded one after another). */
static uint32_t contiguous(Decoder *d, LLVMValueRef v) {
    if (!LLVMIsConstant(v)) return reg_of(d, v, 0);
    unsigned n = type_registers(LLVMTypeOf(v));
    if (n == 1) return reg_of(d, v, 0);
    uint64_t *parts = xcalloc(n + 1, sizeof *parts);
    constant_parts(d, v, parts);
    uint32_t first = d->v.nvregs;
    d->v.nvregs += n;
    for (unsigned i = 0; i < n; i++) emit(d, OP_MOVI, first + i, 0, 0, parts[i]);
    free(parts);
    return first;
}

static void decode_atomic_access(Decoder *d, LLVMValueRef i, bool store) {
    LLVMTypeRef t = store ? LLVMTypeOf(LLVMGetOperand(i, 0)) : LLVMTypeOf(i);
    unsigned w = int_bits(t);
    if (type_registers(t) != 1 || !standard_width(w == 1 ? 8 : w)) {
        missing(d, "an atomic access of %u bits, which is not supported", w);
        return;
    }
    unsigned bytes = w == 1 ? 1 : w / 8;
    if (store)
        emit_list(d, OP_ATOMIC, (uint16_t)(ATOMIC_STORE | bytes << 8), LLVMGetOrdering(i), NULL, 0,
                  (uint32_t[]){reg_of(d, LLVMGetOperand(i, 1), 0), reg_of(d, LLVMGetOperand(i, 0), 0)}, 2);
    else
        emit_list(d, OP_ATOMIC, (uint16_t)(ATOMIC_LOAD | bytes << 8), LLVMGetOrdering(i),
                  (uint32_t[]){reg_of(d, i, 0)}, 1, (uint32_t[]){reg_of(d, LLVMGetOperand(i, 0), 0)}, 1);
}

static void decode_rmw(Decoder *d, LLVMValueRef i) {
    static const int8_t map[] = {
        [LLVMAtomicRMWBinOpXchg] = ATOMIC_XCHG, [LLVMAtomicRMWBinOpAdd] = ATOMIC_ADD,
        [LLVMAtomicRMWBinOpSub] = ATOMIC_SUB,   [LLVMAtomicRMWBinOpAnd] = ATOMIC_AND,
        [LLVMAtomicRMWBinOpNand] = ATOMIC_NAND, [LLVMAtomicRMWBinOpOr] = ATOMIC_OR,
        [LLVMAtomicRMWBinOpXor] = ATOMIC_XOR,   [LLVMAtomicRMWBinOpMax] = ATOMIC_MAX,
        [LLVMAtomicRMWBinOpMin] = ATOMIC_MIN,   [LLVMAtomicRMWBinOpUMax] = ATOMIC_UMAX,
        [LLVMAtomicRMWBinOpUMin] = ATOMIC_UMIN, [LLVMAtomicRMWBinOpFAdd] = ATOMIC_FADD,
        [LLVMAtomicRMWBinOpFSub] = ATOMIC_FSUB};
    unsigned kind = LLVMGetAtomicRMWBinOp(i), w = int_bits(LLVMTypeOf(i));
    if (kind >= ARRAY_LEN(map) || (kind && !map[kind]) || !standard_width(w)) {
        missing(d, "an atomic read-modify-write of %u bits of kind %u, which is not supported", w, kind);
        return;
    }
    emit_list(d, OP_ATOMIC, (uint16_t)((unsigned)map[kind] | w / 8 << 8), LLVMGetOrdering(i),
              (uint32_t[]){reg_of(d, i, 0)}, 1,
              (uint32_t[]){reg_of(d, LLVMGetOperand(i, 0), 0), reg_of(d, LLVMGetOperand(i, 1), 0)}, 2);
}

static void decode_cmpxchg(Decoder *d, LLVMValueRef i) {
    LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(i, 1));
    unsigned w = int_bits(t);
    if (!standard_width(w)) {
        missing(d, "an atomic compare-and-exchange of %u bits, which is not supported", w);
        return;
    }
    uint32_t r = reg_of(d, i, 0);
    emit_list(d, OP_ATOMIC, (uint16_t)(ATOMIC_CMPXCHG | w / 8 << 8),
              (uint64_t)LLVMGetCmpXchgSuccessOrdering(i) | (LLVMGetWeak(i) ? ATOMIC_WEAK : 0),
              (uint32_t[]){r, r + 1}, 2,
              (uint32_t[]){reg_of(d, LLVMGetOperand(i, 0), 0), reg_of(d, LLVMGetOperand(i, 1), 0),
                           reg_of(d, LLVMGetOperand(i, 2), 0)},
              3);
}

/* --- arithmetic -------------------------------------------------------------------------------------- */

static uint32_t sign_extended(Decoder *d, uint32_t r, unsigned w) {
    uint32_t x = new_reg(d);
    emit(d, OP_SEXTN, x, r, 0, w | 64 << 8);
    return x;
}

/* dst = a op b on w bits (w <= 64); `imm` is b's value where not NULL. */
static void emit_binary(Decoder *d, LLVMOpcode op, unsigned w, uint32_t dst, uint32_t a, uint32_t b,
                        const uint64_t *imm) {
    uint16_t base;
    bool sign = false, high_bits = false; /* needs sign extension; may leave bits above w */
    switch (op) {
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor: {
        uint16_t rr = op == LLVMAnd ? OP_AND : op == LLVMOr ? OP_OR : OP_XOR;
        uint16_t ri = op == LLVMAnd ? OP_ANDI : op == LLVMOr ? OP_ORI : OP_XORI;
        emit(d, imm ? ri : rr, dst, a, imm ? 0 : b, imm ? *imm : 0);
        return;
    }
    case LLVMAdd: base = OP_ADD8, high_bits = true; break;
    case LLVMSub: base = OP_SUB8, high_bits = true; break;
    case LLVMMul: base = OP_MUL8, high_bits = true; break;
    case LLVMShl: base = OP_SHL8, high_bits = true; break;
    case LLVMLShr: base = OP_LSHR8; break;
    case LLVMAShr: base = OP_ASHR8, sign = high_bits = true; break;
    case LLVMUDiv: base = OP_UDIV8; break;
    case LLVMSDiv: base = OP_SDIV8, sign = high_bits = true; break;
    case LLVMURem: base = OP_UREM8; break;
    case LLVMSRem: base = OP_SREM8, sign = high_bits = true; break;
    default: missing(d, "an integer operation of kind %d, which is not supported", (int)op); return;
    }
    if (standard_width(w)) {
        unsigned k = width_index(w);
        emit(d, (uint16_t)(base + k + (imm ? 4 : 0)), dst, a, imm ? 0 : b, imm ? *imm : 0);
        return;
    }
    uint64_t wide_imm = 0;
    if (sign) {
        a = sign_extended(d, a, w);
        if (op != LLVMAShr) {
            if (imm)
                wide_imm = (uint64_t)((int64_t)(*imm << (64 - w)) >> (64 - w)), imm = &wide_imm;
            else
                b = sign_extended(d, b, w);
        }
    }
    uint32_t t = high_bits ? new_reg(d) : dst;
    emit(d, (uint16_t)(base + 3 + (imm ? 4 : 0)), t, a, imm ? 0 : b, imm ? *imm : 0);
    if (high_bits) emit(d, OP_ANDI, dst, t, 0, (1ull << w) - 1);
}

static int wide_of(LLVMOpcode op) {
    switch (op) {
    case LLVMAdd: return WIDE_ADD;
    case LLVMSub: return WIDE_SUB;
    case LLVMMul: return WIDE_MUL;
    case LLVMUDiv: return WIDE_UDIV;
    case LLVMSDiv: return WIDE_SDIV;
    case LLVMURem: return WIDE_UREM;
    case LLVMSRem: return WIDE_SREM;
    case LLVMAnd: return WIDE_AND;
    case LLVMOr: return WIDE_OR;
    case LLVMXor: return WIDE_XOR;
    case LLVMShl: return WIDE_SHL;
    case LLVMLShr: return WIDE_LSHR;
    case LLVMAShr: return WIDE_ASHR;
    default: return -1;
    }
}

static void wide_sext(Decoder *d, uint32_t *lo, uint32_t *hi, unsigned w) {
    uint32_t r[2] = {new_reg(d), new_reg(d)};
    emit_list(d, OP_WIDE, WIDE_SEXT, w, r, 2, (uint32_t[]){*lo, *hi}, 2);
    *lo = r[0];
    *hi = r[1];
}

static void decode_wide_binary(Decoder *d, LLVMOpcode op, unsigned w, uint32_t dst, LLVMValueRef x,
                               LLVMValueRef y) {
    uint32_t a = contiguous(d, x), b = contiguous(d, y);
    uint32_t al = a, ah = a + 1, bl = b, bh = b + 1;
    if (w < 128 && (op == LLVMSDiv || op == LLVMSRem || op == LLVMAShr)) {
        wide_sext(d, &al, &ah, w);
        if (op != LLVMAShr) wide_sext(d, &bl, &bh, w);
    }
    uint32_t out[2] = {dst, dst + 1}, t[2] = {new_reg(d), new_reg(d)};
    emit_list(d, OP_WIDE, (uint16_t)wide_of(op), 0, w < 128 ? t : out, 2, (uint32_t[]){al, ah, bl, bh}, 4);
    if (w < 128) emit_list(d, OP_WIDE, WIDE_TRUNC, w, out, 2, t, 2);
}

static void decode_binary(Decoder *d, LLVMValueRef i, LLVMOpcode op) {
    LLVMTypeRef t = LLVMTypeOf(i), e = lane_type(t);
    LLVMValueRef x = LLVMGetOperand(i, 0), y = LLVMGetOperand(i, 1);
    unsigned w = int_bits(e);
    uint32_t dst = reg_of(d, i, 0);
    if (is_wide(e)) {
        if (is_vector(t))
            missing(d, "a vector of %u-bit integers, which is not supported", w);
        else
            decode_wide_binary(d, op, w, dst, x, y);
        return;
    }
    if (d->l->options->check_overflow && !is_vector(t) && (op == LLVMAdd || op == LLVMSub || op == LLVMMul) &&
        LLVMGetNSW(i))
        emit_list(d, OP_OVERFLOW,
                  (uint16_t)((op == LLVMAdd   ? 0
                              : op == LLVMSub ? 1
                                              : 2) |
                             w << 8),
                  0, NULL, 0, (uint32_t[]){reg_of(d, x, 0), reg_of(d, y, 0)}, 2);
    uint64_t imm;
    if (!is_vector(t)) {
        if (immediate(d, y, &imm)) {
            emit_binary(d, op, w, dst, reg_of(d, x, 0), 0, &imm);
            return;
        }
        if (immediate(d, x, &imm) &&
            (op == LLVMAdd || op == LLVMMul || op == LLVMAnd || op == LLVMOr || op == LLVMXor)) {
            emit_binary(d, op, w, dst, reg_of(d, y, 0), 0, &imm);
            return;
        }
    }
    for (unsigned k = 0; k < lanes_of(t); k++)
        emit_binary(d, op, w, dst + k, reg_of(d, x, k), reg_of(d, y, k), NULL);
}

static void decode_float_binary(Decoder *d, LLVMValueRef i, LLVMOpcode op) {
    LLVMTypeRef t = LLVMTypeOf(i), e = lane_type(t);
    LLVMValueRef x = LLVMGetOperand(i, 0), y = LLVMGetOperand(i, 1);
    uint32_t dst = reg_of(d, i, 0);
    LLVMTypeKind k = LLVMGetTypeKind(e);
    unsigned which = op == LLVMFAdd ? 0 : op == LLVMFSub ? 1 : op == LLVMFMul ? 2 : op == LLVMFDiv ? 3 : 4;
    if (k == LLVMX86_FP80TypeKind && !is_vector(t)) {
        uint32_t a = contiguous(d, x), b = contiguous(d, y);
        emit_list(d, OP_FLOAT80, (uint16_t)(FLOAT80_ADD + which), 0, (uint32_t[]){dst, dst + 1}, 2,
                  (uint32_t[]){a, a + 1, b, b + 1}, 4);
        return;
    }
    if (k != LLVMFloatTypeKind && k != LLVMDoubleTypeKind) {
        missing(d, "arithmetic on a floating-point type other than float, double and long double");
        return;
    }
    bool single = k == LLVMFloatTypeKind;
    for (unsigned n = 0; n < lanes_of(t); n++) {
        uint32_t a = reg_of(d, x, n), b = reg_of(d, y, n);
        if (which == 4)
            emit_list(d, OP_MISC, single ? MISC_FREM32 : MISC_FREM64, 0, (uint32_t[]){dst + n}, 1,
                      (uint32_t[]){a, b}, 2);
        else
            emit(d, (uint16_t)((single ? OP_FADD32 : OP_FADD64) + which), dst + n, a, b, 0);
    }
}

/* Whether the value is a vector whose parts take more than a register; told as missing then. */
static bool is_wide_vector(Decoder *d, LLVMTypeRef t) {
    if (!is_vector(t) || type_registers(lane_type(t)) == 1) return false;
    missing(d, "a vector of parts wider than 64 bits, which is not supported");
    return true;
}

/* Whether it is a floating-point type that can be moved and passed, and nothing else; told as missing
 * then. */
static bool is_opaque_float(Decoder *d, LLVMTypeRef t) {
    LLVMTypeKind k = LLVMGetTypeKind(lane_type(t));
    if (k != LLVMHalfTypeKind && k != LLVMBFloatTypeKind && k != LLVMFP128TypeKind) return false;
    missing(d, k == LLVMFP128TypeKind ? "128-bit floating point, which is not supported"
                                      : "half-precision floating point, which is not supported");
    return true;
}

static void decode_fneg(Decoder *d, LLVMValueRef i) {
    LLVMTypeRef t = LLVMTypeOf(i), e = lane_type(t);
    if (is_wide_vector(d, t) || is_opaque_float(d, t)) return;
    uint32_t dst = reg_of(d, i, 0);
    if (is_float80(e)) {
        uint32_t a = contiguous(d, LLVMGetOperand(i, 0));
        emit_list(d, OP_FLOAT80, FLOAT80_NEG, 0, (uint32_t[]){dst, dst + 1}, 2, (uint32_t[]){a, a + 1}, 2);
        return;
    }
    for (unsigned k = 0; k < lanes_of(t); k++)
        emit(d, LLVMGetTypeKind(e) == LLVMFloatTypeKind ? OP_FNEG32 : OP_FNEG64, dst + k,
             reg_of(d, LLVMGetOperand(i, 0), k), 0, 0);
}

/* The comparison of two scalars as a table index: predicate within PREDICATES order, operands maybe
 * extended. */
typedef struct Comparison {
    unsigned predicate; /* index into PREDICATES */
    uint32_t a, b;
    bool immediate;
    uint64_t imm;
} Comparison;

static unsigned predicate_index(LLVMIntPredicate p, unsigned w) {
    switch (p) {
    case LLVMIntEQ: return 0;
    case LLVMIntNE: return 1;
    case LLVMIntULT: return 2;
    case LLVMIntULE: return 3;
    case LLVMIntUGT: return 4;
    case LLVMIntUGE: return 5;
    case LLVMIntSLT: return 6 + width_index(w);
    case LLVMIntSLE: return 10 + width_index(w);
    case LLVMIntSGT: return 14 + width_index(w);
    default: return 18 + width_index(w);
    }
}

static Comparison compare_parts(Decoder *d, LLVMIntPredicate p, unsigned w, LLVMValueRef x, LLVMValueRef y,
                                unsigned lane, bool allow_imm) {
    Comparison c = {0};
    bool is_signed = p >= LLVMIntSGT;
    c.a = reg_of(d, x, lane);
    c.immediate = allow_imm && immediate(d, y, &c.imm);
    if (!c.immediate) c.b = reg_of(d, y, lane);
    if (is_signed && !standard_width(w)) {
        c.a = sign_extended(d, c.a, w);
        if (c.immediate)
            c.imm = (uint64_t)((int64_t)(c.imm << (64 - w)) >> (64 - w));
        else
            c.b = sign_extended(d, c.b, w);
        w = 64;
    }
    c.predicate = predicate_index(p, w);
    return c;
}

static void decode_icmp(Decoder *d, LLVMValueRef i) {
    LLVMValueRef x = LLVMGetOperand(i, 0), y = LLVMGetOperand(i, 1);
    LLVMTypeRef t = LLVMTypeOf(x), e = lane_type(t);
    LLVMIntPredicate p = LLVMGetICmpPredicate(i);
    if (is_wide_vector(d, t)) return;
    unsigned w = int_bits(e);
    uint32_t dst = reg_of(d, i, 0);
    if (is_wide(e)) {
        uint32_t a = contiguous(d, x), b = contiguous(d, y);
        uint32_t al = a, ah = a + 1, bl = b, bh = b + 1;
        if (p >= LLVMIntSGT && w < 128) {
            wide_sext(d, &al, &ah, w);
            wide_sext(d, &bl, &bh, w);
        }
        bool swap = p == LLVMIntUGT || p == LLVMIntUGE || p == LLVMIntSGT || p == LLVMIntSGE;
        unsigned op = p == LLVMIntEQ                       ? WIDE_EQ
                      : p == LLVMIntNE                     ? WIDE_NE
                      : p == LLVMIntULT || p == LLVMIntUGT ? WIDE_ULT
                      : p == LLVMIntULE || p == LLVMIntUGE ? WIDE_ULE
                      : p == LLVMIntSLT || p == LLVMIntSGT ? WIDE_SLT
                                                           : WIDE_SLE;
        uint32_t uses[4] = {al, ah, bl, bh}, swapped[4] = {bl, bh, al, ah};
        emit_list(d, OP_WIDE, (uint16_t)op, 0, &dst, 1, swap ? swapped : uses, 4);
        return;
    }
    for (unsigned k = 0; k < lanes_of(t); k++) {
        Comparison c = compare_parts(d, p, w, x, y, k, !is_vector(t));
        emit(d, (uint16_t)(OP_CEQ + 2 * c.predicate + c.immediate), dst + k, c.a, c.b, c.imm);
    }
}

static void decode_fcmp(Decoder *d, LLVMValueRef i) {
    LLVMValueRef x = LLVMGetOperand(i, 0), y = LLVMGetOperand(i, 1);
    LLVMTypeRef t = LLVMTypeOf(x), e = lane_type(t);
    uint32_t dst = reg_of(d, i, 0);
    unsigned p = (unsigned)LLVMGetFCmpPredicate(i);
    if (is_wide_vector(d, t) || is_opaque_float(d, t)) return;
    if (is_float80(e)) {
        uint32_t a = contiguous(d, x), b = contiguous(d, y);
        emit_list(d, OP_FLOAT80, FLOAT80_CMP, p, &dst, 1, (uint32_t[]){a, a + 1, b, b + 1}, 4);
        return;
    }
    for (unsigned k = 0; k < lanes_of(t); k++)
        emit(d, LLVMGetTypeKind(e) == LLVMFloatTypeKind ? OP_FCMP32 : OP_FCMP64, dst + k, reg_of(d, x, k),
             reg_of(d, y, k), p);
}

static void emit_sext(Decoder *d, uint32_t dst, uint32_t a, unsigned from, unsigned to) {
    uint16_t op = OP_SEXTN;
    if (from == 8) op = to == 16 ? OP_SEXT8_16 : to == 32 ? OP_SEXT8_32 : to == 64 ? OP_SEXT8_64 : OP_SEXTN;
    if (from == 16) op = to == 32 ? OP_SEXT16_32 : to == 64 ? OP_SEXT16_64 : OP_SEXTN;
    if (from == 32 && to == 64) op = OP_SEXT32_64;
    emit(d, op, dst, a, 0, op == OP_SEXTN ? from | to << 8 : 0);
}

static void decode_cast(Decoder *d, LLVMValueRef i, LLVMOpcode op) {
    LLVMValueRef x = LLVMGetOperand(i, 0);
    LLVMTypeRef ft = LLVMTypeOf(x), tt = LLVMTypeOf(i);
    LLVMTypeRef fe = lane_type(ft), te = lane_type(tt);
    unsigned from = int_bits(fe), to = int_bits(te);
    uint32_t dst = reg_of(d, i, 0);
    if (op != LLVMBitCast && (is_opaque_float(d, ft) || is_opaque_float(d, tt))) return;
    if (op == LLVMBitCast && (is_vector(ft) || is_vector(tt))) {
        /* Reinterpretation of a vector: shift the parts together or apart through 64-bit pieces. */
        unsigned nf = lanes_of(ft), nt = lanes_of(tt);
        if (from > 64 || to > 64) {
            if (is_wide(te) && is_vector(ft) && from <= 64 && from % 8 == 0) {
                for (unsigned half = 0; half < 2; half++) {
                    unsigned per = 64 / from;
                    uint32_t acc = reg_of(d, x, half * per);
                    for (unsigned k = 1; k < per && half * per + k < nf; k++) {
                        uint32_t s = new_reg(d), o = new_reg(d);
                        emit(d, OP_SHLI64, s, reg_of(d, x, half * per + k), 0, k * from);
                        emit(d, OP_OR, o, acc, s, 0);
                        acc = o;
                    }
                    emit(d, OP_MOV, dst + half, acc, 0, 0);
                }
                return;
            }
            missing(d, "a reinterpretation of a vector with odd or very wide parts, which is not supported");
            return;
        }
        for (unsigned k = 0; k < nt; k++) {
            uint32_t acc = 0;
            for (unsigned bit = 0; bit < to;) {
                unsigned at = k * to + bit, lane = at / from, shift = at % from,
                         n = MIN(from - shift, to - bit);
                uint32_t r = reg_of(d, x, lane);
                if (shift) {
                    uint32_t s = new_reg(d);
                    emit(d, OP_LSHRI64, s, r, 0, shift);
                    r = s;
                }
                if (n < from - shift) {
                    uint32_t s = new_reg(d);
                    emit(d, OP_ANDI, s, r, 0, n < 64 ? (1ull << n) - 1 : ~0ull);
                    r = s;
                }
                if (bit) {
                    uint32_t s = new_reg(d);
                    emit(d, OP_SHLI64, s, r, 0, bit);
                    r = s;
                }
                if (acc) {
                    uint32_t o = new_reg(d);
                    emit(d, OP_OR, o, acc, r, 0);
                    acc = o;
                } else
                    acc = r;
                bit += n;
            }
            emit(d, OP_MOV, dst + k, acc, 0, 0);
        }
        return;
    }
    for (unsigned k = 0; k < lanes_of(tt); k++) {
        uint32_t out = dst + k * type_registers(te), a = reg_of(d, x, k * type_registers(fe));
        uint32_t ahi = type_registers(fe) == 2 ? reg_of(d, x, k * 2 + 1) : 0;
        switch (op) {
        case LLVMZExt:
            emit(d, OP_MOV, out, a, 0, 0);
            if (is_wide(te)) {
                if (is_wide(fe))
                    emit(d, OP_MOV, out + 1, ahi, 0, 0);
                else
                    emit(d, OP_MOVI, out + 1, 0, 0, 0);
            }
            break;
        case LLVMSExt:
            if (is_wide(te)) {
                uint32_t lo = a, hi = ahi;
                if (!is_wide(fe)) {
                    lo = new_reg(d);
                    if (from == 64)
                        emit(d, OP_MOV, lo, a, 0, 0);
                    else
                        emit(d, OP_SEXTN, lo, a, 0, from | 64 << 8);
                    hi = new_reg(d);
                    emit(d, OP_ASHRI64, hi, lo, 0, 63);
                } else {
                    wide_sext(d, &lo, &hi, from);
                }
                if (to < 128)
                    emit_list(d, OP_WIDE, WIDE_TRUNC, to, (uint32_t[]){out, out + 1}, 2, (uint32_t[]){lo, hi},
                              2);
                else {
                    emit(d, OP_MOV, out, lo, 0, 0);
                    emit(d, OP_MOV, out + 1, hi, 0, 0);
                }
            } else
                emit_sext(d, out, a, from, to);
            break;
        case LLVMTrunc:
            if (is_wide(te)) {
                emit_list(d, OP_WIDE, WIDE_TRUNC, to, (uint32_t[]){out, out + 1}, 2, (uint32_t[]){a, ahi}, 2);
            } else if (standard_width(to) && to < 64) {
                emit(d, (uint16_t)(OP_TRUNC8 + width_index(to)), out, a, 0, 0);
            } else if (to == 64) {
                emit(d, OP_MOV, out, a, 0, 0);
            } else {
                emit(d, OP_ANDI, out, a, 0, (1ull << to) - 1);
            }
            break;
        case LLVMPtrToInt:
        case LLVMIntToPtr: {
            unsigned n = MIN(from, to);
            if (n < 64 && to < from)
                emit(d, OP_ANDI, out, a, 0, (1ull << n) - 1);
            else
                emit(d, OP_MOV, out, a, 0, 0);
            if (is_wide(te)) emit(d, OP_MOVI, out + 1, 0, 0, 0);
            break;
        }
        case LLVMBitCast:
        case LLVMAddrSpaceCast:
            emit(d, OP_MOV, out, a, 0, 0);
            if (type_registers(te) == 2) emit(d, OP_MOV, out + 1, ahi, 0, 0);
            break;
        case LLVMFPExt:
        case LLVMFPTrunc:
            if (is_float80(te))
                emit_list(d, OP_FLOAT80, from == 32 ? FLOAT80_FROM32 : FLOAT80_FROM64, 0,
                          (uint32_t[]){out, out + 1}, 2, &a, 1);
            else if (is_float80(fe))
                emit_list(d, OP_FLOAT80, to == 32 ? FLOAT80_TO32 : FLOAT80_TO64, 0, &out, 1,
                          (uint32_t[]){a, ahi}, 2);
            else if (from == 16 || to == 16)
                missing(d, "half-precision floating point, which is not supported");
            else
                emit(d, op == LLVMFPExt ? OP_FEXT : OP_FTRUNC, out, a, 0, 0);
            break;
        case LLVMSIToFP:
        case LLVMUIToFP: {
            bool sign = op == LLVMSIToFP;
            if (is_wide(fe)) {
                if (is_float80(te) || to == 16)
                    missing(d, "a conversion of a 128-bit integer to this floating-point type, which is not "
                               "supported");
                else
                    emit_list(d, OP_MISC, sign ? MISC_I128TOF : MISC_U128TOF, to, &out, 1,
                              (uint32_t[]){a, ahi}, 2);
            } else if (is_float80(te))
                emit_list(d, OP_FLOAT80, sign ? FLOAT80_FROMSI : FLOAT80_FROMUI, from,
                          (uint32_t[]){out, out + 1}, 2, &a, 1);
            else
                emit(d, to == 32 ? (sign ? OP_SITOF32 : OP_UITOF32) : (sign ? OP_SITOF64 : OP_UITOF64), out,
                     a, 0, from);
            break;
        }
        case LLVMFPToSI:
        case LLVMFPToUI: {
            bool sign = op == LLVMFPToSI;
            if (is_wide(te)) {
                if (is_float80(fe))
                    missing(d, "a conversion of long double to a 128-bit integer, which is not supported");
                else
                    emit_list(d, OP_MISC, sign ? MISC_FTOI128 : MISC_FTOU128, from,
                              (uint32_t[]){out, out + 1}, 2, &a, 1);
            } else if (is_float80(fe))
                emit_list(d, OP_FLOAT80, sign ? FLOAT80_TOSI : FLOAT80_TOUI, to, &out, 1,
                          (uint32_t[]){a, ahi}, 2);
            else
                emit(d, from == 32 ? (sign ? OP_F32TOSI : OP_F32TOUI) : (sign ? OP_F64TOSI : OP_F64TOUI), out,
                     a, 0, to);
            break;
        }
        default: missing(d, "a conversion of kind %d, which is not supported", (int)op); return;
        }
    }
}

static void decode_select(Decoder *d, LLVMValueRef i) {
    LLVMValueRef c = LLVMGetOperand(i, 0), x = LLVMGetOperand(i, 1), y = LLVMGetOperand(i, 2);
    unsigned n = type_registers(LLVMTypeOf(i));
    uint32_t dst = reg_of(d, i, 0);
    bool lanes = is_vector(LLVMTypeOf(c));
    unsigned per = lanes ? n / lanes_of(LLVMTypeOf(i)) : n;
    for (unsigned k = 0; k < n; k++)
        emit_select(d, dst + k, reg_of(d, c, lanes ? k / per : 0), reg_of(d, x, k), reg_of(d, y, k));
}

/* --- calls ------------------------------------------------------------------------------------------- */

static bool starts(const char *s, const char *prefix) { return !strncmp(s, prefix, strlen(prefix)); }

static void float_misc(Decoder *d, LLVMValueRef call, int f32, int f64, int f80, unsigned nargs) {
    LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(call, 0)), e = lane_type(t);
    if (is_wide_vector(d, t) || is_opaque_float(d, t)) return;
    uint32_t dst = reg_of(d, call, 0);
    if (is_float80(e)) {
        uint32_t uses[6];
        for (unsigned k = 0; k < nargs; k++) {
            uint32_t r = contiguous(d, LLVMGetOperand(call, k));
            uses[2 * k] = r;
            uses[2 * k + 1] = r + 1;
        }
        if (f80 < 0) {
            missing(d, "an operation on long double, which is not supported");
            return;
        }
        emit_list(d, OP_FLOAT80, (uint16_t)f80, 0, (uint32_t[]){dst, dst + 1}, 2, uses, 2 * nargs);
        return;
    }
    for (unsigned k = 0; k < lanes_of(t); k++) {
        uint32_t uses[3];
        for (unsigned n = 0; n < nargs; n++) uses[n] = reg_of(d, LLVMGetOperand(call, n), k);
        emit_list(d, OP_MISC, (uint16_t)(LLVMGetTypeKind(e) == LLVMFloatTypeKind ? f32 : f64), 0,
                  (uint32_t[]){dst + k}, 1, uses, nargs);
    }
}

/* Common intrinsics as plain instructions: true where done. */
static bool simple_misc(Decoder *d, LLVMValueRef call, int op) {
    LLVMValueRef x = LLVMGetOperand(call, 0);
    LLVMTypeRef t = LLVMTypeOf(x);
    unsigned w = int_bits(t);
    if (is_vector(t) || !standard_width(w)) return false;
    unsigned k = width_index(w);
    uint32_t dst = reg_of(d, call, 0), a = reg_of(d, x, 0);
    uint64_t amount;
    switch (op) {
    case MISC_FSHL:
    case MISC_FSHR: {
        if (!immediate(d, LLVMGetOperand(call, 2), &amount)) return false;
        amount %= w;
        if (op == MISC_FSHR) amount = (w - amount) % w;
        if (!amount || (op == MISC_FSHR && amount == w)) return false;
        uint32_t b = reg_of(d, LLVMGetOperand(call, 1), 0);
        if (x == LLVMGetOperand(call, 1) && w >= 32) {
            emit(d, w == 32 ? OP_ROTLI32 : OP_ROTLI64, dst, a, 0, amount);
            return true;
        }
        uint32_t high = new_reg(d), low = new_reg(d);
        emit(d, (uint16_t)(OP_SHLI8 + k), high, a, 0, amount);
        emit(d, (uint16_t)(OP_LSHRI8 + k), low, b, 0, w - amount);
        emit(d, OP_OR, dst, high, low, 0);
        return true;
    }
    case MISC_UMIN:
    case MISC_UMAX:
    case MISC_SMIN:
    case MISC_SMAX: {
        uint32_t b = reg_of(d, LLVMGetOperand(call, 1), 0), c = new_reg(d);
        bool is_signed = op == MISC_SMIN || op == MISC_SMAX, maximum = op == MISC_UMAX || op == MISC_SMAX;
        emit(d, (uint16_t)(OP_CEQ + 2 * (is_signed ? 6 + k : 2)), c, a, b, 0); /* a < b */
        emit_select(d, dst, c, maximum ? b : a, maximum ? a : b);
        return true;
    }
    case MISC_ABS: {
        uint32_t c = new_reg(d), n = new_reg(d), zero = zero_reg(d);
        emit(d, (uint16_t)(OP_CEQ + 2 * (6 + k) + 1), c, a, 0, 0);
        emit(d, (uint16_t)(OP_SUB8 + k), n, zero, a, 0);
        emit_select(d, dst, c, n, a);
        return true;
    }
    case MISC_UADDO:
    case MISC_USUBO: {
        uint32_t b = reg_of(d, LLVMGetOperand(call, 1), 0), r = new_reg(d), o = new_reg(d);
        emit(d, (uint16_t)((op == MISC_UADDO ? OP_ADD8 : OP_SUB8) + k), r, a, b, 0);
        if (op == MISC_UADDO)
            emit(d, OP_CULT, o, r, a, 0);
        else
            emit(d, OP_CULT, o, a, b, 0);
        emit(d, OP_MOV, dst, r, 0, 0);
        emit(d, OP_MOV, dst + 1, o, 0, 0);
        return true;
    }
    case MISC_USUBSAT: {
        uint32_t b = reg_of(d, LLVMGetOperand(call, 1), 0), r = new_reg(d), o = new_reg(d),
                 zero = zero_reg(d);
        emit(d, (uint16_t)(OP_SUB8 + k), r, a, b, 0);
        emit(d, OP_CULT, o, a, b, 0);
        emit_select(d, dst, o, zero, r);
        return true;
    }
    default: return false;
    }
}

static void int_misc(Decoder *d, LLVMValueRef call, int op, unsigned nargs) {
    if (simple_misc(d, call, op)) return;
    LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(call, 0)), e = lane_type(t);
    if (is_wide_vector(d, t)) return;
    unsigned w = int_bits(e);
    uint32_t dst = reg_of(d, call, 0);
    if (w > 64) {
        /* Defined on two halves; vm/special.c tells them by the number of registers. */
        uint32_t uses[6], n = 0;
        for (unsigned k = 0; k < nargs; k++) {
            uint32_t r = contiguous(d, LLVMGetOperand(call, k));
            uses[n++] = r;
            uses[n++] = r + 1;
        }
        unsigned nd = type_registers(LLVMTypeOf(call));
        uint32_t defs[3] = {dst, dst + 1, dst + 2};
        emit_list(d, OP_MISC, (uint16_t)op, w, defs, nd, uses, n);
        return;
    }
    unsigned lanes = lanes_of(t);
    bool overflow = op >= MISC_UADDO && op <= MISC_SMULO;
    for (unsigned k = 0; k < lanes; k++) {
        uint32_t uses[3];
        for (unsigned n = 0; n < nargs; n++) uses[n] = reg_of(d, LLVMGetOperand(call, n), k);
        uint32_t defs[2] = {dst + k, dst + lanes + k};
        emit_list(d, OP_MISC, (uint16_t)op, w, defs, overflow ? 2 : 1, uses, nargs);
    }
}

static void reduce_vector(Decoder *d, LLVMValueRef call, LLVMOpcode op) {
    LLVMValueRef x = LLVMGetOperand(call, 0);
    if (is_wide_vector(d, LLVMTypeOf(x))) return;
    unsigned n = lanes_of(LLVMTypeOf(x)), w = int_bits(lane_type(LLVMTypeOf(x)));
    uint32_t acc = reg_of(d, x, 0);
    for (unsigned k = 1; k < n; k++) {
        uint32_t t = new_reg(d);
        emit_binary(d, op, w, t, acc, reg_of(d, x, k), NULL);
        acc = t;
    }
    emit(d, OP_MOV, reg_of(d, call, 0), acc, 0, 0);
}

static LLVMTypeRef byval_type(LLVMValueRef call, unsigned argument) {
    unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
    LLVMAttributeRef a = LLVMIsAFunction(call) ? LLVMGetEnumAttributeAtIndex(call, argument + 1, kind)
                                               : LLVMGetCallSiteEnumAttribute(call, argument + 1, kind);
    return a ? LLVMGetTypeAttributeValue(a) : NULL;
}

/* The alignment of a copy on the stack. */
static uint64_t byval_alignment(Decoder *d, LLVMValueRef call, unsigned argument, LLVMTypeRef by) {
    unsigned kind = LLVMGetEnumAttributeKindForName("align", 5);
    LLVMAttributeRef a = LLVMIsAFunction(call) ? LLVMGetEnumAttributeAtIndex(call, argument + 1, kind)
                                               : LLVMGetCallSiteEnumAttribute(call, argument + 1, kind);
    return a ? LLVMGetEnumAttributeValue(a) : LLVMABIAlignmentOfType(d->l->layout, by);
}

/* Moves the cursor over an argument of type `t`; with `area`, stores it there. Its registers begin with
 * `first`. */
static void pass_argument(Decoder *d, ArgumentCursor *c, LLVMTypeRef t, uint32_t first, uint32_t area) {
    LLVMTypeKind k = LLVMGetTypeKind(t);
    if (k == LLVMStructTypeKind || k == LLVMArrayTypeKind) {
        unsigned n =
            k == LLVMStructTypeKind ? LLVMCountStructElementTypes(t) : (unsigned)LLVMGetArrayLength2(t);
        for (unsigned i = 0; i < n; i++) {
            LLVMTypeRef et;
            unsigned at = element_registers(t, i, &et);
            pass_argument(d, c, et, first + at, area);
        }
        return;
    }
    uint64_t at = argument_place(d->l, c, t);
    if (!area) return;
    /* A narrow integer fills its place, as it would fill a machine's register. */
    if (k == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) < 64) t = LLVMInt64TypeInContext(d->l->context);
    access_memory(d, true, t, first, (Address){.base = area}, (int64_t)at);
}

/* Puts the arguments of a call from number `from` on where a variadic function finds them; the register with
 * the place. */
static uint32_t pass_variadic(Decoder *d, LLVMValueRef call, unsigned from, const char *name) {
    ArgumentCursor c = {0}, *most = &d->va_most;
    uint32_t area = new_reg(d);
    emit(d, OP_STACKADDR, area, 0, 0, UINT64_MAX); /* patched when the size of the area is known */
    for (unsigned k = 0, n = LLVMGetNumArgOperands(call); k < n; k++) {
        LLVMValueRef a = LLVMGetOperand(call, k);
        LLVMTypeRef by = byval_type(call, k);
        if (!by) {
            pass_argument(d, &c, LLVMTypeOf(a), k < from ? 0 : contiguous(d, a), k < from ? 0 : area);
            continue;
        }
        uint64_t bytes = LLVMABISizeOfType(d->l->layout, by),
                 at = argument_place_of_copy(&c, bytes, byval_alignment(d, call, k, by));
        if (k < from) continue;
        uint32_t to = new_reg(d);
        emit(d, OP_ADDI64, to, area, 0, at);
        emit_list(d, OP_MISC, MISC_MEMCPY, 0, NULL, 0,
                  (uint32_t[]){to, reg_of(d, a, 0), constant_reg(d, bytes)}, 3);
    }
    /* libc's syscall() reads six arguments whatever it was given. */
    if (name && !strcmp(name, "syscall")) c.general = VARIADIC_GENERAL, c.stack = MAX(c.stack, 8);
    most->general = MAX(most->general, c.general);
    most->vector = MAX(most->vector, c.vector);
    most->stack = MAX(most->stack, c.stack);
    most->align = MAX(most->align, c.align);
    return area;
}

/* The state of a va_list: how much of the registers the named arguments took, and where the others are. */
static void decode_va_start(Decoder *d, uint32_t list) {
    ArgumentCursor c = {0};
    for (unsigned k = 0, n = LLVMCountParams(d->fn); k < n; k++) {
        LLVMTypeRef by = byval_type(d->fn, k);
        if (by)
            argument_place_of_copy(&c, LLVMABISizeOfType(d->l->layout, by), byval_alignment(d, d->fn, k, by));
        else
            pass_argument(d, &c, LLVMTypeOf(LLVMGetParam(d->fn, k)), 0, 0);
    }
    uint32_t area = d->va_area ? d->va_area : constant_reg(d, 0), stack = new_reg(d);
    emit_list(d, OP_MISC, MISC_VASTART, 0, NULL, 0, &area, 1);
    emit(d, OP_ADDI64, stack, area, 0, VARIADIC_STACK + c.stack);
    Address to = {.base = list};
    store_bytes(d, constant_reg(d, 8 * c.general | (uint64_t)(8 * VARIADIC_GENERAL + 16 * c.vector) << 32), 8,
                to, 0);
    store_bytes(d, stack, 8, to, 8);
    store_bytes(d, area, 8, to, 16);
}

static void decode_intrinsic(Decoder *d, LLVMValueRef call, const char *name) {
    const char *s = name + 5;
    static const char *const ignored[] = {"dbg.",           "lifetime.",      "assume",
                                          "donothing",      "prefetch",       "experimental.noalias",
                                          "invariant.",     "var.annotation", "sideeffect",
                                          "va_end",         "annotation",     "pseudoprobe",
                                          "stackprotector", "clear_cache",    "experimental.guard"};
    for (size_t k = 0; k < ARRAY_LEN(ignored); k++)
        if (starts(s, ignored[k])) return;
    static const struct {
        const char *name;
        int f32, f64, f80;
        unsigned args;
    } floats[] = {{"fabs.", MISC_FABS32, MISC_FABS64, FLOAT80_FABS, 1},
                  {"sqrt.", MISC_SQRT32, MISC_SQRT64, FLOAT80_SQRT, 1},
                  {"floor.", MISC_FLOOR32, MISC_FLOOR64, FLOAT80_FLOOR, 1},
                  {"ceil.", MISC_CEIL32, MISC_CEIL64, FLOAT80_CEIL, 1},
                  {"trunc.", MISC_FTRUNC32, MISC_FTRUNC64, FLOAT80_TRUNC, 1},
                  {"rint.", MISC_RINT32, MISC_RINT64, FLOAT80_RINT, 1},
                  {"nearbyint.", MISC_RINT32, MISC_RINT64, FLOAT80_RINT, 1},
                  {"roundeven.", MISC_RINT32, MISC_RINT64, FLOAT80_RINT, 1},
                  {"round.", MISC_ROUND32, MISC_ROUND64, -1, 1},
                  {"copysign.", MISC_COPYSIGN32, MISC_COPYSIGN64, FLOAT80_COPYSIGN, 2},
                  {"fma.", MISC_FMA32, MISC_FMA64, FLOAT80_FMA, 3},
                  {"fmuladd.", MISC_FMA32, MISC_FMA64, FLOAT80_FMA, 3},
                  {"minnum.", MISC_FMIN32, MISC_FMIN64, FLOAT80_MIN, 2},
                  {"maxnum.", MISC_FMAX32, MISC_FMAX64, FLOAT80_MAX, 2}};
    for (size_t k = 0; k < ARRAY_LEN(floats); k++)
        if (starts(s, floats[k].name)) {
            if (starts(s, "fmuladd.")) {
                /* Clang's targets without fused multiply-add compute the two operations apart. */
                LLVMTypeRef t = LLVMTypeOf(call), e = lane_type(t);
                if (!is_float80(e)) {
                    bool single = LLVMGetTypeKind(e) == LLVMFloatTypeKind;
                    for (unsigned n = 0; n < lanes_of(t); n++) {
                        uint32_t m = new_reg(d);
                        emit(d, single ? OP_FMUL32 : OP_FMUL64, m, reg_of(d, LLVMGetOperand(call, 0), n),
                             reg_of(d, LLVMGetOperand(call, 1), n), 0);
                        emit(d, single ? OP_FADD32 : OP_FADD64, reg_of(d, call, n), m,
                             reg_of(d, LLVMGetOperand(call, 2), n), 0);
                    }
                    return;
                }
            }
            float_misc(d, call, floats[k].f32, floats[k].f64, floats[k].f80, floats[k].args);
            return;
        }
    static const struct {
        const char *name;
        int op;
        unsigned args;
    } ints[] = {{"bswap.", MISC_BSWAP, 1},
                {"bitreverse.", MISC_BITREVERSE, 1},
                {"ctpop.", MISC_CTPOP, 1},
                {"ctlz.", MISC_CTLZ, 1},
                {"cttz.", MISC_CTTZ, 1},
                {"fshl.", MISC_FSHL, 3},
                {"fshr.", MISC_FSHR, 3},
                {"umin.", MISC_UMIN, 2},
                {"umax.", MISC_UMAX, 2},
                {"smin.", MISC_SMIN, 2},
                {"smax.", MISC_SMAX, 2},
                {"abs.", MISC_ABS, 1},
                {"uadd.with.overflow.", MISC_UADDO, 2},
                {"sadd.with.overflow.", MISC_SADDO, 2},
                {"usub.with.overflow.", MISC_USUBO, 2},
                {"ssub.with.overflow.", MISC_SSUBO, 2},
                {"umul.with.overflow.", MISC_UMULO, 2},
                {"smul.with.overflow.", MISC_SMULO, 2},
                {"uadd.sat.", MISC_UADDSAT, 2},
                {"sadd.sat.", MISC_SADDSAT, 2},
                {"usub.sat.", MISC_USUBSAT, 2},
                {"ssub.sat.", MISC_SSUBSAT, 2}};
    for (size_t k = 0; k < ARRAY_LEN(ints); k++)
        if (starts(s, ints[k].name)) {
            int_misc(d, call, ints[k].op, ints[k].args);
            return;
        }
    if (starts(s, "memcpy.") || starts(s, "memmove.") || starts(s, "memset.")) {
        uint32_t uses[3] = {reg_of(d, LLVMGetOperand(call, 0), 0), reg_of(d, LLVMGetOperand(call, 1), 0),
                            reg_of(d, LLVMGetOperand(call, 2), 0)};
        emit_list(d, OP_MISC,
                  starts(s, "memset.")    ? MISC_MEMSET
                  : starts(s, "memmove.") ? MISC_MEMMOVE
                                          : MISC_MEMCPY,
                  0, NULL, 0, uses, 3);
        return;
    }
    if (starts(s, "ptrmask.")) {
        emit(d, OP_AND, reg_of(d, call, 0), reg_of(d, LLVMGetOperand(call, 0), 0),
             reg_of(d, LLVMGetOperand(call, 1), 0), 0);
    } else if (starts(s, "expect.") || starts(s, "ssa.copy") || starts(s, "launder.") ||
               starts(s, "strip.") || starts(s, "ptr.annotation")) {
        emit(d, OP_MOV, reg_of(d, call, 0), reg_of(d, LLVMGetOperand(call, 0), 0), 0, 0);
    } else if (starts(s, "load.relative.")) {
        /* A table of 32-bit distances from the table itself. */
        uint32_t base = reg_of(d, LLVMGetOperand(call, 0), 0), at = new_reg(d), word = new_reg(d),
                 distance = new_reg(d);
        emit(d, OP_ADD64, at, base, reg_of(d, LLVMGetOperand(call, 1), 0), 0);
        emit(d, OP_LOAD32, word, at, 0, 0);
        emit(d, OP_SEXT32_64, distance, word, 0, 0);
        emit(d, OP_ADD64, reg_of(d, call, 0), base, distance, 0);
    } else if (starts(s, "threadlocal.address")) {
        LLVMValueRef g = LLVMGetOperand(call, 0);
        while (LLVMIsAGlobalAlias(g)) g = LLVMAliasGetAliasee(g);
        emit(d, OP_TLSADDR, reg_of(d, call, 0), 0, 0, ptrmap_get(&d->l->global_tls, g) - 1);
    } else if (starts(s, "objectsize.")) {
        bool minimum = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1)) != 0;
        unsigned w = int_bits(LLVMTypeOf(call));
        emit(d, OP_MOVI, reg_of(d, call, 0), 0, 0, minimum ? 0 : w < 64 ? (1ull << w) - 1 : ~0ull);
    } else if (starts(s, "is.constant.")) {
        emit(d, OP_MOVI, reg_of(d, call, 0), 0, 0, 0);
    } else if (starts(s, "is.fpclass.")) {
        LLVMTypeRef e = LLVMTypeOf(LLVMGetOperand(call, 0));
        if (type_registers(e) != 1 || is_vector(e)) {
            missing(d, "the intrinsic %s, which is not supported", name);
            return;
        }
        uint32_t r = reg_of(d, call, 0);
        emit_list(d, OP_MISC, int_bits(e) == 32 ? MISC_FPCLASS32 : MISC_FPCLASS64,
                  LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1)), &r, 1,
                  (uint32_t[]){reg_of(d, LLVMGetOperand(call, 0), 0)}, 1);
    } else if (starts(s, "va_start")) {
        decode_va_start(d, reg_of(d, LLVMGetOperand(call, 0), 0));
    } else if (starts(s, "va_copy")) {
        Address to = {.base = reg_of(d, LLVMGetOperand(call, 0), 0)},
                from = {.base = reg_of(d, LLVMGetOperand(call, 1), 0)};
        for (int64_t k = 0; k < 24; k += 8) {
            uint32_t r = new_reg(d);
            load_bytes(d, r, 8, from, k);
            store_bytes(d, r, 8, to, k);
        }
    } else if (starts(s, "stacksave")) {
        uint32_t r = reg_of(d, call, 0);
        emit_list(d, OP_MISC, MISC_STACKSAVE, 0, &r, 1, NULL, 0);
    } else if (starts(s, "stackrestore")) {
        emit_list(d, OP_MISC, MISC_STACKRESTORE, 0, NULL, 0,
                  (uint32_t[]){reg_of(d, LLVMGetOperand(call, 0), 0)}, 1);
    } else if (starts(s, "frameaddress") || starts(s, "returnaddress") ||
               starts(s, "addressofreturnaddress")) {
        emit(d, OP_MOVI, reg_of(d, call, 0), 0, 0, 0);
    } else if (starts(s, "trap") || starts(s, "debugtrap") || starts(s, "ubsantrap")) {
        emit_list(d, OP_MISC, MISC_TRAP, 0, NULL, 0, NULL, 0);
    } else if (starts(s, "readcyclecounter")) {
        uint32_t r = reg_of(d, call, 0);
        emit_list(d, OP_MISC, MISC_READCYCLE, 0, &r, 1, NULL, 0);
    } else if (starts(s, "vector.reduce.add")) {
        reduce_vector(d, call, LLVMAdd);
    } else if (starts(s, "vector.reduce.and")) {
        reduce_vector(d, call, LLVMAnd);
    } else if (starts(s, "vector.reduce.or")) {
        reduce_vector(d, call, LLVMOr);
    } else if (starts(s, "vector.reduce.xor")) {
        reduce_vector(d, call, LLVMXor);
    } else if (starts(s, "vector.reduce.mul")) {
        reduce_vector(d, call, LLVMMul);
    } else if (starts(s, "lrint.") || starts(s, "llrint.")) {
        LLVMTypeRef e = LLVMTypeOf(LLVMGetOperand(call, 0));
        uint32_t r = reg_of(d, call, 0);
        if (is_float80(e)) {
            missing(d, "the intrinsic %s, which is not supported", name);
            return;
        }
        emit_list(d, OP_MISC, int_bits(e) == 32 ? MISC_LRINT32 : MISC_LRINT64, int_bits(LLVMTypeOf(call)), &r,
                  1, (uint32_t[]){reg_of(d, LLVMGetOperand(call, 0), 0)}, 1);
    } else {
        missing(d, "the intrinsic %s, which is not supported", name);
    }
}

static void decode_asm(Decoder *d, LLVMValueRef call, LLVMValueRef assembly) {
    size_t n;
    const char *text = LLVMGetInlineAsmAsmString(assembly, &n);
    const char *p = text;
    while (*p == ' ' || *p == '\t' || *p == '\n' || *p == ';') p++;
    unsigned results = type_registers(LLVMTypeOf(call));
    bool nothing = *p == 0 || starts(p, "#") || !strcmp(p, "pause") || starts(p, "rep; nop") ||
                   starts(p, "rep;nop") || !strcmp(p, "nop");
    if (nothing && results == 0) return;
    if (*p == 0 && results == 1 && LLVMGetNumArgOperands(call) >= 1) {
        emit(d, OP_MOV, reg_of(d, call, 0),
             reg_of(d, LLVMGetOperand(call, LLVMGetNumArgOperands(call) - 1), 0), 0, 0);
        return;
    }
    if (starts(p, "mfence") || starts(p, "lfence") || starts(p, "sfence") || starts(p, "lock; addl $$0")) {
        emit_list(d, OP_ATOMIC, ATOMIC_FENCE, LLVMAtomicOrderingSequentiallyConsistent, NULL, 0, NULL, 0);
        return;
    }
    missing(d, "inline assembly, which is not supported: \"%.120s\"", text);
}

static bool decode_hidden_operation(Decoder *d, LLVMValueRef call, const char *name) {
    const char *s = name + strlen("__heddle_op_");
    if (!strcmp(s, "unreachable")) {
        emit(d, OP_UNREACHABLE, 0, 0, 0, 0);
        return true;
    }
    if (starts(s, "fptosi.") || starts(s, "fptoui.")) {
        decode_cast(d, call, starts(s, "fptosi.") ? LLVMFPToSI : LLVMFPToUI);
        return true;
    }
    LLVMOpcode op = starts(s, "shl.")    ? LLVMShl
                    : starts(s, "lshr.") ? LLVMLShr
                    : starts(s, "ashr.") ? LLVMAShr
                    : starts(s, "sdiv")  ? LLVMSDiv
                    : starts(s, "udiv")  ? LLVMUDiv
                    : starts(s, "srem")  ? LLVMSRem
                                         : LLVMURem;
    LLVMTypeRef t = LLVMTypeOf(call);
    LLVMValueRef x = LLVMGetOperand(call, 0), y = LLVMGetOperand(call, 1);
    uint64_t imm;
    uint32_t dst = reg_of(d, call, 0);
    if (is_wide(t))
        decode_wide_binary(d, op, int_bits(t), dst, x, y);
    else if (immediate(d, y, &imm))
        emit_binary(d, op, int_bits(t), dst, reg_of(d, x, 0), 0, &imm);
    else
        emit_binary(d, op, int_bits(t), dst, reg_of(d, x, 0), reg_of(d, y, 0), NULL);
    return true;
}

/* Memory of the frame: an object with red zones around it. */
static uint32_t frame_object(Decoder *d, uint64_t size, uint64_t align) {
    uint64_t at = d->frame_bytes + 16; /* red zone before */
    align = MAX(align, 16);
    at = (at + align - 1) & ~(align - 1);
    d->frame_align = MAX(d->frame_align, align);
    StackObject o = {(uint32_t)at, (uint32_t)size};
    vec_push(&d->objects, o);
    d->frame_bytes = (at + size + 15) & ~15ull;
    return (uint32_t)at;
}

static void decode_call(Decoder *d, LLVMValueRef call) {
    LLVMValueRef callee = LLVMGetCalledValue(call);
    if (LLVMIsAInlineAsm(callee)) {
        decode_asm(d, call, callee);
        return;
    }
    while (LLVMIsAGlobalAlias(callee)) callee = LLVMAliasGetAliasee(callee);
    LLVMTypeRef ft = LLVMGetCalledFunctionType(call);
    const char *name = LLVMIsAFunction(callee) ? LLVMGetValueName(callee) : NULL;
    if (name && starts(name, "llvm.")) {
        decode_intrinsic(d, call, name);
        return;
    }
    if (name && starts(name, "__heddle_op_") && decode_hidden_operation(d, call, name)) return;

    unsigned nargs = LLVMGetNumArgOperands(call), fixed = LLVMCountParamTypes(ft);
    unsigned nd = type_registers(LLVMTypeOf(call));
    VEC(uint32_t) uses = {0};
    uint64_t index = name ? ptrmap_get(&d->l->function_index, callee) : 0;
    /* Without a prototype the arguments of a variadic function look like any other's; the function itself
     * knows better. */
    LLVMTypeRef own = index ? LLVMGlobalGetValueType(callee) : ft;
    bool variadic = LLVMIsFunctionVarArg(own);
    bool defined = index && !LLVMIsDeclaration(callee);
    unsigned named = index && (defined || variadic) ? LLVMCountParamTypes(own) : fixed;
    if (!index) vec_push(&uses, reg_of(d, callee, 0));
    for (unsigned k = 0; k < nargs && k < named; k++) {
        LLVMValueRef a = LLVMGetOperand(call, k);
        for (unsigned n = 0; n < type_registers(LLVMTypeOf(a)); n++) vec_push(&uses, reg_of(d, a, n));
    }
    for (unsigned k = nargs; k < named; k++) /* left out: zero */
        for (unsigned n = 0, m = type_registers(LLVMTypeOf(LLVMGetParam(callee, k))); n < m; n++)
            vec_push(&uses, zero_reg(d));
    if (variadic) {
        /* Which of its arguments a function behind a pointer has names for is not known: it is given all. */
        vec_push(&uses, pass_variadic(d, call, index ? named : 0, name));
    }
    uint32_t defs[MAX_REGS];
    if (nd > MAX_REGS) {
        missing(d, "a call that returns more than %d registers, which is not supported", MAX_REGS);
        vec_free(&uses);
        return;
    }
    for (unsigned k = 0; k < nd; k++) defs[k] = reg_of(d, call, k);
    if (index) {
        Builtin b = d->l->program->functions[index - 1].builtin;
        if (b == BUILTIN_setjmp) d->v.returns_twice = true;
        if (b)
            emit_list(d, OP_BUILTIN, (uint16_t)b, index - 1, defs, nd, uses.data, (unsigned)uses.len);
        else
            emit_list(d, OP_CALL, 0, index - 1, defs, nd, uses.data, (unsigned)uses.len);
    } else
        emit_list(d, OP_CALLI, variadic, 0, defs, nd, uses.data, (unsigned)uses.len);
    vec_free(&uses);
}

/* --- control flow ------------------------------------------------------------------------------------ */

static uint32_t new_block(Decoder *d) {
    VBlock b = {0};
    vec_push(&d->v.blocks, b);
    return (uint32_t)d->v.blocks.len - 1;
}

static uint32_t block_index(Decoder *d, LLVMBasicBlockRef b) {
    return (uint32_t)ptrmap_get(&d->block, b) - 1;
}

static bool has_phis(LLVMBasicBlockRef b) {
    LLVMValueRef i = LLVMGetFirstInstruction(b);
    return i && LLVMGetInstructionOpcode(i) == LLVMPHI;
}

/* Copies into the phis of `to` for the edge from `from`, at the current place. A phi is read through a second
 * register (`shadow`, its own register + its number of registers), which makes the copies parallel. */
static void phi_copies(Decoder *d, LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
    for (LLVMValueRef i = LLVMGetFirstInstruction(to); i && LLVMGetInstructionOpcode(i) == LLVMPHI;
         i = LLVMGetNextInstruction(i))
        for (unsigned k = 0; k < LLVMCountIncoming(i); k++) {
            if (LLVMGetIncomingBlock(i, k) != from) continue;
            LLVMValueRef v = LLVMGetIncomingValue(i, k);
            unsigned n = type_registers(LLVMTypeOf(i));
            uint32_t shadow = reg_of(d, i, 0) + n;
            if (LLVMIsConstant(v)) {
                uint64_t *parts = xcalloc(n + 1, sizeof *parts);
                if (LLVMIsAGlobalVariable(v) && ptrmap_get(&d->l->global_tls, v))
                    emit(d, OP_TLSADDR, shadow, 0, 0, ptrmap_get(&d->l->global_tls, v) - 1);
                else if (!LLVMIsUndef(v) && !LLVMIsPoison(v)) {
                    constant_parts(d, v, parts);
                    for (unsigned m = 0; m < n; m++) emit(d, OP_MOVI, shadow + m, 0, 0, parts[m]);
                } else
                    for (unsigned m = 0; m < n; m++) emit(d, OP_MOVI, shadow + m, 0, 0, 0);
                free(parts);
            } else
                for (unsigned m = 0; m < n; m++) emit(d, OP_MOV, shadow + m, reg_of(d, v, m), 0, 0);
            break;
        }
}

typedef struct PendingEdge {
    uint32_t block;
    LLVMBasicBlockRef from, to;
} PendingEdge;

typedef VEC(PendingEdge) PendingEdges;

/* The block to jump to for an edge: one of its own, written after the block it leaves, where copies are
 * needed. */
static uint32_t edge(Decoder *d, LLVMBasicBlockRef from, LLVMBasicBlockRef to, PendingEdges *pending) {
    if (!has_phis(to)) return block_index(d, to);
    PendingEdge p = {new_block(d), from, to};
    vec_push(pending, p);
    return p.block;
}

static bool fusible(LLVMValueRef c, LLVMValueRef branch) {
    return LLVMIsAICmpInst(c) && !is_wide(LLVMTypeOf(LLVMGetOperand(c, 0))) && LLVMGetFirstUse(c) &&
           !LLVMGetNextUse(LLVMGetFirstUse(c)) &&
           LLVMGetInstructionParent(c) == LLVMGetInstructionParent(branch);
}

/* Whether the comparison is emitted with the branch that is its only use. */
static bool is_fused(LLVMValueRef c) {
    LLVMUseRef u = LLVMGetFirstUse(c);
    if (!u || LLVMGetNextUse(u)) return false;
    LLVMValueRef user = LLVMGetUser(u);
    return LLVMIsABranchInst(user) && LLVMIsConditional(user) && LLVMGetCondition(user) == c &&
           fusible(c, user);
}

static void decode_switch(Decoder *d, LLVMValueRef i, LLVMBasicBlockRef bb, PendingEdges *pending) {
    LLVMValueRef x = LLVMGetOperand(i, 0);
    if (is_wide(LLVMTypeOf(x))) {
        missing(d, "a switch on a %u-bit integer, which is not supported", int_bits(LLVMTypeOf(x)));
        return;
    }
    unsigned n = LLVMGetNumSuccessors(i) - 1;
    Arena *arena = d->l->program->arena;
    SwitchTable t = {.len = n};
    uint64_t *value = arena_alloc(arena, (n + 1) * sizeof *value);
    uint32_t *target = arena_alloc(arena, (n + 1) * sizeof *target);
    PtrMap made = {0}; /* one edge block per distinct successor */
    LLVMBasicBlockRef otherwise = LLVMGetSwitchDefaultDest(i);
    uint32_t r = reg_of(d, x, 0);
    VEC(uint32_t) successors = {0};
    for (unsigned k = 0; k <= n; k++) {
        LLVMBasicBlockRef to = k < n ? LLVMGetSuccessor(i, k + 1) : otherwise;
        uint32_t e = (uint32_t)ptrmap_get(&made, to);
        if (!e) {
            e = edge(d, bb, to, pending) + 1;
            ptrmap_put(&made, to, e);
            vec_push(&successors, e - 1);
        }
        if (k == n) {
            t.otherwise = e - 1;
            break;
        }
        uint64_t c = 0;
        immediate(d, LLVMGetOperand(i, 2 + 2 * k), &c);
        uint32_t at = k;
        for (; at > 0 && value[at - 1] > c; at--) {
            value[at] = value[at - 1];
            target[at] = target[at - 1];
        }
        value[at] = c;
        target[at] = e - 1;
    }
    t.value = value;
    t.target = target;
    vec_push(&d->l->switches, t);
    emit(d, OP_SWITCH, 0, r, 0, d->l->switches.len - 1);
    for (size_t k = 0; k < successors.len; k++)
        vec_push(&d->v.blocks.data[d->current].successors, successors.data[k]);
    vec_free(&successors);
    ptrmap_free(&made);
}

static void decode_indirect_branch(Decoder *d, LLVMValueRef i, LLVMBasicBlockRef bb, PendingEdges *pending) {
    Arena *arena = d->l->program->arena;
    unsigned total = LLVMCountBasicBlocks(d->fn), n = 0;
    uint64_t *value = arena_alloc(arena, (total + 1) * sizeof *value);
    uint32_t *target = arena_alloc(arena, (total + 1) * sizeof *target);
    uint32_t r = reg_of(d, LLVMGetOperand(i, 0), 0);
    uint64_t ordinal = 0;
    uint32_t bad = new_block(d);
    VEC(uint32_t) successors = {0};
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(d->fn); b; b = LLVMGetNextBasicBlock(b), ordinal++)
        for (unsigned k = 0; k < LLVMGetNumSuccessors(i); k++)
            if (LLVMGetSuccessor(i, k) == b) {
                value[n] = LABEL_BASE + ordinal;
                target[n++] = edge(d, bb, b, pending);
                vec_push(&successors, target[n - 1]);
                break;
            }
    SwitchTable t = {.len = n, .value = value, .target = target, .otherwise = bad};
    vec_push(&d->l->switches, t);
    emit(d, OP_SWITCH, 0, r, 0, d->l->switches.len - 1);
    vec_push(&successors, bad);
    for (size_t k = 0; k < successors.len; k++)
        vec_push(&d->v.blocks.data[d->current].successors, successors.data[k]);
    vec_free(&successors);
    PendingEdge p = {bad, NULL, NULL};
    vec_push(pending, p);
}

static void decode_return(Decoder *d, LLVMValueRef i) {
    if (LLVMGetNumOperands(i) == 0) {
        emit(d, OP_RET, 0, 0, 0, 0);
        return;
    }
    LLVMValueRef v = LLVMGetOperand(i, 0);
    unsigned n = type_registers(LLVMTypeOf(v));
    if (n == 1) {
        emit(d, OP_RETV, 0, reg_of(d, v, 0), 0, 0);
        return;
    }
    uint32_t *uses = xcalloc(n + 1, sizeof *uses);
    for (unsigned k = 0; k < n; k++) uses[k] = reg_of(d, v, k);
    emit_list(d, OP_RETN, 0, 0, NULL, 0, uses, n);
    free(uses);
}

static void decode_branch(Decoder *d, LLVMValueRef i, LLVMBasicBlockRef bb, PendingEdges *pending) {
    if (!LLVMIsConditional(i)) {
        LLVMBasicBlockRef to = LLVMGetSuccessor(i, 0);
        phi_copies(d, bb, to);
        emit_jump(d, OP_JMP, 0, 0, 0, block_index(d, to));
        return;
    }
    LLVMBasicBlockRef yes = LLVMGetSuccessor(i, 0), no = LLVMGetSuccessor(i, 1);
    LLVMValueRef c = LLVMGetCondition(i);
    if (yes == no) {
        phi_copies(d, bb, yes);
        emit_jump(d, OP_JMP, 0, 0, 0, block_index(d, yes));
        return;
    }
    uint64_t k;
    if (immediate(d, c, &k)) {
        LLVMBasicBlockRef to = k ? yes : no;
        phi_copies(d, bb, to);
        emit_jump(d, OP_JMP, 0, 0, 0, block_index(d, to));
        return;
    }
    if (fusible(c, i)) {
        LLVMValueRef x = LLVMGetOperand(c, 0), y = LLVMGetOperand(c, 1);
        Comparison q = compare_parts(d, LLVMGetICmpPredicate(c), int_bits(LLVMTypeOf(x)), x, y, 0, true);
        if (q.immediate && !fits32((int64_t)q.imm)) {
            q.b = constant_reg(d, q.imm);
            q.immediate = false;
        }
        uint32_t t = edge(d, bb, yes, pending);
        emit_jump(d, (uint16_t)(OP_BEQ + 2 * q.predicate + q.immediate), q.a, q.b, (uint32_t)q.imm, t);
    } else {
        uint32_t r = reg_of(d, c, 0), t = edge(d, bb, yes, pending);
        emit_jump(d, OP_BR, r, 0, 0, t);
    }
    uint32_t f = edge(d, bb, no, pending);
    emit_jump(d, OP_JMP, 0, 0, 0, f);
}

static void decode_vector_element(Decoder *d, LLVMValueRef i, bool insert) {
    LLVMValueRef v = LLVMGetOperand(i, 0), index = LLVMGetOperand(i, insert ? 2 : 1);
    unsigned n = lanes_of(LLVMTypeOf(v)), per = type_registers(lane_type(LLVMTypeOf(v)));
    uint64_t c;
    bool constant = immediate(d, index, &c);
    if (per != 1) {
        missing(d, "a vector of parts wider than 64 bits, which is not supported");
        return;
    }
    for (unsigned k = 0; k < n; k++) {
        if (insert) {
            uint32_t dst = reg_of(d, i, k);
            LLVMValueRef x = LLVMGetOperand(i, 1);
            if (constant) {
                emit(d, OP_MOV, dst, k == c ? reg_of(d, x, 0) : reg_of(d, v, k), 0, 0);
            } else {
                uint32_t is = new_reg(d);
                emit(d, OP_CEQI, is, reg_of(d, index, 0), 0, k);
                emit_select(d, dst, is, reg_of(d, x, 0), reg_of(d, v, k));
            }
        } else if (constant) {
            if (k == 0 && c >= n) emit(d, OP_MOVI, reg_of(d, i, 0), 0, 0, 0);
            if (k == c) emit(d, OP_MOV, reg_of(d, i, 0), reg_of(d, v, k), 0, 0);
        } else {
            uint32_t is = new_reg(d), dst = reg_of(d, i, 0);
            if (k == 0) {
                emit(d, OP_MOV, dst, reg_of(d, v, 0), 0, 0);
                continue;
            }
            emit(d, OP_CEQI, is, reg_of(d, index, 0), 0, k);
            emit_select(d, dst, is, reg_of(d, v, k), dst);
        }
    }
}

static void decode_shuffle(Decoder *d, LLVMValueRef i) {
    LLVMValueRef x = LLVMGetOperand(i, 0), y = LLVMGetOperand(i, 1);
    unsigned n = lanes_of(LLVMTypeOf(x)), m = LLVMGetNumMaskElements(i);
    for (unsigned k = 0; k < m; k++) {
        int s = LLVMGetMaskValue(i, k);
        uint32_t dst = reg_of(d, i, k);
        if (s == LLVMGetUndefMaskElem())
            emit(d, OP_MOVI, dst, 0, 0, 0);
        else
            emit(d, OP_MOV, dst, (unsigned)s < n ? reg_of(d, x, (unsigned)s) : reg_of(d, y, (unsigned)s - n),
                 0, 0);
    }
}

static void decode_aggregate(Decoder *d, LLVMValueRef i, bool insert) {
    LLVMValueRef v = LLVMGetOperand(i, 0);
    LLVMTypeRef t = LLVMTypeOf(v);
    unsigned at = 0;
    const unsigned *index = LLVMGetIndices(i);
    for (unsigned k = 0; k < LLVMGetNumIndices(i); k++) {
        LLVMTypeRef et;
        at += element_registers(t, index[k], &et);
        t = et;
    }
    unsigned n = type_registers(t);
    if (!insert) {
        for (unsigned k = 0; k < n; k++) emit(d, OP_MOV, reg_of(d, i, k), reg_of(d, v, at + k), 0, 0);
        return;
    }
    LLVMValueRef x = LLVMGetOperand(i, 1);
    unsigned total = type_registers(LLVMTypeOf(i));
    bool undef = LLVMIsUndef(v) || LLVMIsPoison(v);
    for (unsigned k = 0; k < total; k++) {
        bool inside = k >= at && k < at + n;
        if (inside)
            emit(d, OP_MOV, reg_of(d, i, k), reg_of(d, x, k - at), 0, 0);
        else if (undef)
            emit(d, OP_MOVI, reg_of(d, i, k), 0, 0, 0);
        else
            emit(d, OP_MOV, reg_of(d, i, k), reg_of(d, v, k), 0, 0);
    }
}

static void decode_alloca(Decoder *d, LLVMValueRef i) {
    LLVMTypeRef t = LLVMGetAllocatedType(i);
    uint64_t size = LLVMABISizeOfType(d->l->layout, t), count, align = LLVMGetAlignment(i);
    uint32_t dst = reg_of(d, i, 0);
    if (immediate(d, LLVMGetOperand(i, 0), &count) &&
        LLVMGetInstructionParent(i) == LLVMGetEntryBasicBlock(d->fn) && size * count < (64u << 20)) {
        emit(d, OP_STACKADDR, dst, 0, 0, frame_object(d, size * count, align));
        return;
    }
    uint32_t n = reg_of(d, LLVMGetOperand(i, 0), 0);
    uint32_t bytes = new_reg(d);
    emit(d, OP_MULI64, bytes, n, 0, size);
    emit_list(d, OP_MISC, MISC_ALLOCA, align, &dst, 1, &bytes, 1);
}

static void decode_instruction(Decoder *d, LLVMValueRef i, LLVMBasicBlockRef bb, PendingEdges *pending) {
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    switch (op) {
    case LLVMRet: decode_return(d, i); break;
    case LLVMBr: decode_branch(d, i, bb, pending); break;
    case LLVMSwitch: decode_switch(d, i, bb, pending); break;
    case LLVMIndirectBr: decode_indirect_branch(d, i, bb, pending); break;
    case LLVMUnreachable: emit(d, OP_UNREACHABLE, 0, 0, 0, 0); break;
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem:
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor: decode_binary(d, i, op); break;
    case LLVMFAdd:
    case LLVMFSub:
    case LLVMFMul:
    case LLVMFDiv:
    case LLVMFRem: decode_float_binary(d, i, op); break;
    case LLVMFNeg: decode_fneg(d, i); break;
    case LLVMAlloca: decode_alloca(d, i); break;
    case LLVMLoad:
        if (LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic)
            decode_atomic_access(d, i, false);
        else
            access_memory(d, false, LLVMTypeOf(i), reg_of(d, i, 0), address_of(d, LLVMGetOperand(i, 0)), 0);
        break;
    case LLVMStore:
        if (LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic)
            decode_atomic_access(d, i, true);
        else {
            LLVMValueRef x = LLVMGetOperand(i, 0);
            access_memory(d, true, LLVMTypeOf(x), contiguous(d, x), address_of(d, LLVMGetOperand(i, 1)), 0);
        }
        break;
    case LLVMGetElementPtr: decode_gep(d, i); break;
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMFPToUI:
    case LLVMFPToSI:
    case LLVMUIToFP:
    case LLVMSIToFP:
    case LLVMFPTrunc:
    case LLVMFPExt:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMBitCast:
    case LLVMAddrSpaceCast: decode_cast(d, i, op); break;
    case LLVMICmp:
        if (!is_fused(i)) decode_icmp(d, i);
        break;
    case LLVMFCmp: decode_fcmp(d, i); break;
    case LLVMSelect: decode_select(d, i); break;
    case LLVMCall: decode_call(d, i); break;
    case LLVMFreeze:
        for (unsigned k = 0; k < type_registers(LLVMTypeOf(i)); k++)
            emit(d, OP_MOV, reg_of(d, i, k), reg_of(d, LLVMGetOperand(i, 0), k), 0, 0);
        break;
    case LLVMExtractElement: decode_vector_element(d, i, false); break;
    case LLVMInsertElement: decode_vector_element(d, i, true); break;
    case LLVMShuffleVector: decode_shuffle(d, i); break;
    case LLVMExtractValue: decode_aggregate(d, i, false); break;
    case LLVMInsertValue: decode_aggregate(d, i, true); break;
    case LLVMFence: emit_list(d, OP_ATOMIC, ATOMIC_FENCE, LLVMGetOrdering(i), NULL, 0, NULL, 0); break;
    case LLVMAtomicCmpXchg: decode_cmpxchg(d, i); break;
    case LLVMAtomicRMW: decode_rmw(d, i); break;
    default: missing(d, "an instruction of kind %d, which is not supported", (int)op); break;
    }
}

/* --- debug locations --------------------------------------------------------------------------------- */

/*
 * The file of a scope as somebody in the current folder would call it. Builds compile in many folders, and
 * say which beside the name; what is below ours is told relative to it.
 */
static const char *file_of(Loader *l, LLVMMetadataRef scope) {
    LLVMMetadataRef file = scope ? LLVMDIScopeGetFile(scope) : NULL;
    if (!file) return "";
    unsigned n = 0, folder_len = 0;
    const char *name = LLVMDIFileGetFilename(file, &n), *folder = LLVMDIFileGetDirectory(file, &folder_len);
    size_t here = strlen(l->folder);
    bool join = n && name[0] != '/' && folder_len && folder[0] == '/' &&
                (folder_len != here || memcmp(folder, l->folder, here) != 0);
    char *whole = arena_alloc(l->program->arena, (join ? folder_len + 1 : 0) + n + 1), *at = whole;
    if (join) {
        memcpy(at, folder, folder_len);
        at[folder_len] = '/';
        at += folder_len + 1;
    }
    if (n) memcpy(at, name, n);
    return join && !strncmp(whole, l->folder, here) && whole[here] == '/' ? whole + here + 1 : whole;
}

static uint32_t location_index(Loader *l, LLVMMetadataRef where, const char *function) {
    uint64_t found = ptrmap_get(&l->loc_index, where);
    if (found) return (uint32_t)found;
    LLVMMetadataRef scope = LLVMDILocationGetScope(where), outer = LLVMDILocationGetInlinedAt(where);
    Loc loc = {.line = LLVMDILocationGetLine(where), .column = LLVMDILocationGetColumn(where)};
    uint64_t file = ptrmap_get(&l->loc_index, scope);
    loc.file = file ? l->locs.data[file].file : file_of(l, scope);
    loc.inlined_at = outer ? location_index(l, outer, function) : 0;
    loc.function = function;
    if (outer) {
        /* The name of an inlined function stands in its subprogram's metadata, which only its text shows. */
        LLVMMetadataRef s = scope;
        for (int depth = 0; s && LLVMGetMetadataKind(s) != LLVMDISubprogramMetadataKind && depth < 64;
             depth++) {
            LLVMValueRef v = LLVMMetadataAsValue(l->context, s);
            s = LLVMGetNumOperands(v) > 1 && LLVMGetOperand(v, 1) ? LLVMValueAsMetadata(LLVMGetOperand(v, 1))
                                                                  : NULL;
        }
        if (s) {
            LLVMValueRef v = LLVMMetadataAsValue(l->context, s);
            unsigned n = 0;
            if (LLVMGetNumOperands(v) > 2 && LLVMGetOperand(v, 2) && LLVMIsAMDString(LLVMGetOperand(v, 2))) {
                const char *text = LLVMGetMDString(LLVMGetOperand(v, 2), &n);
                char *copy = arena_alloc(l->program->arena, n + 1);
                memcpy(copy, text, n);
                loc.function = copy;
            }
        }
    }
    vec_push(&l->locs, loc);
    uint32_t index = (uint32_t)l->locs.len - 1;
    ptrmap_put(&l->loc_index, where, index);
    if (!file) ptrmap_put(&l->loc_index, scope, index);
    return index;
}

/* --- functions --------------------------------------------------------------------------------------- */

/* The memory for arguments of this function's calls of variadic ones: only what some call fills is valid. */
static void place_variadic(Decoder *d) {
    bool used = false;
    for (size_t k = 0; k < d->v.code.len; k++)
        used |= d->v.code.data[k].op == OP_STACKADDR && d->v.code.data[k].imm == UINT64_MAX;
    if (!used) return;
    const ArgumentCursor *most = &d->va_most;
    if (most->align > VARIADIC_STACK)
        loader_error(d->l,
                     "the function `%s` passes a variable argument that is aligned to more than %d bytes",
                     d->out->name, VARIADIC_STACK);
    uint64_t align = MAX(most->align, 16), at = (d->frame_bytes + 16 + align - 1) & ~(align - 1);
    const StackObject parts[] = {{0, MAX(8 * most->general, 1)},
                                 {8 * VARIADIC_GENERAL, 16 * most->vector},
                                 {VARIADIC_STACK, (uint32_t)most->stack}};
    for (size_t k = 0; k < ARRAY_LEN(parts); k++) {
        StackObject o = {(uint32_t)at + parts[k].offset, parts[k].size};
        if (o.size) vec_push(&d->objects, o);
    }
    d->frame_bytes = (at + VARIADIC_STACK + most->stack + 15) & ~15ull;
    d->frame_align = MAX(d->frame_align, align);
    for (size_t k = 0; k < d->v.code.len; k++)
        if (d->v.code.data[k].op == OP_STACKADDR && d->v.code.data[k].imm == UINT64_MAX)
            d->v.code.data[k].imm = at;
}

static void decode_function(Decoder *d, LLVMValueRef fn, Function *out) {
    Loader *l = d->l;
    d->fn = fn;
    d->out = out;
    d->v.code.len = d->v.list.len = 0;
    for (size_t k = 0; k < d->v.blocks.len; k++) vec_free(&d->v.blocks.data[k].successors);
    d->v.blocks.len = 0;
    d->v.nvregs = 1;
    d->v.first_switch = (uint32_t)l->switches.len;
    d->v.order.len = 0;
    d->v.returns_twice = false;
    ptrmap_clear(&d->reg);
    ptrmap_clear(&d->block);
    ptrmap_clear(&d->address);
    d->addresses.len = 0;
    d->objects.len = 0;
    d->zero = 0;
    d->va_area = 0;
    d->va_most = (ArgumentCursor){0};
    d->frame_bytes = 0;
    d->frame_align = 16;

    /* Function-level location, for code without one. */
    LLVMMetadataRef sub = LLVMGetSubprogram(fn);
    Loc here = {
        .file = file_of(l, sub), .function = out->name, .line = sub ? LLVMDISubprogramGetLine(sub) : 0};
    vec_push(&l->locs, here);
    uint32_t function_loc = (uint32_t)l->locs.len - 1;

    unsigned n = LLVMCountParams(fn);
    for (unsigned k = 0; k < n; k++) {
        LLVMValueRef p = LLVMGetParam(fn, k);
        ptrmap_put(&d->reg, p, d->v.nvregs);
        d->v.nvregs += MAX(type_registers(LLVMTypeOf(p)), 1);
    }
    if (out->vararg) d->va_area = new_reg(d);
    d->v.nparams = d->v.nvregs - 1;
    out->nparams = (uint16_t)d->v.nparams;
    LLVMTypeRef rt = LLVMGetReturnType(LLVMGlobalGetValueType(fn));
    out->nresults = (uint16_t)type_registers(rt);

    /* Block 0 is the prologue: copies of arguments passed by value, the zero register. */
    uint32_t prologue = new_block(d);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        ptrmap_put(&d->block, b, new_block(d) + 1);
    d->current = prologue;
    d->loc = function_loc;
    vec_push(&d->v.order, prologue);
    emit(d, OP_MOVI, 0, 0, 0, 0); /* becomes the zero register, or nothing */
    for (unsigned k = 0; k < n; k++) {
        LLVMTypeRef by = byval_type(fn, k);
        if (!by) continue;
        LLVMValueRef p = LLVMGetParam(fn, k);
        uint64_t size = LLVMABISizeOfType(l->layout, by);
        uint32_t copy = new_reg(d);
        emit(d, OP_STACKADDR, copy, 0, 0, frame_object(d, size, LLVMABIAlignmentOfType(l->layout, by)));
        emit_list(d, OP_MISC, MISC_MEMCPY, 0, NULL, 0,
                  (uint32_t[]){copy, reg_of(d, p, 0), constant_reg(d, size)}, 3);
        ptrmap_put(&d->reg, p, copy);
    }
    emit_jump(d, OP_JMP, 0, 0, 0, block_index(d, LLVMGetEntryBasicBlock(fn)));

    PendingEdges pending = {0};
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b)) {
        uint32_t index = block_index(d, b);
        d->current = index;
        d->v.blocks.data[index].first = (uint32_t)d->v.code.len;
        vec_push(&d->v.order, index);
        /* Registers of phis come in pairs: the phi's own and the one its copies write. */
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && LLVMGetInstructionOpcode(i) == LLVMPHI;
             i = LLVMGetNextInstruction(i)) {
            unsigned m = type_registers(LLVMTypeOf(i));
            uint32_t r = reg_of(d, i, 0);
            for (unsigned k = 0; k < m; k++) emit(d, OP_MOV, r + k, r + m + k, 0, 0);
        }
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (LLVMGetInstructionOpcode(i) == LLVMPHI) continue;
            LLVMMetadataRef where = LLVMInstructionGetDebugLoc(i);
            /* Line 0 is what LLVM leaves where it merged code of several lines: the place before it is
             * nearer. */
            if (!where || LLVMDILocationGetLine(where))
                d->loc = where ? location_index(l, where, out->name) : function_loc;
            decode_instruction(d, i, b, &pending);
            if (l->error) break;
        }
        for (size_t k = 0; k < pending.len; k++) {
            PendingEdge p = pending.data[k];
            d->current = p.block;
            d->v.blocks.data[p.block].first = (uint32_t)d->v.code.len;
            vec_push(&d->v.order, p.block);
            if (!p.to) {
                missing(d, "a computed goto to an address that is no label of this function");
                continue;
            }
            phi_copies(d, p.from, p.to);
            emit_jump(d, OP_JMP, 0, 0, 0, block_index(d, p.to));
        }
        pending.len = 0;
        if (l->error) break;
    }
    vec_free(&pending);
    if (l->error) return;
    if (d->zero) d->v.code.data[0].d = d->zero;
    place_variadic(d);
    out->frame_bytes = d->objects.len ? (uint32_t)MIN(d->frame_bytes + 16, UINT32_MAX & ~15ull)
                                      : 0; /* too much for any stack, as it would have been */
    out->frame_align = (uint32_t)d->frame_align;
    StackObject *objects = arena_alloc(l->program->arena, (d->objects.len + 1) * sizeof *objects);
    if (d->objects.len) memcpy(objects, d->objects.data, d->objects.len * sizeof *objects);
    out->objects = objects;
    out->nobjects = (uint32_t)d->objects.len;
    allocate_registers(l, &d->v, out);
}

static Builtin builtin_named(const char *name) {
    if (starts(name, "__heddle_")) {
        for (unsigned k = 1; builtin_names[k]; k++)
            if (!strcmp(name + 9, builtin_names[k])) return (Builtin)k;
        return BUILTIN_NONE;
    }
    if (!strcmp(name, "memcpy")) return BUILTIN_memcpy;
    if (!strcmp(name, "memmove")) return BUILTIN_memmove;
    if (!strcmp(name, "memset")) return BUILTIN_memset;
    if (!strcmp(name, "setjmp") || !strcmp(name, "_setjmp") || !strcmp(name, "__sigsetjmp") ||
        !strcmp(name, "sigsetjmp"))
        return BUILTIN_setjmp;
    if (!strcmp(name, "longjmp") || !strcmp(name, "_longjmp") || !strcmp(name, "siglongjmp"))
        return BUILTIN_longjmp;
    return BUILTIN_NONE;
}

void decode_functions(Loader *l) {
    Program *p = l->program;
    uint32_t index = 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f; f = LLVMGetNextFunction(f), index++) {
        Function *out = &p->functions[index];
        out->name = arena_strdup(p->arena, LLVMGetValueName(f));
        out->address = FUNCTION_BASE + (uint64_t)index * FUNCTION_STEP;
        out->vararg = LLVMIsFunctionVarArg(LLVMGlobalGetValueType(f));
        out->library = !ptrmap_get(&l->own, f);
        out->atomic = starts(out->name, "__VERIFIER_atomic_") &&
                      strcmp(out->name, "__VERIFIER_atomic_begin") &&
                      strcmp(out->name, "__VERIFIER_atomic_end");
        if (LLVMIsDeclaration(f)) out->builtin = builtin_named(out->name);
    }
    Decoder d = {.l = l};
    vec_push(&l->locs, ((Loc){.file = "", .function = ""}));
    index = 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f && !l->error;
         f = LLVMGetNextFunction(f), index++)
        if (!LLVMIsDeclaration(f)) decode_function(&d, f, &p->functions[index]);
    for (size_t k = 0; k < d.v.blocks.len; k++) vec_free(&d.v.blocks.data[k].successors);
    vec_free(&d.v.blocks);
    vec_free(&d.v.code);
    vec_free(&d.v.list);
    vec_free(&d.v.order);
    vec_free(&d.addresses);
    vec_free(&d.objects);
    ptrmap_free(&d.reg);
    ptrmap_free(&d.block);
    ptrmap_free(&d.address);
}
