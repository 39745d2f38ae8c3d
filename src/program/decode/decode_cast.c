/*
 * decode_cast.c — conversions between integers, floating-point types, addresses and vectors.
 */
#include "program/decode/decoder.h"

/* The conversion of one lane. */
typedef struct Cast {
    LLVMOpcode op;
    LLVMTypeRef from_type, to_type; /* of a lane */
    unsigned from, to;              /* their bits */
    uint32_t in, in_high;           /* registers; `in_high` of values that take two */
    uint32_t out;                   /* and the next one if the result takes two */
} Cast;

/* Joins the lanes of a vector to the two halves of a 128-bit integer. */
static void join_lanes(Decoder *d, LLVMValueRef x, unsigned bits, uint32_t dst) {
    unsigned n = lanes_of(LLVMTypeOf(x)), per = 64 / bits;
    for (unsigned half = 0; half < 2; half++) {
        uint32_t acc = reg_of(d, x, half * per);
        for (unsigned k = 1; k < per && half * per + k < n; k++) {
            uint32_t s = new_reg(d), o = new_reg(d);
            emit(d, OP_SHLI64, s, reg_of(d, x, half * per + k), 0, k * bits);
            emit(d, OP_OR, o, acc, s, 0);
            acc = o;
        }
        emit(d, OP_MOV, dst + half, acc, 0, 0);
    }
}

/* Returns a register with `n` bits of `r`, taken from bit `shift` of `width` on, moved to bit
 * `place`. */
static uint32_t bit_field(Decoder *d, uint32_t r, unsigned width, unsigned shift, unsigned n,
                          unsigned place) {
    if (shift) {
        uint32_t s = new_reg(d);
        emit(d, OP_LSHRI64, s, r, 0, shift);
        r = s;
    }
    if (n < width - shift) {
        uint32_t s = new_reg(d);
        emit(d, OP_ANDI, s, r, 0, n < 64 ? (1ull << n) - 1 : ~0ull);
        r = s;
    }
    if (place) {
        uint32_t s = new_reg(d);
        emit(d, OP_SHLI64, s, r, 0, place);
        r = s;
    }
    return r;
}

