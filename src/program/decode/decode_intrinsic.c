/*
 * decode_intrinsic.c — calls of LLVM's intrinsics, by a table of their names.
 */
#include "program/decode/decoder.h"

/* Intrinsics with a common prefix behind "llvm.". `decode` returns false if a use of the intrinsic
 * is not supported. */
typedef struct Intrinsic Intrinsic;
struct Intrinsic {
    const char *prefix;
    bool (*decode)(Decoder *d, LLVMValueRef call, const Intrinsic *self);
    unsigned arguments;
    int op; /* of MISC_…, or another number for `decode` */
    int op_double,
        op_x87; /* for double and long double, if `op` is that for float; FLOAT80_…, or -1 */
};

static uint32_t argument_reg(Decoder *d, LLVMValueRef call, unsigned k) {
    return reg_of(d, LLVMGetOperand(call, k), 0);
}

static bool decode_nothing(Decoder *d, LLVMValueRef call, const Intrinsic *self) { return true; }

static bool result_is_zero(Decoder *d, LLVMValueRef call, const Intrinsic *self) {
    emit(d, OP_MOVI, reg_of(d, call, 0), 0, 0, 0);
    return true;
}

static bool result_is_argument(Decoder *d, LLVMValueRef call, const Intrinsic *self) {
    emit(d, OP_MOV, reg_of(d, call, 0), argument_reg(d, call, 0), 0, 0);
    return true;
}

/* An operation without arguments or result, and one with a result. */
static bool plain_operation(Decoder *d, LLVMValueRef call, const Intrinsic *self) {
    emit_list(d, OP_MISC, (uint16_t)self->op, 0, NO_REGISTERS, NO_REGISTERS);
    return true;
}

static bool operation_with_result(Decoder *d, LLVMValueRef call, const Intrinsic *self) {
    emit_list(d, OP_MISC, (uint16_t)self->op, 0, REGISTERS(reg_of(d, call, 0)), NO_REGISTERS);
    return true;
}

/* --- floating point --------------------------------------------------------------------------- */

static bool decode_float_function(Decoder *d, LLVMValueRef call, const Intrinsic *self) {
    LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(call, 0)), e = lane_type(t);
    unsigned n = self->arguments;
    if (is_wide_vector(d, t) || is_opaque_float(d, t)) return true;
    uint32_t dst = reg_of(d, call, 0);
    if (is_float80(e)) {
        uint32_t uses[6];
        for (unsigned k = 0; k < n; k++) {
            uint32_t r = contiguous(d, LLVMGetOperand(call, k));
            uses[2 * k] = r;
            uses[2 * k + 1] = r + 1;
        }
        if (self->op_x87 < 0)
            missing(d, "an operation on long double, which is not supported");
        else
            emit_list(d, OP_FLOAT80, (uint16_t)self->op_x87, 0, REGISTERS(dst, dst + 1),
                      (Registers){uses, 2 * n});
        return true;
    }
    int op = LLVMGetTypeKind(e) == LLVMFloatTypeKind ? self->op : self->op_double;
    for (unsigned k = 0; k < lanes_of(t); k++) {
        uint32_t uses[3];
        for (unsigned a = 0; a < n; a++) uses[a] = reg_of(d, LLVMGetOperand(call, a), k);
        emit_list(d, OP_MISC, (uint16_t)op, 0, REGISTERS(dst + k), (Registers){uses, n});
    }
    return true;
}

/* Clang computes the two operations separately for targets without fused multiply-add. */
static bool multiply_and_add(Decoder *d, LLVMValueRef call, const Intrinsic *self) {
    LLVMTypeRef t = LLVMTypeOf(call), e = lane_type(t);
    if (is_float80(e)) return decode_float_function(d, call, self);
    bool single = LLVMGetTypeKind(e) == LLVMFloatTypeKind;
    for (unsigned n = 0; n < lanes_of(t); n++) {
        uint32_t m = new_reg(d);
        emit(d, single ? OP_FMUL32 : OP_FMUL64, m, reg_of(d, LLVMGetOperand(call, 0), n),
             reg_of(d, LLVMGetOperand(call, 1), n), 0);
        emit(d, single ? OP_FADD32 : OP_FADD64, reg_of(d, call, n), m,
             reg_of(d, LLVMGetOperand(call, 2), n), 0);
    }
    return true;
}

static bool decode_float_class(Decoder *d, LLVMValueRef call, const Intrinsic *self) {
    LLVMTypeRef e = LLVMTypeOf(LLVMGetOperand(call, 0));
    if (type_registers(e) != 1 || is_vector(e)) return false;
    uint32_t r = reg_of(d, call, 0);
    emit_list(d, OP_MISC, int_bits(e) == 32 ? MISC_FPCLASS32 : MISC_FPCLASS64,
              LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1)), REGISTERS(r),
              REGISTERS(argument_reg(d, call, 0)));
    return true;
}

