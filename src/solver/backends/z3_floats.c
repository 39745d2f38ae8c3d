/*
 * z3_floats.c — operations of floating point as terms of Z3. Z3's numbers have one NaN, so a result
 * is put together of the bits that a number has and of those that the machine gives a NaN
 * (base/floats.h).
 */
#include "base/floats.h"
#include "solver/backends/z3_internal.h"

static Z3_sort float_sort(Z3Backend *z, unsigned width) {
    Z3_sort s = width == 32 ? Z3_mk_fpa_sort_single(z->ctx) : Z3_mk_fpa_sort_double(z->ctx);
    if (s) z3_hold(z, Z3_sort_to_ast(z->ctx, s));
    return s;
}

/* Returns the translated expression as a floating-point number. */
static Z3_ast float_number(Z3Backend *z, const Expr *e) {
    if (z->number[e->id]) return z->number[e->id];
    Z3_sort sort = float_sort(z, e->width);
    Z3_ast a = sort ? Z3_mk_fpa_to_fp_bv(z->ctx, z->ast[e->id], sort) : NULL;
    if (!a) return NULL;
    Z3_inc_ref(z->ctx, a);
    return z->number[e->id] = a;
}

/* Returns the number that an operation gives whose operands are `x`. */
static Z3_ast float_result(Z3Backend *z, const Expr *e, const Z3_ast x[3]) {
    Z3_context c = z->ctx;
    Z3_ast even = z3_hold(z, Z3_mk_fpa_rne(c)), mode;
    if (!even) return NULL;
    switch ((ExprOp)e->op) {
    case EXPR_FADD: return Z3_mk_fpa_add(c, even, x[0], x[1]);
    case EXPR_FSUB: return Z3_mk_fpa_sub(c, even, x[0], x[1]);
    case EXPR_FMUL: return Z3_mk_fpa_mul(c, even, x[0], x[1]);
    case EXPR_FDIV: return Z3_mk_fpa_div(c, even, x[0], x[1]);
    case EXPR_FMA: return Z3_mk_fpa_fma(c, even, x[0], x[1], x[2]);
    case EXPR_FSQRT: return Z3_mk_fpa_sqrt(c, even, x[0]);
    case EXPR_FCONVERT: return Z3_mk_fpa_to_fp_float(c, even, x[0], float_sort(z, e->width));
    case EXPR_FFLOOR: mode = Z3_mk_fpa_rtn(c); break;
    case EXPR_FCEIL: mode = Z3_mk_fpa_rtp(c); break;
    case EXPR_FTRUNC: mode = Z3_mk_fpa_rtz(c); break;
    case EXPR_FROUND: mode = Z3_mk_fpa_rna(c); break;
    case EXPR_FRINT: mode = even; break;
    default: return NULL;
    }
    return z3_hold(z, mode) ? Z3_mk_fpa_round_to_integral(c, mode, x[0]) : NULL;
}

/* Returns the bits of the result if operand `e` is a NaN: that one, made quiet. */
static Z3_ast quiet_nan(Z3Backend *z, const Expr *e, unsigned width) {
    Z3_context c = z->ctx;
    Z3_ast v = z->ast[e->id];
    if (width > e->width) { /* float to double: the fraction is the upper part */
        Z3_ast sign = z3_hold(z, Z3_mk_extract(c, 31, 31, v)),
               fraction = z3_hold(z, Z3_mk_extract(c, 22, 0, v)), ones = z3_number(z, 11, 0x7ff);
        if (!sign || !fraction || !ones) return NULL;
        Z3_ast head = z3_hold(z, Z3_mk_concat(c, sign, ones)), zeros = z3_number(z, 29, 0);
        if (!head || !zeros) return NULL;
        head = z3_hold(z, Z3_mk_concat(c, head, fraction));
        v = head ? z3_hold(z, Z3_mk_concat(c, head, zeros)) : NULL;
    } else if (width < e->width) {
        Z3_ast sign = z3_hold(z, Z3_mk_extract(c, 63, 63, v)),
               fraction = z3_hold(z, Z3_mk_extract(c, 51, 29, v)), ones = z3_number(z, 8, 0xff);
        if (!sign || !fraction || !ones) return NULL;
        Z3_ast head = z3_hold(z, Z3_mk_concat(c, sign, ones));
        v = head ? z3_hold(z, Z3_mk_concat(c, head, fraction)) : NULL;
    }
    Z3_ast quiet = z3_number(z, width, floats_quiet_bit(width));
    return v && quiet ? z3_hold(z, Z3_mk_bvor(c, v, quiet)) : NULL;
}