/* Reinterprets a vector, or a value as one: the lanes' bits are joined or split by shifts. */
static void reinterpret(Decoder *d, LLVMValueRef i, LLVMValueRef x) {
    LLVMTypeRef source = LLVMTypeOf(x), target = LLVMTypeOf(i);
    unsigned from = int_bits(lane_type(source)), to = int_bits(lane_type(target));
    uint32_t dst = reg_of(d, i, 0);
    if (from > 64 || to > 64) {
        if (is_wide(lane_type(target)) && is_vector(source) && from <= 64 && from % 8 == 0)
            join_lanes(d, x, from, dst);
        else
            missing(d, "a reinterpretation of a vector with odd or very wide parts, which is not "
                       "supported");
        return;
    }
    for (unsigned k = 0; k < lanes_of(target); k++) {
        uint32_t acc = 0;
        for (unsigned bit = 0; bit < to;) {
            unsigned at = k * to + bit, shift = at % from, n = MIN(from - shift, to - bit);
            uint32_t r = bit_field(d, reg_of(d, x, at / from), from, shift, n, bit);
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
}

static void extend_with_zeros(Decoder *d, const Cast *c) {
    emit(d, OP_MOV, c->out, c->in, 0, 0);
    if (!is_wide(c->to_type)) return;
    if (is_wide(c->from_type))
        emit(d, OP_MOV, c->out + 1, c->in_high, 0, 0);
    else
        emit(d, OP_MOVI, c->out + 1, 0, 0, 0);
}

static void extend_narrow_with_sign(Decoder *d, const Cast *c) {
    unsigned from = c->from, to = c->to;
    uint16_t op = OP_SEXTN;
    if (from == 8)
        op = to == 16 ? OP_SEXT8_16 : to == 32 ? OP_SEXT8_32 : to == 64 ? OP_SEXT8_64 : OP_SEXTN;
    if (from == 16) op = to == 32 ? OP_SEXT16_32 : to == 64 ? OP_SEXT16_64 : OP_SEXTN;
    if (from == 32 && to == 64) op = OP_SEXT32_64;
    emit(d, op, c->out, c->in, 0, op == OP_SEXTN ? from | to << 8 : 0);
}

static void extend_with_sign(Decoder *d, const Cast *c) {
    if (!is_wide(c->to_type)) {
        extend_narrow_with_sign(d, c);
        return;
    }
    uint32_t lo = c->in, hi = c->in_high;
    if (is_wide(c->from_type)) {
        wide_sext(d, &lo, &hi, c->from);
    } else {
        lo = new_reg(d);
        if (c->from == 64)
            emit(d, OP_MOV, lo, c->in, 0, 0);
        else
            emit(d, OP_SEXTN, lo, c->in, 0, c->from | 64 << 8);
        hi = new_reg(d);
        emit(d, OP_ASHRI64, hi, lo, 0, 63);
    }
    if (c->to < 128) {
        emit_list(d, OP_WIDE, WIDE_TRUNC, c->to, REGISTERS(c->out, c->out + 1), REGISTERS(lo, hi));
    } else {
        emit(d, OP_MOV, c->out, lo, 0, 0);
        emit(d, OP_MOV, c->out + 1, hi, 0, 0);
    }
}

static void truncate_integer(Decoder *d, const Cast *c) {
    if (is_wide(c->to_type))
        emit_list(d, OP_WIDE, WIDE_TRUNC, c->to, REGISTERS(c->out, c->out + 1),
                  REGISTERS(c->in, c->in_high));
    else if (standard_width(c->to) && c->to < 64)
        emit(d, (uint16_t)(OP_TRUNC8 + width_index(c->to)), c->out, c->in, 0, 0);
    else if (c->to == 64)
        emit(d, OP_MOV, c->out, c->in, 0, 0);
    else
        emit(d, OP_ANDI, c->out, c->in, 0, (1ull << c->to) - 1);
}

static void convert_address(Decoder *d, const Cast *c) {
    if (c->to < 64 && c->to < c->from)
        emit(d, OP_ANDI, c->out, c->in, 0, (1ull << c->to) - 1);
    else
        emit(d, OP_MOV, c->out, c->in, 0, 0);
    if (is_wide(c->to_type)) emit(d, OP_MOVI, c->out + 1, 0, 0, 0);
}

static void copy_bits(Decoder *d, const Cast *c) {
    emit(d, OP_MOV, c->out, c->in, 0, 0);
    if (type_registers(c->to_type) == 2) emit(d, OP_MOV, c->out + 1, c->in_high, 0, 0);
}

static void convert_float(Decoder *d, const Cast *c) {
    if (is_float80(c->to_type))
        emit_list(d, OP_FLOAT80, c->from == 32 ? FLOAT80_FROM32 : FLOAT80_FROM64, 0,
                  REGISTERS(c->out, c->out + 1), REGISTERS(c->in));
    else if (is_float80(c->from_type))
        emit_list(d, OP_FLOAT80, c->to == 32 ? FLOAT80_TO32 : FLOAT80_TO64, 0, REGISTERS(c->out),
                  REGISTERS(c->in, c->in_high));
    else if (c->from == 16 || c->to == 16)
        missing(d, "half-precision floating point, which is not supported");
    else
        emit(d, c->op == LLVMFPExt ? OP_FEXT : OP_FTRUNC, c->out, c->in, 0, 0);
}

static void integer_to_float(Decoder *d, const Cast *c) {
    bool sign = c->op == LLVMSIToFP;
    if (is_wide(c->from_type)) {
        if (is_float80(c->to_type) || c->to == 16)
            missing(d, "a conversion of a 128-bit integer to this floating-point type, which is "
                       "not supported");
        else
            emit_list(d, OP_MISC, sign ? MISC_I128TOF : MISC_U128TOF, c->to, REGISTERS(c->out),
                      REGISTERS(c->in, c->in_high));
    } else if (is_float80(c->to_type))
        emit_list(d, OP_FLOAT80, sign ? FLOAT80_FROMSI : FLOAT80_FROMUI, c->from,
                  REGISTERS(c->out, c->out + 1), REGISTERS(c->in));
    else if (c->to == 32)
        emit(d, sign ? OP_SITOF32 : OP_UITOF32, c->out, c->in, 0, c->from);
    else
        emit(d, sign ? OP_SITOF64 : OP_UITOF64, c->out, c->in, 0, c->from);
}

static void float_to_integer(Decoder *d, const Cast *c) {
    bool sign = c->op == LLVMFPToSI;
    if (is_wide(c->to_type)) {
        if (is_float80(c->from_type))
            missing(d, "a conversion of long double to a 128-bit integer, which is not supported");
        else
            emit_list(d, OP_MISC, sign ? MISC_FTOI128 : MISC_FTOU128, c->from,
                      REGISTERS(c->out, c->out + 1), REGISTERS(c->in));
    } else if (is_float80(c->from_type))
        emit_list(d, OP_FLOAT80, sign ? FLOAT80_TOSI : FLOAT80_TOUI, c->to, REGISTERS(c->out),
                  REGISTERS(c->in, c->in_high));
    else if (c->from == 32)
        emit(d, sign ? OP_F32TOSI : OP_F32TOUI, c->out, c->in, 0, c->to);
    else
        emit(d, sign ? OP_F64TOSI : OP_F64TOUI, c->out, c->in, 0, c->to);
}

typedef void LaneCast(Decoder *d, const Cast *c);

static LaneCast *cast_of(LLVMOpcode op) {
    switch (op) {
    case LLVMZExt: return extend_with_zeros;
    case LLVMSExt: return extend_with_sign;
    case LLVMTrunc: return truncate_integer;
    case LLVMPtrToInt:
    case LLVMIntToPtr: return convert_address;
    case LLVMBitCast:
    case LLVMAddrSpaceCast: return copy_bits;
    case LLVMFPExt:
    case LLVMFPTrunc: return convert_float;
    case LLVMSIToFP:
    case LLVMUIToFP: return integer_to_float;
    case LLVMFPToSI:
    case LLVMFPToUI: return float_to_integer;
    default: return NULL;
    }
}

void decode_cast(Decoder *d, LLVMValueRef i, LLVMOpcode op) {
    LLVMValueRef x = LLVMGetOperand(i, 0);
    LLVMTypeRef source = LLVMTypeOf(x), target = LLVMTypeOf(i);
    uint32_t dst = reg_of(d, i, 0);
    if (op != LLVMBitCast && (is_opaque_float(d, source) || is_opaque_float(d, target))) return;
    if (op == LLVMBitCast && (is_vector(source) || is_vector(target))) {
        reinterpret(d, i, x);
        return;
    }
    LaneCast *cast = cast_of(op);
    if (!cast) {
        missing_instruction(d, i);
        return;
    }
    Cast c = {.op = op, .from_type = lane_type(source), .to_type = lane_type(target)};
    c.from = int_bits(c.from_type);
    c.to = int_bits(c.to_type);
    unsigned from_registers = type_registers(c.from_type), to_registers = type_registers(c.to_type);
    for (unsigned k = 0; k < lanes_of(target); k++) {
        c.out = dst + k * to_registers;
        c.in = reg_of(d, x, k * from_registers);
        c.in_high = from_registers == 2 ? reg_of(d, x, k * 2 + 1) : 0;
        cast(d, &c);
    }
}
