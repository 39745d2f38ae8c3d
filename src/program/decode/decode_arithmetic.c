/*
 * decode_arithmetic.c — arithmetic and comparisons. A known right operand becomes part of the
 * instruction. Values of widths that the machine does not have are computed in 64 bits and
 * truncated.
 */
#include "program/decode/decoder.h"

/* --- integers --------------------------------------------------------------------------------- */

Operand operand_of(Decoder *d, LLVMValueRef v) {
    uint64_t number;
    return immediate(d, v, &number) ? as_number(number) : in_register(reg_of(d, v, 0));
}

static uint32_t sign_extended(Decoder *d, uint32_t r, unsigned w) {
    uint32_t x = new_reg(d);
    emit(d, OP_SEXTN, x, r, 0, w | 64 << 8);
    return x;
}

static Operand sign_extended_operand(Decoder *d, Operand b, unsigned w) {
    return b.immediate ? as_number(sign_extended_number(b.number, w))
                       : in_register(sign_extended(d, b.reg, w));
}

void emit_binary(Decoder *d, LLVMOpcode op, unsigned w, uint32_t dst, uint32_t a, Operand b) {
    uint16_t base;
    bool sign = false, high_bits = false; /* needs sign extension; may leave bits above w */
    switch (op) {
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor: {
        uint16_t rr = op == LLVMAnd ? OP_AND : op == LLVMOr ? OP_OR : OP_XOR;
        uint16_t ri = op == LLVMAnd ? OP_ANDI : op == LLVMOr ? OP_ORI : OP_XORI;
        emit(d, b.immediate ? ri : rr, dst, a, b.reg, b.number);
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
        emit(d, (uint16_t)(base + k + (b.immediate ? 4 : 0)), dst, a, b.reg, b.number);
        return;
    }
    if (sign) {
        a = sign_extended(d, a, w);
        if (op != LLVMAShr) b = sign_extended_operand(d, b, w);
    }
    uint32_t t = high_bits ? new_reg(d) : dst;
    emit(d, (uint16_t)(base + 3 + (b.immediate ? 4 : 0)), t, a, b.reg, b.number);
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

void wide_sext(Decoder *d, uint32_t *lo, uint32_t *hi, unsigned w) {
    uint32_t r[2] = {new_reg(d), new_reg(d)};
    emit_list(d, OP_WIDE, WIDE_SEXT, w, (Registers){r, 2}, REGISTERS(*lo, *hi));
    *lo = r[0];
    *hi = r[1];
}

void decode_wide_binary(Decoder *d, LLVMOpcode op, unsigned w, uint32_t dst, LLVMValueRef x,
                        LLVMValueRef y) {
    uint32_t a = contiguous(d, x), b = contiguous(d, y);
    uint32_t al = a, ah = a + 1, bl = b, bh = b + 1;
    if (w < 128 && (op == LLVMSDiv || op == LLVMSRem || op == LLVMAShr)) {
        wide_sext(d, &al, &ah, w);
        if (op != LLVMAShr) wide_sext(d, &bl, &bh, w);
    }
    uint32_t out[2] = {dst, dst + 1}, t[2] = {new_reg(d), new_reg(d)};
    emit_list(d, OP_WIDE, (uint16_t)wide_of(op), 0, (Registers){w < 128 ? t : out, 2},
              REGISTERS(al, ah, bl, bh));
    if (w < 128) emit_list(d, OP_WIDE, WIDE_TRUNC, w, (Registers){out, 2}, (Registers){t, 2});
}

void decode_binary(Decoder *d, LLVMValueRef i, LLVMOpcode op) {
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
    bool checked = op == LLVMAdd || op == LLVMSub || op == LLVMMul;
    if (d->l->options->check_overflow && !is_vector(t) && checked && LLVMGetNSW(i)) {
        unsigned which = op == LLVMAdd ? 0 : op == LLVMSub ? 1 : 2;
        emit_list(d, OP_OVERFLOW, (uint16_t)(which | w << 8), 0, NO_REGISTERS,
                  REGISTERS(reg_of(d, x, 0), reg_of(d, y, 0)));
    }
    uint64_t number;
    bool commutes =
        op == LLVMAdd || op == LLVMMul || op == LLVMAnd || op == LLVMOr || op == LLVMXor;
    if (immediate(d, y, &number))
        emit_binary(d, op, w, dst, reg_of(d, x, 0), as_number(number));
    else if (commutes && immediate(d, x, &number))
        emit_binary(d, op, w, dst, reg_of(d, y, 0), as_number(number));
    else
        for (unsigned k = 0; k < lanes_of(t); k++) {
            uint32_t b = reg_of(d, y, k);
            emit_binary(d, op, w, dst + k, reg_of(d, x, k), in_register(b));
        }
}

/* --- floating point --------------------------------------------------------------------------- */

void decode_float_binary(Decoder *d, LLVMValueRef i, LLVMOpcode op) {
    LLVMTypeRef t = LLVMTypeOf(i), e = lane_type(t);
    LLVMValueRef x = LLVMGetOperand(i, 0), y = LLVMGetOperand(i, 1);
    uint32_t dst = reg_of(d, i, 0);
    LLVMTypeKind k = LLVMGetTypeKind(e);
    unsigned which = op == LLVMFAdd   ? 0
                     : op == LLVMFSub ? 1
                     : op == LLVMFMul ? 2
                     : op == LLVMFDiv ? 3
                                      : 4;
    if (k == LLVMX86_FP80TypeKind && !is_vector(t)) {
        uint32_t a = contiguous(d, x), b = contiguous(d, y);
        emit_list(d, OP_FLOAT80, (uint16_t)(FLOAT80_ADD + which), 0, REGISTERS(dst, dst + 1),
                  REGISTERS(a, a + 1, b, b + 1));
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
            emit_list(d, OP_MISC, single ? MISC_FREM32 : MISC_FREM64, 0, REGISTERS(dst + n),
                      REGISTERS(a, b));
        else
            emit(d, (uint16_t)((single ? OP_FADD32 : OP_FADD64) + which), dst + n, a, b, 0);
    }
}

void decode_fneg(Decoder *d, LLVMValueRef i) {
    LLVMTypeRef t = LLVMTypeOf(i), e = lane_type(t);
    if (is_wide_vector(d, t) || is_opaque_float(d, t)) return;
    uint32_t dst = reg_of(d, i, 0);
    if (is_float80(e)) {
        uint32_t a = contiguous(d, LLVMGetOperand(i, 0));
        emit_list(d, OP_FLOAT80, FLOAT80_NEG, 0, REGISTERS(dst, dst + 1), REGISTERS(a, a + 1));
        return;
    }
    for (unsigned k = 0; k < lanes_of(t); k++)
        emit(d, LLVMGetTypeKind(e) == LLVMFloatTypeKind ? OP_FNEG32 : OP_FNEG64, dst + k,
             reg_of(d, LLVMGetOperand(i, 0), k), 0, 0);
}

/* --- comparisons ------------------------------------------------------------------------------ */

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

Comparison compare_lane(Decoder *d, LLVMValueRef icmp, unsigned lane) {
    LLVMValueRef x = LLVMGetOperand(icmp, 0), y = LLVMGetOperand(icmp, 1);
    LLVMIntPredicate p = LLVMGetICmpPredicate(icmp);
    unsigned w = int_bits(lane_type(LLVMTypeOf(x)));
    uint64_t number;
    Comparison c = {.a = reg_of(d, x, lane)};
    c.b = immediate(d, y, &number) ? as_number(number) : in_register(reg_of(d, y, lane));
    if (p >= LLVMIntSGT && !standard_width(w)) {
        c.a = sign_extended(d, c.a, w);
        c.b = sign_extended_operand(d, c.b, w);
        w = 64;
    }
    c.predicate = predicate_index(p, w);
    return c;
}

static void compare_wide(Decoder *d, LLVMValueRef icmp, uint32_t dst) {
    LLVMValueRef x = LLVMGetOperand(icmp, 0), y = LLVMGetOperand(icmp, 1);
    LLVMIntPredicate p = LLVMGetICmpPredicate(icmp);
    unsigned w = int_bits(LLVMTypeOf(x));
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
    emit_list(d, OP_WIDE, (uint16_t)op, 0, REGISTERS(dst), (Registers){swap ? swapped : uses, 4});
}

void decode_icmp(Decoder *d, LLVMValueRef i) {
    LLVMValueRef x = LLVMGetOperand(i, 0);
    LLVMTypeRef t = LLVMTypeOf(x), e = lane_type(t);
    if (is_wide_vector(d, t)) return;
    uint32_t dst = reg_of(d, i, 0);
    if (is_wide(e)) {
        compare_wide(d, i, dst);
        return;
    }
    for (unsigned k = 0; k < lanes_of(t); k++) {
        Comparison c = compare_lane(d, i, k);
        emit(d, (uint16_t)(OP_CEQ + 2 * c.predicate + c.b.immediate), dst + k, c.a, c.b.reg,
             c.b.number);
    }
}

void decode_fcmp(Decoder *d, LLVMValueRef i) {
    LLVMValueRef x = LLVMGetOperand(i, 0), y = LLVMGetOperand(i, 1);
    LLVMTypeRef t = LLVMTypeOf(x), e = lane_type(t);
    uint32_t dst = reg_of(d, i, 0);
    unsigned p = (unsigned)LLVMGetFCmpPredicate(i);
    if (is_wide_vector(d, t) || is_opaque_float(d, t)) return;
    if (is_float80(e)) {
        uint32_t a = contiguous(d, x), b = contiguous(d, y);
        emit_list(d, OP_FLOAT80, FLOAT80_CMP, p, REGISTERS(dst), REGISTERS(a, a + 1, b, b + 1));
        return;
    }
    for (unsigned k = 0; k < lanes_of(t); k++)
        emit(d, LLVMGetTypeKind(e) == LLVMFloatTypeKind ? OP_FCMP32 : OP_FCMP64, dst + k,
             reg_of(d, x, k), reg_of(d, y, k), p);
}