static Z3_ast choose_if_nan(Z3Backend *z, Z3_ast number, Z3_ast then, Z3_ast otherwise) {
    Z3_ast nan = then && otherwise ? z3_hold(z, Z3_mk_fpa_is_nan(z->ctx, number)) : NULL;
    return nan ? z3_hold(z, Z3_mk_ite(z->ctx, nan, then, otherwise)) : NULL;
}

static Z3_ast keep_number(Z3Backend *z, const Expr *e, Z3_ast number) {
    if (!number) return NULL;
    Z3_inc_ref(z->ctx, number);
    return z->number[e->id] = number;
}

static Z3_ast z3_float_to_integer(Z3Backend *z, const Expr *e, Z3_ast x) {
    Z3_context c = z->ctx;
    unsigned from = e->kid[0]->width;
    double least = e->width == 32 ? -2147483648.0 : -9223372036854775808.0;
    double below = from == 64 && e->width == 32 ? -2147483649.0 : least;
    uint64_t bits[2] = {of_double(below), of_double(-least)};
    if (from == 32) bits[0] = of_float((float)below), bits[1] = of_float((float)-least);
    Z3_sort sort = float_sort(z, from);
    Z3_ast end[2] = {z3_number(z, from, bits[0]), z3_number(z, from, bits[1])};
    for (int k = 0; k < 2; k++)
        if (!sort || !end[k] || !(end[k] = z3_hold(z, Z3_mk_fpa_to_fp_bv(c, end[k], sort))))
            return NULL;
    Z3_ast fits[2] = {
        z3_hold(z, below < least ? Z3_mk_fpa_lt(c, end[0], x) : Z3_mk_fpa_leq(c, end[0], x)),
        z3_hold(z, Z3_mk_fpa_lt(c, x, end[1]))};
    Z3_ast both = fits[0] && fits[1] ? z3_hold(z, Z3_mk_and(c, 2, fits)) : NULL;
    Z3_ast zero = z3_hold(z, Z3_mk_fpa_rtz(c));
    Z3_ast value = zero ? z3_hold(z, Z3_mk_fpa_to_sbv(c, zero, x, e->width)) : NULL;
    Z3_ast other = z3_number(z, e->width, (u128)1 << (e->width - 1));
    return both && value && other ? Z3_mk_ite(c, both, value, other) : NULL;
}

Z3_ast z3_float_term(Z3Backend *z, const Expr *e) {
    Z3_context c = z->ctx;
    Z3_ast x[3] = {0};
    if (e->op == EXPR_SITOF || e->op == EXPR_UITOF) {
        Z3_ast even = z3_hold(z, Z3_mk_fpa_rne(c)), v = z3_vector(z, e->kid[0]);
        Z3_sort sort = float_sort(z, e->width);
        if (!even || !v || !sort) return NULL;
        Z3_ast r = keep_number(z, e,
                               e->op == EXPR_SITOF ? Z3_mk_fpa_to_fp_signed(c, even, v, sort)
                                                   : Z3_mk_fpa_to_fp_unsigned(c, even, v, sort));
        return r ? Z3_mk_fpa_to_ieee_bv(c, r) : NULL;
    }
    for (unsigned k = 0; k < expr_kid_count(e); k++)
        if (!(x[k] = float_number(z, e->kid[k]))) return NULL;
    switch ((ExprOp)e->op) {
    case EXPR_FEQ: return Z3_mk_fpa_eq(c, x[0], x[1]);
    case EXPR_FLT: return Z3_mk_fpa_lt(c, x[0], x[1]);
    case EXPR_FLE: return Z3_mk_fpa_leq(c, x[0], x[1]);
    case EXPR_FTOSI: return z3_float_to_integer(z, e, x[0]);
    default: break;
    }
    Z3_ast r = keep_number(z, e, float_result(z, e, x));
    Z3_ast bits = r ? z3_hold(z, Z3_mk_fpa_to_ieee_bv(c, r)) : NULL;
    if (bits)
        bits = choose_if_nan(z, r, z3_number(z, e->width, floats_default_nan(e->width)), bits);
    for (unsigned k = expr_kid_count(e); bits && k-- > 0;)
        bits = choose_if_nan(z, x[k], quiet_nan(z, e->kid[k], e->width), bits);
    return bits;
}