static bool round_to_integer(Decoder *d, LLVMValueRef call, const Intrinsic *self) {
    LLVMTypeRef e = LLVMTypeOf(LLVMGetOperand(call, 0));
    uint32_t r = reg_of(d, call, 0);
    if (is_float80(e)) return false;
    emit_list(d, OP_MISC, int_bits(e) == 32 ? MISC_LRINT32 : MISC_LRINT64,
              int_bits(LLVMTypeOf(call)), REGISTERS(r), REGISTERS(argument_reg(d, call, 0)));
    return true;
}

/* --- integers --------------------------------------------------------------------------------- */

/* Decodes rotations and funnel shifts by a constant. */
static bool constant_funnel_shift(Decoder *d, LLVMValueRef call, int op) {
    LLVMValueRef x = LLVMGetOperand(call, 0);
    unsigned w = int_bits(LLVMTypeOf(x)), k = width_index(w);
    uint32_t dst = reg_of(d, call, 0), a = reg_of(d, x, 0);
    uint64_t amount;
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

/* Decodes common intrinsics as plain instructions. True if done. */
static bool simple_function(Decoder *d, LLVMValueRef call, int op) {
    LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(call, 0));
    unsigned w = int_bits(t);
    if (is_vector(t) || !standard_width(w)) return false;
    unsigned k = width_index(w);
    uint32_t dst = reg_of(d, call, 0), a = reg_of(d, LLVMGetOperand(call, 0), 0);
    switch (op) {
    case MISC_FSHL:
    case MISC_FSHR: return constant_funnel_shift(d, call, op);
    case MISC_UMIN:
    case MISC_UMAX:
    case MISC_SMIN:
    case MISC_SMAX: {
        uint32_t b = reg_of(d, LLVMGetOperand(call, 1), 0), c = new_reg(d);
        bool is_signed = op == MISC_SMIN || op == MISC_SMAX,
             maximum = op == MISC_UMAX || op == MISC_SMAX;
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

static bool decode_integer_function(Decoder *d, LLVMValueRef call, const Intrinsic *self) {
    int op = self->op;
    if (simple_function(d, call, op)) return true;
    LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(call, 0)), e = lane_type(t);
    if (is_wide_vector(d, t)) return true;
    unsigned w = int_bits(e);
    uint32_t dst = reg_of(d, call, 0);
    if (w > 64) {
        /* Defined on two halves; the interpreter recognises them by the width. */
        uint32_t uses[6], n = 0;
        for (unsigned k = 0; k < self->arguments; k++) {
            uint32_t r = contiguous(d, LLVMGetOperand(call, k));
            uses[n++] = r;
            uses[n++] = r + 1;
        }
        uint32_t defs[3] = {dst, dst + 1, dst + 2};
        emit_list(d, OP_MISC, (uint16_t)op, w, (Registers){defs, type_registers(LLVMTypeOf(call))},
                  (Registers){uses, n});
        return true;
    }
    unsigned lanes = lanes_of(t);
    bool overflow = op >= MISC_UADDO && op <= MISC_SMULO;
    for (unsigned k = 0; k < lanes; k++) {
        uint32_t uses[3];
        for (unsigned n = 0; n < self->arguments; n++)
            uses[n] = reg_of(d, LLVMGetOperand(call, n), k);
        uint32_t defs[2] = {dst + k, dst + lanes + k};
        emit_list(d, OP_MISC, (uint16_t)op, w, (Registers){defs, overflow ? 2 : 1},
                  (Registers){uses, self->arguments});
    }
    return true;
}

/* `op` is LLVM's operation. */
static bool reduce_vector(Decoder *d, LLVMValueRef call, const Intrinsic *self) {
    LLVMValueRef x = LLVMGetOperand(call, 0);
    if (is_wide_vector(d, LLVMTypeOf(x))) return true;
    unsigned n = lanes_of(LLVMTypeOf(x)), w = int_bits(lane_type(LLVMTypeOf(x)));
    uint32_t acc = reg_of(d, x, 0);
    for (unsigned k = 1; k < n; k++) {
        uint32_t t = new_reg(d);
        emit_binary(d, (LLVMOpcode)self->op, w, t, acc, in_register(reg_of(d, x, k)));
        acc = t;
    }
    emit(d, OP_MOV, reg_of(d, call, 0), acc, 0, 0);
    return true;
}

/* --- memory and addresses --------------------------------------------------------------------- */

static bool decode_memory_function(Decoder *d, LLVMValueRef call, const Intrinsic *self) {
    uint32_t uses[3] = {argument_reg(d, call, 0), argument_reg(d, call, 1),
                        argument_reg(d, call, 2)};
    emit_list(d, OP_MISC, (uint16_t)self->op, 0, NO_REGISTERS, (Registers){uses, 3});
    return true;
}

static bool mask_address(Decoder *d, LLVMValueRef call, const Intrinsic *self) {
    emit(d, OP_AND, reg_of(d, call, 0), argument_reg(d, call, 0), argument_reg(d, call, 1), 0);
    return true;
}

/* Decodes a load from a table of 32-bit distances from the table itself. */
static bool load_relative(Decoder *d, LLVMValueRef call, const Intrinsic *self) {
    uint32_t base = argument_reg(d, call, 0), at = new_reg(d), word = new_reg(d),
             distance = new_reg(d);
    emit(d, OP_ADD64, at, base, argument_reg(d, call, 1), 0);
    emit(d, OP_LOAD32, word, at, 0, 0);
    emit(d, OP_SEXT32_64, distance, word, 0, 0);
    emit(d, OP_ADD64, reg_of(d, call, 0), base, distance, 0);
    return true;
}

static bool decode_thread_local_address(Decoder *d, LLVMValueRef call, const Intrinsic *self) {
    LLVMValueRef g = LLVMGetOperand(call, 0);
    while (LLVMIsAGlobalAlias(g)) g = LLVMAliasGetAliasee(g);
    emit(d, OP_TLSADDR, reg_of(d, call, 0), 0, 0, ptrmap_get(&d->l->global_tls, g) - 1);
    return true;
}

/* Answers the largest or smallest size: the size is unknown. */
static bool decode_object_size(Decoder *d, LLVMValueRef call, const Intrinsic *self) {
    bool minimum = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1)) != 0;
    unsigned w = int_bits(LLVMTypeOf(call));
    emit(d, OP_MOVI, reg_of(d, call, 0), 0, 0, minimum ? 0 : w < 64 ? (1ull << w) - 1 : ~0ull);
    return true;
}

