/*
 * float_functions.c — functions of float and double that are instructions of their own.
 */
#include "vm/interpreter/special.h"
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

bool float_function(Thread *t, const Insn *i) {
    const uint64_t *r = frame_regs(t);
    uint64_t x = i->a > 0 ? r[use(i, 0)] : 0, y = i->a > 1 ? r[use(i, 1)] : 0,
             z = i->a > 2 ? r[use(i, 2)] : 0, out;
    float f = as_float(x), g = as_float(y), h = as_float(z);
    double d = as_double(x), e = as_double(y), k = as_double(z);
    switch ((MiscOp)i->b) {
    case MISC_FREM32: out = of_float(fmodf(f, g)); break;
    case MISC_FREM64: out = of_double(fmod(d, e)); break;
    case MISC_FABS32: out = x & 0x7fffffff; break;
    case MISC_FABS64: out = x & ~(1ull << 63); break;
    case MISC_SQRT32: out = of_float(sqrtf(f)); break;
    case MISC_SQRT64: out = of_double(sqrt(d)); break;
    case MISC_FLOOR32: out = of_float(floorf(f)); break;
    case MISC_FLOOR64: out = of_double(floor(d)); break;
    case MISC_CEIL32: out = of_float(ceilf(f)); break;
    case MISC_CEIL64: out = of_double(ceil(d)); break;
    case MISC_FTRUNC32: out = of_float(truncf(f)); break;
    case MISC_FTRUNC64: out = of_double(trunc(d)); break;
    case MISC_RINT32: out = of_float(rintf(f)); break;
    case MISC_RINT64: out = of_double(rint(d)); break;
    case MISC_ROUND32: out = of_float(roundf(f)); break;
    case MISC_ROUND64: out = of_double(round(d)); break;
    case MISC_COPYSIGN32: out = of_float(copysignf(f, g)); break;
    case MISC_COPYSIGN64: out = of_double(copysign(d, e)); break;
    case MISC_FMA32: out = of_float(fmaf(f, g, h)); break;
    case MISC_FMA64: out = of_double(fma(d, e, k)); break;
    case MISC_FMIN32: out = of_float(fminf(f, g)); break;
    case MISC_FMIN64: out = of_double(fmin(d, e)); break;
    case MISC_FMAX32: out = of_float(fmaxf(f, g)); break;
    case MISC_FMAX64: out = of_double(fmax(d, e)); break;
    case MISC_LRINT32: out = (uint64_t)llrintf(f) & low_bits((unsigned)i->imm); break;
    case MISC_LRINT64: out = (uint64_t)llrint(d) & low_bits((unsigned)i->imm); break;
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
