/* floats.c — operations of floating point: widths, and the concrete meaning. */
#include "base/floats.h"
#include "expr/pool.h"

static bool is_float_width(unsigned width) { return width == 32 || width == 64; }

bool expr_float_fits(ExprOp op, unsigned width, const Expr *const kid[3]) {
    unsigned from = kid[0]->width;
    switch (op) {
    case EXPR_FADD:
    case EXPR_FSUB:
    case EXPR_FMUL:
    case EXPR_FDIV: return is_float_width(width) && from == width && kid[1]->width == width;
    case EXPR_FMA:
        return is_float_width(width) && from == width && kid[1]->width == width &&
               kid[2]->width == width;
    case EXPR_FSQRT:
    case EXPR_FFLOOR:
    case EXPR_FCEIL:
    case EXPR_FTRUNC:
    case EXPR_FRINT:
    case EXPR_FROUND: return is_float_width(width) && from == width;
    case EXPR_FCONVERT: return is_float_width(width) && is_float_width(from) && from != width;
    case EXPR_FEQ:
    case EXPR_FLT:
    case EXPR_FLE: return width == 1 && is_float_width(from) && kid[1]->width == from;
    case EXPR_SITOF:
    case EXPR_UITOF: return is_float_width(width);
    case EXPR_FTOSI: return is_float_width(width) && is_float_width(from);
    default: return false;
    }
}

static uint64_t float_arithmetic(ExprOp op, unsigned w, uint64_t x, uint64_t y) {
    float f = as_float(x), g = as_float(y);
    double d = as_double(x), e = as_double(y);
    switch (op) {
    case EXPR_FADD: return floats_add(x, y, w);
    case EXPR_FSUB: return w == 32 ? of_float(float_sub(f, g)) : of_double(double_sub(d, e));
    case EXPR_FMUL: return w == 32 ? of_float(float_mul(f, g)) : of_double(double_mul(d, e));
    case EXPR_FDIV: return w == 32 ? of_float(float_div(f, g)) : of_double(double_div(d, e));
    case EXPR_FSQRT: return w == 32 ? of_float(float_sqrt(f)) : of_double(double_sqrt(d));
    case EXPR_FFLOOR: return floats_round(x, w, floor, floorf);
    case EXPR_FCEIL: return floats_round(x, w, ceil, ceilf);
    case EXPR_FTRUNC: return floats_round(x, w, trunc, truncf);
    case EXPR_FRINT: return floats_round(x, w, rint, rintf);
    case EXPR_FROUND: return floats_round(x, w, round, roundf);
    case EXPR_FEQ: return w == 32 ? f == g : d == e;
    case EXPR_FLT: return w == 32 ? f < g : d < e;
    case EXPR_FLE: return w == 32 ? f <= g : d <= e;
    default: base_fatal("operation %d is not of floating point", (int)op);
    }
}

u128 expr_fold_float(ExprOp op, unsigned w, unsigned from, const u128 operand[3]) {
    uint64_t x = (uint64_t)operand[0];
    switch (op) {
    case EXPR_FMA: return floats_fma(x, (uint64_t)operand[1], (uint64_t)operand[2], w);
    case EXPR_FCONVERT:
        return w == 64 ? of_double((double)as_float(x)) : of_float((float)as_double(x));
    case EXPR_SITOF: {
        i128 v = bits_signed(operand[0], from);
        return w == 32 ? of_float((float)v) : of_double((double)v);
    }
    case EXPR_UITOF: return w == 32 ? of_float((float)operand[0]) : of_double((double)operand[0]);
    case EXPR_FTOSI: return float_to_signed(from == 32 ? as_float(x) : as_double(x), w);
    default: return float_arithmetic(op, from, x, (uint64_t)operand[1]);
    }
}
