/*
 * decode_memory.c — addresses, loads and stores, atomic operations and memory of the frame.
 * Addresses are folded into the accesses that use them.
 */
#include "program/decode/decoder.h"

/* --- addresses -------------------------------------------------------------------------------- */

/* Returns a register with the 64-bit, sign-extended value of an index. */
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

/* Returns a constant address, with the global from which it is computed. */
static Address constant_address(Decoder *d, LLVMValueRef v, uint64_t address) {
    Address a = {.base = zero_reg(d), .offset = (int64_t)address};
    while (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMGetElementPtr)
        v = LLVMGetOperand(v, 0);
    if (LLVMIsAGlobalVariable(v) && immediate(d, v, &a.global))
        a.global_size = LLVMABISizeOfType(d->l->layout, LLVMGlobalGetValueType(v));
    return a;
}

/* Puts the global's address into a register if an index is added to a constant outside that global.
 * Otherwise readers of the code (src/impact) could not see which global is meant. */
static Address anchored(Decoder *d, Address a) {
    if (!a.index || !a.global || a.base != d->zero) return a;
    if ((uint64_t)a.offset >= a.global && (uint64_t)a.offset - a.global <= a.global_size) return a;
    a.base = constant_reg(d, a.global);
    a.offset -= (int64_t)a.global;
    return a;
}

Address address_of(Decoder *d, LLVMValueRef v) {
    uint64_t folded = ptrmap_get(&d->address, v);
    if (folded) return d->addresses.data[folded - 1];
    uint64_t c;
    if (LLVMIsConstant(v) && !(LLVMIsAGlobalVariable(v) && LLVMIsThreadLocal(v)) &&
        immediate(d, v, &c))
        return constant_address(d, v, c);
    return (Address){.base = reg_of(d, v, 0)};
}

static uint64_t pack_index(int32_t scale, int64_t offset) {
    return (uint32_t)scale | (uint64_t)(uint32_t)offset << 32;
}

