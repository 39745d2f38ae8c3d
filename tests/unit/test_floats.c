/*
 * test_floats.c — floating point: the evaluator of expressions against plain C, whose NaNs are put right by
 * the rule of base/floats.h, and against the back ends of the solver, which must find the same bits and no
 * others. Operands are special values, their neighbours, numbers that are near each other, and random bits.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>
#include "random_expr.h"
#include "base/floats.h"
#include "solver/solver.h"
#include <stdio.h>

static uint64_t random_state = 88172645463325252ull;
static uint64_t random_bits(void) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    return random_state ^= random_state << 17;
}
static unsigned random_below(unsigned n) { return (unsigned)(random_bits() % n); }

static uint64_t width_mask(unsigned w) { return w < 64 ? (1ull << w) - 1 : ~0ull; }

static uint64_t special_float(unsigned w) {
    unsigned fraction = w == 32 ? 23 : 52, bias = w == 32 ? 127 : 1023, x = random_below(15);
    uint64_t infinity = floats_infinity(w), one = (uint64_t)bias << fraction, v;
    switch (x) {
    case 0: v = 0; break;
    case 1: v = infinity; break;
    case 2: v = infinity + floats_quiet_bit(w) + random_below(3); break;
    case 3: v = infinity + 1 + random_below(3); break;
    case 4: v = 1 + random_below(3); break;
    case 5: v = (1ull << fraction) - 1 + random_below(3); break;
    case 6: v = infinity - 1 - random_below(3); break;
    case 7: v = one + random_below(5) - 2; break;
    case 8: /* near the limits of integers */
        v = ((uint64_t)(bias + (random_below(2) ? 31 : 63)) << fraction) + random_below(5) - 2;
        break;
    case 9: v = (uint64_t)(bias + fraction + random_below(3) - 1) << fraction; break;
    case 10: v = w == 32 ? of_float((float)random_below(100) / 4) : of_double(random_below(100) / 4.0); break;
    case 11: v = one + ((uint64_t)random_below(3) << (fraction - 1)); break;
    case 12: v = random_bits() & ((1ull << fraction) - 1); break;
    default: /* near 1 */
        v = (((uint64_t)bias + random_below(64) - 32) << fraction) |
            (random_bits() & ((1ull << fraction) - 1));
        break;
    }
    return (v ^ (uint64_t)random_below(2) << (w - 1)) & width_mask(w);
}

static uint64_t random_float(unsigned w) {
    return random_below(6) ? special_float(w) : random_bits() & width_mask(w);
}

/* What plain C computes, by volatile variables so that the compiler does not. */
static uint64_t native_arithmetic(ExprOp op, unsigned w, const uint64_t v[3]) {
    volatile float f = as_float(v[0]), g = as_float(v[1]), h = as_float(v[2]);
    volatile double d = as_double(v[0]), e = as_double(v[1]), k = as_double(v[2]);
    bool s = w == 32;
    switch (op) {
    case EXPR_FADD: return s ? of_float(f + g) : of_double(d + e);
    case EXPR_FSUB: return s ? of_float(f - g) : of_double(d - e);
    case EXPR_FMUL: return s ? of_float(f * g) : of_double(d * e);
    case EXPR_FDIV: return s ? of_float(f / g) : of_double(d / e);
    case EXPR_FMA: return s ? of_float(fmaf(f, g, h)) : of_double(fma(d, e, k));
    case EXPR_FSQRT: return s ? of_float(sqrtf(f)) : of_double(sqrt(d));
    case EXPR_FFLOOR: return s ? of_float(floorf(f)) : of_double(floor(d));
    case EXPR_FCEIL: return s ? of_float(ceilf(f)) : of_double(ceil(d));
    case EXPR_FTRUNC: return s ? of_float(truncf(f)) : of_double(trunc(d));
    case EXPR_FRINT: return s ? of_float(rintf(f)) : of_double(rint(d));
    case EXPR_FROUND: return s ? of_float(roundf(f)) : of_double(round(d));
    default: base_fatal("no arithmetic");
    }
}

