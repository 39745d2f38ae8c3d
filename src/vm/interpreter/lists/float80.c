/*
 * float80.c — 80-bit floats (long double), each in two registers. The host's long double computes
 * them.
 */
#include "vm/interpreter/lists/special.h"
#include <math.h>

typedef union Float80 {
    long double f;
    struct {
        uint64_t lo;
        uint16_t hi;
    } bits;
} Float80;

/* Executes an operation whose result is no 80-bit float. False: `i` is another operation. */
static bool float80_to_register(const Insn *i, long double a, long double b, uint64_t *out) {
    *out = 0;
    switch ((Float80Op)i->b) {
    case FLOAT80_CMP: *out = (i->imm & (a == b ? 1 : a > b ? 2 : a < b ? 4 : 8)) != 0; return true;
    case FLOAT80_TO32: *out = of_float((float)a); return true;
    case FLOAT80_TO64: *out = of_double((double)a); return true;
    case FLOAT80_TOSI:
        *out = (a >= -9223372036854775808.0L && a < 9223372036854775808.0L ? (uint64_t)(int64_t)a
                                                                           : 1ull << 63) &
               low_bits((unsigned)i->imm);
        return true;
    case FLOAT80_TOUI:
        *out = (a > -9223372036854775809.0L && a < 18446744073709551616.0L
                    ? (a < 9223372036854775808.0L ? (uint64_t)(int64_t)a : (uint64_t)a)
                    : 1ull << 63) &
               low_bits((unsigned)i->imm);
        return true;
    default: return false;
    }
}

/* Computes the other operations, on up to three 80-bit floats or on the register value `x`. */
static long double float80_value(const Insn *i, const Float80 *v, uint64_t x) {
    long double a = v[0].f, b = v[1].f;
    switch ((Float80Op)i->b) {
    case FLOAT80_ADD: return a + b;
    case FLOAT80_SUB: return a - b;
    case FLOAT80_MUL: return a * b;
    case FLOAT80_DIV: return a / b;
    case FLOAT80_REM: return fmodl(a, b);
    case FLOAT80_NEG: return -a;
    case FLOAT80_FROM32: return as_float(x);
    case FLOAT80_FROM64: return as_double(x);
    case FLOAT80_FROMSI: return (long double)signed_of(x, (unsigned)i->imm);
    case FLOAT80_FROMUI: return (long double)x;
    case FLOAT80_FABS: return fabsl(a);
    case FLOAT80_SQRT: return sqrtl(a);
    case FLOAT80_FLOOR: return floorl(a);
    case FLOAT80_CEIL: return ceill(a);
    case FLOAT80_TRUNC: return truncl(a);
    case FLOAT80_RINT: return rintl(a);
    case FLOAT80_COPYSIGN: return copysignl(a, b);
    case FLOAT80_FMA: return fmal(a, b, v[2].f);
    case FLOAT80_MIN: return fminl(a, b);
    case FLOAT80_MAX: return fmaxl(a, b);
    default: return 0;
    }
}

StepResult float80_execute(Machine *m, Thread *t, const Insn *i) {
    UndefinedOperands aside = undefined_set_aside(t, i);
    concrete_operands(m, t, i, float_reason);
    const uint64_t *r = frame_regs(t);
    Float80 v[3], out;
    bool takes = i->b < FLOAT80_FROM32 || i->b == FLOAT80_TO32 || i->b == FLOAT80_TO64 ||
                 i->b >= FLOAT80_TOSI;
    memset(v, 0, sizeof v);
    for (unsigned k = 0; takes && 2 * k + 1 < i->a && k < 3; k++) {
        v[k].bits.lo = r[use(i, 2 * k)];
        v[k].bits.hi = (uint16_t)r[use(i, 2 * k + 1)];
    }
    uint64_t single;
    if (float80_to_register(i, v[0].f, v[1].f, &single)) {
        set_reg(t, def(i, 0), single);
        undefined_take_back(m, t, i, &aside,
                            i->b == FLOAT80_CMP    ? 1
                            : i->b == FLOAT80_TO32 ? 32
                                                   : 64);
        return end_list(t, i);
    }
    memset(&out, 0, sizeof out);
    out.f = float80_value(i, v, i->a ? r[use(i, 0)] : 0);
    set_reg(t, def(i, 0), out.bits.lo);
    set_reg(t, def(i, 1), out.bits.hi);
    undefined_take_back(m, t, i, &aside, 64);
    return end_list(t, i);
}