/* Computes an address into register `dst`. */
static void materialise(Decoder *d, Address a, uint32_t dst) {
    a = anchored(d, a);
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

/* Adds a constant to an address; computes the address first if the sum would not fit. */
static Address displaced_address(Decoder *d, Address a, int64_t offset) {
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
                /* With a constant base, the sum is where the global begins: see anchored. */
                bool constant = a.global && a.base == d->zero && fits32(a.offset);
                uint32_t t = new_reg(d);
                int64_t offset = constant ? 0 : a.offset;
                if (!constant) a.offset = 0;
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
    return displaced_address(d, a, 0);
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

void decode_gep(Decoder *d, LLVMValueRef gep) {
    if (is_vector(LLVMTypeOf(gep))) {
        missing(d, "a vector of addresses is computed, which is not supported");
        return;
    }
    bool all = true, local = true;
    unsigned count = 0;
    for (LLVMUseRef u = LLVMGetFirstUse(gep); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        all &= is_address_use(user, gep);
        local &= LLVMIsAInstruction(user) &&
                 LLVMGetInstructionParent(user) == LLVMGetInstructionParent(gep);
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

/* --- loads and stores ------------------------------------------------------------------------- */

void load_bytes(Decoder *d, uint32_t dst, unsigned bytes, Address a, int64_t offset) {
    a = anchored(d, displaced_address(d, a, offset));
    if (a.index)
        emit(d, (uint16_t)(OP_LOADX8 + width_index(bytes * 8)), dst, a.base, a.index,
             pack_index(a.scale, a.offset));
    else
        emit(d, (uint16_t)(OP_LOAD8 + width_index(bytes * 8)), dst, a.base, 0, (uint64_t)a.offset);
}

void store_bytes(Decoder *d, uint32_t value, unsigned bytes, Address a, int64_t offset) {
    a = anchored(d, displaced_address(d, a, offset));
    if (a.index)
        emit(d, (uint16_t)(OP_STOREX8 + width_index(bytes * 8)), value, a.base, a.index,
             pack_index(a.scale, a.offset));
    else
        emit(d, (uint16_t)(OP_STORE8 + width_index(bytes * 8)), 0, a.base, value,
             (uint64_t)a.offset);
}

/* Loads `bytes` (1..8) into dst, in parts if no access has that size. */
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

/* Loads or stores a vector of single bits: eight of them are a byte, the first one its lowest bit.
 */
static void access_bits(Decoder *d, bool store, uint32_t first, unsigned n, Address a,
                        int64_t offset) {
    for (unsigned k = 0; k < n; k += 8) {
        uint32_t byte = store ? first + k : new_reg(d);
        if (!store) load_value(d, byte, 1, a, offset + k / 8);
        for (unsigned b = store; b < 8 && k + b < n; b++) {
            uint32_t bit = first + k + b, moved = new_reg(d);
            if (store) {
                uint32_t before = byte;
                byte = new_reg(d);
                emit(d, OP_SHLI64, moved, bit, 0, b);
                emit(d, OP_OR, byte, before, moved, 0);
            } else {
                emit(d, OP_LSHRI64, moved, byte, 0, b);
                emit(d, OP_ANDI, bit, moved, 0, 1);
            }
        }
        if (store) store_value(d, byte, 1, a, offset + k / 8);
    }
}

void access_memory(Decoder *d, bool store, LLVMTypeRef t, uint32_t first, Address a,
                   int64_t offset) {
    LLVMTypeKind k = LLVMGetTypeKind(t);
    if (k == LLVMStructTypeKind || k == LLVMArrayTypeKind || k == LLVMVectorTypeKind) {
        unsigned n = k == LLVMStructTypeKind  ? LLVMCountStructElementTypes(t)
                     : k == LLVMArrayTypeKind ? (unsigned)LLVMGetArrayLength2(t)
                                              : LLVMGetVectorSize(t);
        if (k == LLVMVectorTypeKind && int_bits(LLVMGetElementType(t)) == 1) {
            access_bits(d, store, first, n, a, offset);
            return;
        }
        if (k == LLVMVectorTypeKind && int_bits(LLVMGetElementType(t)) % 8) {
            missing(d, "a vector of %u-bit integers is in memory, which is not supported",
                    int_bits(LLVMGetElementType(t)));
            return;
        }
        for (unsigned i = 0; i < n; i++) {
            LLVMTypeRef et;
            unsigned at = element_registers(t, i, &et);
            uint64_t where =
                k == LLVMStructTypeKind
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

/* --- atomic operations ------------------------------------------------------------------------ */

/* Returns the size in bytes of an atomic operation on this type, or 0 if there is none. 16 bytes
 * take two registers. */
static unsigned atomic_bytes(LLVMTypeRef t) {
    unsigned w = int_bits(t);
    if (LLVMGetTypeKind(t) == LLVMIntegerTypeKind && w == 128) return 16;
    if (type_registers(t) != 1) return 0;
    return w == 1 ? 1 : standard_width(w) ? w / 8 : 0;
}

/* Appends the registers of an operand or result of an atomic operation of this size. */
static unsigned add_atomic(Decoder *d, uint32_t *list, unsigned n, LLVMValueRef v, unsigned bytes) {
    list[n++] = reg_of(d, v, 0);
    if (bytes == 16) list[n++] = reg_of(d, v, 1);
    return n;
}

/* Emits the atomic operation `op` of instruction `i` on `bytes` at `address`. It takes the values
 * and gives `results` results, 0 to 2. */
static void emit_atomic(Decoder *d, LLVMValueRef i, unsigned op, uint64_t order, unsigned bytes,
                        LLVMValueRef address, const LLVMValueRef *values, unsigned nvalues,
                        unsigned results) {
    uint32_t uses[5], defs[3];
    unsigned nuses = 0, ndefs = 0;
    uses[nuses++] = reg_of(d, address, 0);
    for (unsigned k = 0; k < nvalues; k++) nuses = add_atomic(d, uses, nuses, values[k], bytes);
    if (results) ndefs = (bytes == 16 ? 2 : 1) + (results == 2);
    for (unsigned k = 0; k < ndefs; k++) defs[k] = reg_of(d, i, k);
    emit_list(d, OP_ATOMIC, (uint16_t)(op | bytes << 8), order, (Registers){defs, ndefs},
              (Registers){uses, nuses});
}

static void decode_atomic_access(Decoder *d, LLVMValueRef i, bool store) {
    LLVMValueRef value = store ? LLVMGetOperand(i, 0) : NULL;
    LLVMTypeRef t = store ? LLVMTypeOf(value) : LLVMTypeOf(i);
    unsigned bytes = atomic_bytes(t);
    if (!bytes)
        missing(d, "an atomic access of %u bits, which is not supported", int_bits(t));
    else
        emit_atomic(d, i, store ? ATOMIC_STORE : ATOMIC_LOAD, LLVMGetOrdering(i), bytes,
                    LLVMGetOperand(i, store ? 1 : 0), &value, store, !store);
}

void decode_load(Decoder *d, LLVMValueRef i) {
    if (LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic)
        decode_atomic_access(d, i, false);
    else
        access_memory(d, false, LLVMTypeOf(i), reg_of(d, i, 0), address_of(d, LLVMGetOperand(i, 0)),
                      0);
}

void decode_store(Decoder *d, LLVMValueRef i) {
    LLVMValueRef x = LLVMGetOperand(i, 0);
    if (LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic)
        decode_atomic_access(d, i, true);
    else
        access_memory(d, true, LLVMTypeOf(x), contiguous(d, x), address_of(d, LLVMGetOperand(i, 1)),
                      0);
}

void decode_rmw(Decoder *d, LLVMValueRef i) {
    static const int8_t map[] = {
        [LLVMAtomicRMWBinOpXchg] = ATOMIC_XCHG, [LLVMAtomicRMWBinOpAdd] = ATOMIC_ADD,
        [LLVMAtomicRMWBinOpSub] = ATOMIC_SUB,   [LLVMAtomicRMWBinOpAnd] = ATOMIC_AND,
        [LLVMAtomicRMWBinOpNand] = ATOMIC_NAND, [LLVMAtomicRMWBinOpOr] = ATOMIC_OR,
        [LLVMAtomicRMWBinOpXor] = ATOMIC_XOR,   [LLVMAtomicRMWBinOpMax] = ATOMIC_MAX,
        [LLVMAtomicRMWBinOpMin] = ATOMIC_MIN,   [LLVMAtomicRMWBinOpUMax] = ATOMIC_UMAX,
        [LLVMAtomicRMWBinOpUMin] = ATOMIC_UMIN, [LLVMAtomicRMWBinOpFAdd] = ATOMIC_FADD,
        [LLVMAtomicRMWBinOpFSub] = ATOMIC_FSUB};
    unsigned kind = LLVMGetAtomicRMWBinOp(i), bytes = atomic_bytes(LLVMTypeOf(i));
    if (kind >= ARRAY_LEN(map) || (kind && !map[kind]) || !bytes) {
        missing_instruction(d, i);
        return;
    }
    LLVMValueRef value = LLVMGetOperand(i, 1);
    emit_atomic(d, i, (unsigned)map[kind], LLVMGetOrdering(i), bytes, LLVMGetOperand(i, 0), &value,
                1, 1);
}

void decode_cmpxchg(Decoder *d, LLVMValueRef i) {
    LLVMValueRef values[] = {LLVMGetOperand(i, 1), LLVMGetOperand(i, 2)};
    unsigned bytes = atomic_bytes(LLVMTypeOf(values[0]));
    if (!bytes) {
        missing(d, "an atomic compare-and-exchange of %u bits, which is not supported",
                int_bits(LLVMTypeOf(values[0])));
        return;
    }
    emit_atomic(d, i, ATOMIC_CMPXCHG,
                (uint64_t)LLVMGetCmpXchgSuccessOrdering(i) |
                    (uint64_t)LLVMGetCmpXchgFailureOrdering(i) << 4 |
                    (LLVMGetWeak(i) ? ATOMIC_WEAK : 0),
                bytes, LLVMGetOperand(i, 0), values, 2, 2);
}

/* --- memory of the frame ---------------------------------------------------------------------- */

uint32_t frame_object(Decoder *d, uint64_t size, uint64_t align, LLVMValueRef alloca) {
    uint64_t at = d->frame_bytes + 16; /* red zone before */
    align = MAX(align, 16);
    at = (at + align - 1) & ~(align - 1);
    d->frame_align = MAX(d->frame_align, align);
    StackObject o = {(uint32_t)at, (uint32_t)size, 0, 0};
    if (alloca) variable_texts(d->l, alloca, &o.variable, &o.name);
    vec_push(&d->objects, o);
    d->frame_bytes = (at + size + 15) & ~15ull;
    return (uint32_t)at;
}

void decode_alloca(Decoder *d, LLVMValueRef i) {
    LLVMTypeRef t = LLVMGetAllocatedType(i);
    uint64_t size = LLVMABISizeOfType(d->l->layout, t), count, align = LLVMGetAlignment(i);
    uint32_t dst = reg_of(d, i, 0);
    if (immediate(d, LLVMGetOperand(i, 0), &count) &&
        LLVMGetInstructionParent(i) == LLVMGetEntryBasicBlock(d->fn) &&
        size * count < (64u << 20)) {
        emit(d, OP_STACKADDR, dst, 0, 0, frame_object(d, size * count, align, i));
        return;
    }
    uint32_t n = reg_of(d, LLVMGetOperand(i, 0), 0);
    uint32_t bytes = new_reg(d);
    emit(d, OP_MULI64, bytes, n, 0, size);
    emit_list(d, OP_MISC, MISC_ALLOCA, align, REGISTERS(dst), REGISTERS(bytes));
}