/* The value of the operation, computed without the engine. */
static u128 native_value(ExprOp op, unsigned w, unsigned from, const u128 operand[3]) {
    uint64_t v[3] = {(uint64_t)operand[0], (uint64_t)operand[1], (uint64_t)operand[2]};
    volatile float f = as_float(v[0]), g = as_float(v[1]);
    volatile double d = as_double(v[0]), e = as_double(v[1]);
    bool s = from == 32;
    unsigned n = expr_kid_count(&(Expr){.op = (uint8_t)op});
    switch (op) {
    case EXPR_FEQ: return s ? f == g : d == e;
    case EXPR_FLT: return s ? f < g : d < e;
    case EXPR_FLE: return s ? f <= g : d <= e;
    case EXPR_FCONVERT: return s ? of_double((double)f) : of_float((float)d);
    case EXPR_FTOSI: {
        double x = s ? (double)f : d;
        if (w == 32) return x > -2147483649.0 && x < 2147483648.0 ? (uint32_t)(int32_t)x : 1u << 31;
        return x >= -0x1p63 && x < 0x1p63 ? (uint64_t)(int64_t)x : 1ull << 63;
    }
    case EXPR_SITOF: {
        i128 x = (i128)(operand[0] << (128 - from)) >> (128 - from);
        return w == 32 ? of_float((float)x) : of_double((double)x);
    }
    case EXPR_UITOF: return w == 32 ? of_float((float)operand[0]) : of_double((double)operand[0]);
    default: break;
    }
    for (unsigned k = 0; k < n; k++)
        if (floats_is_nan(v[k], w)) return v[k] | floats_quiet_bit(w);
    uint64_t r = native_arithmetic(op, w, v);
    return floats_is_nan(r, w) ? floats_default_nan(w) : r;
}

typedef struct Operation {
    ExprOp op;
    unsigned width, from, operands;
    u128 value[3];
} Operation;

static Operation random_operation(void) {
    Operation o = {.op = (ExprOp)(EXPR_FADD + (int)random_below(EXPR_FTOSI - EXPR_FADD + 1))};
    o.operands = expr_kid_count(&(Expr){.op = (uint8_t)o.op});
    o.from = o.width = random_below(2) ? 32 : 64;
    if (o.op == EXPR_FCONVERT) o.width = o.from == 32 ? 64 : 32;
    if (o.op >= EXPR_FEQ && o.op <= EXPR_FLE) o.width = 1;
    if (o.op == EXPR_FTOSI) o.width = random_below(2) ? 32 : 64;
    bool of_integer = o.op == EXPR_SITOF || o.op == EXPR_UITOF;
    static const unsigned widths[] = {1, 7, 8, 16, 32, 64, 100, 128};
    if (of_integer) o.from = widths[random_below(ARRAY_LEN(widths))];
    for (unsigned k = 0; k < o.operands; k++) {
        o.value[k] = random_float(o.from == 32 ? 32 : 64);
        if (of_integer && o.from < 128) o.value[k] &= ((u128)1 << o.from) - 1;
        if (of_integer && o.from > 64 && random_below(2))
            o.value[k] = (u128)random_bits() << 64 | random_bits();
        if (of_integer && o.from < 128) o.value[k] &= ((u128)1 << o.from) - 1;
        if (k && !random_below(4)) o.value[k] = o.value[0] ^ random_below(3);
        if (k && !random_below(8)) o.value[k] = o.value[0] ^ (u128)1 << (o.from - 1);
    }
    return o;
}

static void mismatch(const Operation *o, const char *what, u128 got, u128 want) {
    fprintf(stderr, "operation %d, width %u of %u, operands", (int)o->op - EXPR_FADD, o->width, o->from);
    for (unsigned k = 0; k < o->operands; k++)
        fprintf(stderr, " %016llx%016llx", (unsigned long long)(o->value[k] >> 64),
                (unsigned long long)o->value[k]);
    base_fatal("%s: %016llx, not %016llx", what, (unsigned long long)got, (unsigned long long)want);
}

/* The expression of the operation on constants, or on inputs if `read`, which *fact says are these
 * constants. */
static const Expr *operation_expr(ExprPool *p, const Operation *o, bool read, const Expr **fact) {
    static const char *const names[] = {"x", "y", "z"};
    const Expr *kid[3] = {NULL};
    *fact = expr_bool(p, true);
    for (unsigned k = 0; k < o->operands; k++) {
        kid[k] = expr_const(p, o->from, o->value[k]);
        if (!read) continue;
        const Expr *all = expr_read_le(p, expr_input(p, names[k], 16), 0, (o->from + 7) / 8);
        const Expr *e = expr_trunc(p, all, o->from);
        *fact = expr_and(p, *fact, expr_eq(p, e, kid[k]));
        kid[k] = e;
    }
    return expr_float(p, o->op, o->width, kid);
}

