/*
 * float_functions.c — functions of float and double that are instructions of their own.
 */
#include "vm/interpreter/lists/special.h"
#include <math.h>

static uint64_t is_of_float_class(unsigned wanted, double x, bool quiet) {
    unsigned c;
    if (isnan(x))
        c = quiet ? 2 : 1;
    else if (isinf(x))
        c = x < 0 ? 4 : 512;
    else if (x == 0)
        c = signbit(x) ? 32 : 64;
    else if (fpclassify(x) == FP_SUBNORMAL)
        c = x < 0 ? 16 : 128;
    else
        c = x < 0 ? 8 : 256;
    return (wanted & c) != 0;
}

static u128 to_u128(double x) {
    return x < 170141183460469231731687303715884105728.0 ? (x < 0 ? (u128)(i128)x : (u128)x)
                                                         : (u128)x;
}

/* Functions of float and of double are numbered in turn. */
static unsigned float_width(const Insn *i) { return i->b & 1 ? 64 : 32; }
_Static_assert(!(MISC_FREM32 & 1) && (MISC_FMAX64 & 1), "float_width");

bool float_function(Thread *t, const Insn *i) {
    const uint64_t *r = frame_regs(t);
    uint64_t x = i->a > 0 ? r[use(i, 0)] : 0, y = i->a > 1 ? r[use(i, 1)] : 0,
             z = i->a > 2 ? r[use(i, 2)] : 0, out;
    float f = as_float(x), g = as_float(y);
    double d = as_double(x), e = as_double(y);
    switch ((MiscOp)i->b) {
    case MISC_FREM32: out = of_float(fmodf(f, g)); break;
    case MISC_FREM64: out = of_double(fmod(d, e)); break;
    case MISC_FABS32: out = x & 0x7fffffff; break;
    case MISC_FABS64: out = x & ~(1ull << 63); break;
    case MISC_SQRT32: out = of_float(float_sqrt(f)); break;
    case MISC_SQRT64: out = of_double(double_sqrt(d)); break;
    case MISC_FLOOR32:
    case MISC_FLOOR64: out = floats_round(x, float_width(i), floor, floorf); break;
    case MISC_CEIL32:
    case MISC_CEIL64: out = floats_round(x, float_width(i), ceil, ceilf); break;
    case MISC_FTRUNC32:
    case MISC_FTRUNC64: out = floats_round(x, float_width(i), trunc, truncf); break;
    case MISC_RINT32:
    case MISC_RINT64: out = floats_round(x, float_width(i), rint, rintf); break;
    case MISC_ROUND32:
    case MISC_ROUND64: out = floats_round(x, float_width(i), round, roundf); break;
    case MISC_COPYSIGN32: out = (x & 0x7fffffff) | (y & 0x80000000u); break;
    case MISC_COPYSIGN64: out = (x & ~(1ull << 63)) | (y & 1ull << 63); break;
    case MISC_FMA32:
    case MISC_FMA64: out = floats_fma(x, y, z, float_width(i)); break;
    case MISC_FMIN32:
    case MISC_FMIN64:
    case MISC_FMAX32:
    case MISC_FMAX64:
        out = floats_extreme(x, y, float_width(i), i->b == MISC_FMAX32 || i->b == MISC_FMAX64);
        break;
    case MISC_LRINT32:
        out = (uint64_t)double_to_int64(rintf(f)) & low_bits((unsigned)i->imm);
        break;
    case MISC_LRINT64: out = (uint64_t)double_to_int64(rint(d)) & low_bits((unsigned)i->imm); break;
    case MISC_FPCLASS32: out = is_of_float_class((unsigned)i->imm, f, x >> 22 & 1); break;
    case MISC_FPCLASS64: out = is_of_float_class((unsigned)i->imm, d, x >> 51 & 1); break;
    case MISC_I128TOF:
    case MISC_U128TOF: {
        u128 v = x | (u128)y << 64;
        bool sign = i->b == MISC_I128TOF;
        out = i->imm == 32 ? of_float(sign ? (float)(i128)v : (float)v)
                           : of_double(sign ? (double)(i128)v : (double)v);
        break;
    }
    case MISC_FTOI128:
    case MISC_FTOU128: {
        double v = i->imm == 32 ? f : d;
        u128 w = i->b == MISC_FTOI128 ? (u128)(i128)v : to_u128(v);
        set_reg(t, def(i, 1), (uint64_t)(w >> 64));
        out = (uint64_t)w;
        break;
    }
    default: return false;
    }
    set_reg(t, def(i, 0), out);
    return true;
}