static bool decode_restore_stack(Decoder *d, LLVMValueRef call, const Intrinsic *self) {
    emit_list(d, OP_MISC, MISC_STACKRESTORE, 0, NO_REGISTERS, REGISTERS(argument_reg(d, call, 0)));
    return true;
}

static bool decode_start_arguments(Decoder *d, LLVMValueRef call, const Intrinsic *self) {
    decode_va_start(d, argument_reg(d, call, 0));
    return true;
}

static bool copy_arguments(Decoder *d, LLVMValueRef call, const Intrinsic *self) {
    Address to = {.base = argument_reg(d, call, 0)}, from = {.base = argument_reg(d, call, 1)};
    for (int64_t k = 0; k < 24; k += 8) {
        uint32_t r = new_reg(d);
        load_bytes(d, r, 8, from, k);
        store_bytes(d, r, 8, to, k);
    }
    return true;
}

/* --- the table -------------------------------------------------------------------------------- */

static const Intrinsic intrinsics[] = {
    {"dbg.", decode_nothing},
    {"lifetime.", decode_nothing},
    {"assume", decode_nothing},
    {"donothing", decode_nothing},
    {"prefetch", decode_nothing},
    {"x86.sse2.pause", decode_nothing},
    {"x86.sse.sfence", decode_nothing},
    {"x86.sse2.lfence", decode_nothing},
    {"x86.sse2.mfence", decode_nothing},
    {"x86.sse2.clflush", decode_nothing},
    {"experimental.noalias", decode_nothing},
    {"invariant.", decode_nothing},
    {"var.annotation", decode_nothing},
    {"sideeffect", decode_nothing},
    {"va_end", decode_nothing},
    {"annotation", decode_nothing},
    {"pseudoprobe", decode_nothing},
    {"stackprotector", decode_nothing},
    {"clear_cache", decode_nothing},
    {"experimental.guard", decode_nothing},
    {"fabs.", decode_float_function, 1, MISC_FABS32, MISC_FABS64, FLOAT80_FABS},
    {"sqrt.", decode_float_function, 1, MISC_SQRT32, MISC_SQRT64, FLOAT80_SQRT},
    {"floor.", decode_float_function, 1, MISC_FLOOR32, MISC_FLOOR64, FLOAT80_FLOOR},
    {"ceil.", decode_float_function, 1, MISC_CEIL32, MISC_CEIL64, FLOAT80_CEIL},
    {"trunc.", decode_float_function, 1, MISC_FTRUNC32, MISC_FTRUNC64, FLOAT80_TRUNC},
    {"rint.", decode_float_function, 1, MISC_RINT32, MISC_RINT64, FLOAT80_RINT},
    {"nearbyint.", decode_float_function, 1, MISC_RINT32, MISC_RINT64, FLOAT80_RINT},
    {"roundeven.", decode_float_function, 1, MISC_RINT32, MISC_RINT64, FLOAT80_RINT},
    {"round.", decode_float_function, 1, MISC_ROUND32, MISC_ROUND64, -1},
    {"copysign.", decode_float_function, 2, MISC_COPYSIGN32, MISC_COPYSIGN64, FLOAT80_COPYSIGN},
    {"fma.", decode_float_function, 3, MISC_FMA32, MISC_FMA64, FLOAT80_FMA},
    {"fmuladd.", multiply_and_add, 3, MISC_FMA32, MISC_FMA64, FLOAT80_FMA},
    {"minnum.", decode_float_function, 2, MISC_FMIN32, MISC_FMIN64, FLOAT80_MIN},
    {"maxnum.", decode_float_function, 2, MISC_FMAX32, MISC_FMAX64, FLOAT80_MAX},
    {"is.fpclass.", decode_float_class},
    {"lrint.", round_to_integer},
    {"llrint.", round_to_integer},
    {"bswap.", decode_integer_function, 1, MISC_BSWAP},
    {"bitreverse.", decode_integer_function, 1, MISC_BITREVERSE},
    {"ctpop.", decode_integer_function, 1, MISC_CTPOP},
    {"ctlz.", decode_integer_function, 1, MISC_CTLZ},
    {"cttz.", decode_integer_function, 1, MISC_CTTZ},
    {"fshl.", decode_integer_function, 3, MISC_FSHL},
    {"fshr.", decode_integer_function, 3, MISC_FSHR},
    {"umin.", decode_integer_function, 2, MISC_UMIN},
    {"umax.", decode_integer_function, 2, MISC_UMAX},
    {"smin.", decode_integer_function, 2, MISC_SMIN},
    {"smax.", decode_integer_function, 2, MISC_SMAX},
    {"abs.", decode_integer_function, 1, MISC_ABS},
    {"uadd.with.overflow.", decode_integer_function, 2, MISC_UADDO},
    {"sadd.with.overflow.", decode_integer_function, 2, MISC_SADDO},
    {"usub.with.overflow.", decode_integer_function, 2, MISC_USUBO},
    {"ssub.with.overflow.", decode_integer_function, 2, MISC_SSUBO},
    {"umul.with.overflow.", decode_integer_function, 2, MISC_UMULO},
    {"smul.with.overflow.", decode_integer_function, 2, MISC_SMULO},
    {"uadd.sat.", decode_integer_function, 2, MISC_UADDSAT},
    {"sadd.sat.", decode_integer_function, 2, MISC_SADDSAT},
    {"usub.sat.", decode_integer_function, 2, MISC_USUBSAT},
    {"ssub.sat.", decode_integer_function, 2, MISC_SSUBSAT},
    {"vector.reduce.add", reduce_vector, 1, LLVMAdd},
    {"vector.reduce.and", reduce_vector, 1, LLVMAnd},
    {"vector.reduce.or", reduce_vector, 1, LLVMOr},
    {"vector.reduce.xor", reduce_vector, 1, LLVMXor},
    {"vector.reduce.mul", reduce_vector, 1, LLVMMul},
    {"memcpy.", decode_memory_function, 3, MISC_MEMCPY},
    {"memmove.", decode_memory_function, 3, MISC_MEMMOVE},
    {"memset.", decode_memory_function, 3, MISC_MEMSET},
    {"ptrmask.", mask_address},
    {"load.relative.", load_relative},
    {"threadlocal.address", decode_thread_local_address},
    {"objectsize.", decode_object_size},
    {"expect.", result_is_argument},
    {"ssa.copy", result_is_argument},
    {"launder.", result_is_argument},
    {"strip.", result_is_argument},
    {"ptr.annotation", result_is_argument},
    {"is.constant.", result_is_zero},
    {"frameaddress", result_is_zero},
    {"returnaddress", result_is_zero},
    {"addressofreturnaddress", result_is_zero},
    {"va_start", decode_start_arguments},
    {"va_copy", copy_arguments},
    {"stacksave", operation_with_result, 0, MISC_STACKSAVE},
    {"stackrestore", decode_restore_stack},
    {"readcyclecounter", operation_with_result, 0, MISC_READCYCLE},
    {"x86.rdtsc", operation_with_result, 0, MISC_READCYCLE},
    {"trap", plain_operation, 0, MISC_TRAP},
    {"debugtrap", plain_operation, 0, MISC_TRAP},
    {"ubsantrap", plain_operation, 0, MISC_TRAP},
};

void decode_intrinsic(Decoder *d, LLVMValueRef call, const char *name) {
    const char *behind = name + strlen("llvm.");
    for (size_t k = 0; k < ARRAY_LEN(intrinsics); k++)
        if (starts(behind, intrinsics[k].prefix)) {
            if (intrinsics[k].decode(d, call, &intrinsics[k])) return;
            break;
        }
    missing(d, "the intrinsic %s, which is not supported", name);
}