/* Asks a back end whether the operation gives this value, and no other one. */
static void ask_solver(ExprPool *p, Solver *s, const char *name, const Operation *o, bool read, u128 want) {
    expr_pool_set_simplify(p, false);
    const Expr *fact, *e = operation_expr(p, o, read, &fact);
    const Expr *same = expr_eq(p, e, expr_const(p, o->width, want));
    SolverResult yes = solver_check(s, &fact, 1, same, NULL, NULL);
    SolverResult no = solver_check(s, &fact, 1, expr_not(p, same), NULL, NULL);
    expr_pool_set_simplify(p, true);
    if (yes == SOLVER_UNSAT) mismatch(o, name, 0, want);
    if (no == SOLVER_SAT) mismatch(o, name, 1, want);
    if (yes == SOLVER_UNKNOWN || no == SOLVER_UNKNOWN) mismatch(o, name, 2, want);
}

static void open_pool(ExprPool **pool, Solver **z3, Solver **sat) {
    char *error = NULL;
    *pool = expr_pool_new();
    *z3 = solver_new(*pool, &(SolverOptions){.name = "z3", .no_cache = true}, &error);
    *sat = solver_new(*pool, &(SolverOptions){.name = "sat", .no_cache = true}, &error);
    if (!*z3 || !*sat) base_fatal("%s", error);
}

static void compare(unsigned count) {
    ExprPool *pool = NULL;
    Solver *z3, *sat;
    for (unsigned k = 0; k < count; k++) {
        if (!pool) open_pool(&pool, &z3, &sat);
        Operation o = random_operation();
        u128 want = native_value(o.op, o.width, o.from, o.value);
        u128 got = expr_fold_float(o.op, o.width, o.from, o.value);
        if (got != want) mismatch(&o, "the evaluator", got, want);
        const Expr *fact, *e = operation_expr(pool, &o, false, &fact);
        if (!expr_is_const(e) || e->value != want) mismatch(&o, "the constructor", 0, want);
        ask_solver(pool, sat, "sat", &o, true, want);
        ask_solver(pool, z3, "z3", &o, k % 32 == 0, want);
        if (k % 64 == 63) {
            solver_free(z3);
            solver_free(sat);
            expr_pool_free(pool);
            pool = NULL;
        }
    }
    if (!pool) return;
    solver_free(z3);
    solver_free(sat);
    expr_pool_free(pool);
}

static void operations_agree(void **state) {
    (void)state;
    compare((getenv("HEDDLE_LONG") ? 400 : 130) * test_scale());
}

static const Expr *operand(ExprPool *p, const char *name, unsigned width) {
    return expr_read_le(p, expr_input(p, name, width / 8), 0, width / 8);
}

static char *printed(const Expr *e) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    expr_print(out, e, 200);
    fclose(out);
    return text;
}

static void text_has_numbers(void **state) {
    (void)state;
    ExprPool *p = expr_pool_new();
    const Expr *x = operand(p, "x", 64), *y = operand(p, "y", 32);
    const Expr *root = expr_float(p, EXPR_FSQRT, 64, (const Expr *const[3]){x});
    const Expr *c = expr_const(p, 64, of_double(2.25)), *wide;
    char *text = printed(expr_float(p, EXPR_FLT, 1, (const Expr *const[3]){c, root}));
    assert_string_equal(text, "(2.25 f< sqrt(x))");
    free(text);
    wide = expr_float(p, EXPR_FCONVERT, 64, (const Expr *const[3]){y});
    text = printed(expr_float(p, EXPR_FADD, 64, (const Expr *const[3]){wide, expr_const(p, 64, 0)}));
    assert_string_equal(text, "(double(y) f+ 0.0)");
    free(text);
    expr_pool_free(p);
}

/* Usage: test_floats [COUNT [SEED]], without arguments the tests. */
int main(int argc, char **argv) {
    if (argc > 1) {
        if (argc > 2) random_state += strtoull(argv[2], NULL, 10) * 0x9e3779b97f4a7c15ull;
        compare((unsigned)atoi(argv[1]));
        printf("%s operations\n", argv[1]);
        return 0;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(operations_agree),
                                       cmocka_unit_test(text_has_numbers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
