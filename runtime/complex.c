/*
 * complex.c — multiplication and division of complex numbers, which the compiler calls by these
 * names. The plain formulas come first. If both parts of the result are NaN, infinities in the
 * operands are recovered as Annex G of the C standard requires.
 */
#include <math.h>
#include <complex.h>

#define COMPLEX_ARITHMETIC(type, multiply, divide, scale_by, exponent_of, copy, absolute, larger) \
    type _Complex multiply(type a, type b, type c, type d);                                       \
    type _Complex divide(type a, type b, type c, type d);                                         \
    static type multiply##_unit(type x) { return copy(isinf(x) ? (type)1 : (type)0, x); }         \
    static type multiply##_zero_nan(type x) { return isnan(x) ? copy((type)0, x) : x; }           \
    type _Complex multiply(type a, type b, type c, type d) {                                      \
        type ac = a * c, bd = b * d, ad = a * d, bc = b * c;                                      \
        type re = ac - bd, im = ad + bc;                                                          \
        if (isnan(re) && isnan(im)) {                                                             \
            int recover = 0;                                                                      \
            if (isinf(a) || isinf(b)) {                                                           \
                a = multiply##_unit(a), b = multiply##_unit(b);                                   \
                c = multiply##_zero_nan(c), d = multiply##_zero_nan(d);                           \
                recover = 1;                                                                      \
            }                                                                                     \
            if (isinf(c) || isinf(d)) {                                                           \
                c = multiply##_unit(c), d = multiply##_unit(d);                                   \
                a = multiply##_zero_nan(a), b = multiply##_zero_nan(b);                           \
                recover = 1;                                                                      \
            }                                                                                     \
            if (!recover && (isinf(ac) || isinf(bd) || isinf(ad) || isinf(bc))) {                 \
                a = multiply##_zero_nan(a), b = multiply##_zero_nan(b);                           \
                c = multiply##_zero_nan(c), d = multiply##_zero_nan(d);                           \
                recover = 1;                                                                      \
            }                                                                                     \
            if (recover) {                                                                        \
                re = (type)INFINITY * (a * c - b * d);                                            \
                im = (type)INFINITY * (a * d + b * c);                                            \
            }                                                                                     \
        }                                                                                         \
        return __builtin_complex(re, im);                                                         \
    }                                                                                             \
    type _Complex divide(type a, type b, type c, type d) {                                        \
        int scale = 0;                                                                            \
        type exponent = exponent_of(larger(absolute(c), absolute(d)));                            \
        if (isfinite(exponent)) {                                                                 \
            scale = (int)exponent;                                                                \
            c = scale_by(c, -scale);                                                              \
            d = scale_by(d, -scale);                                                              \
        }                                                                                         \
        type denominator = c * c + d * d;                                                         \
        type re = scale_by((a * c + b * d) / denominator, -scale);                                \
        type im = scale_by((b * c - a * d) / denominator, -scale);                                \
        if (isnan(re) && isnan(im)) {                                                             \
            if (denominator == 0 && (!isnan(a) || !isnan(b))) {                                   \
                re = copy((type)INFINITY, c) * a;                                                 \
                im = copy((type)INFINITY, c) * b;                                                 \
            } else if ((isinf(a) || isinf(b)) && isfinite(c) && isfinite(d)) {                    \
                a = multiply##_unit(a), b = multiply##_unit(b);                                   \
                re = (type)INFINITY * (a * c + b * d);                                            \
                im = (type)INFINITY * (b * c - a * d);                                            \
            } else if (isinf(exponent) && exponent > 0 && isfinite(a) && isfinite(b)) {           \
                c = multiply##_unit(c), d = multiply##_unit(d);                                   \
                re = 0 * (a * c + b * d);                                                         \
                im = 0 * (b * c - a * d);                                                         \
            }                                                                                     \
        }                                                                                         \
        return __builtin_complex(re, im);                                                         \
    }

COMPLEX_ARITHMETIC(float, __mulsc3, __divsc3, scalbnf, logbf, copysignf, fabsf, fmaxf)
COMPLEX_ARITHMETIC(double, __muldc3, __divdc3, scalbn, logb, copysign, fabs, fmax)
COMPLEX_ARITHMETIC(long double, __mulxc3, __divxc3, scalbnl, logbl, copysignl, fabsl, fmaxl)
