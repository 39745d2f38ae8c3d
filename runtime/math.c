/*
 * math.c — functions that are one operation of the engine, on numbers and on expressions. libc
 * computes them by integers and tables, which costs symbolic values dearly. The results are the
 * same, bit by bit.
 */
#include <math.h>
#include "runtime.h"

#define UNARY(name, operation)                            \
    PUBLIC double name(double x) { return operation(x); } \
    PUBLIC float name##f(float x) { return operation(x); }

UNARY(sqrt, __builtin_elementwise_sqrt)
UNARY(fabs, __builtin_elementwise_abs)
UNARY(floor, __builtin_elementwise_floor)
UNARY(ceil, __builtin_elementwise_ceil)
UNARY(trunc, __builtin_elementwise_trunc)
UNARY(rint, __builtin_elementwise_rint)
UNARY(nearbyint, __builtin_elementwise_nearbyint)
UNARY(round, __builtin_elementwise_round)

PUBLIC double copysign(double x, double sign) { return __builtin_elementwise_copysign(x, sign); }
PUBLIC float copysignf(float x, float sign) { return __builtin_elementwise_copysign(x, sign); }
PUBLIC double fma(double x, double y, double z) { return __builtin_elementwise_fma(x, y, z); }
PUBLIC float fmaf(float x, float y, float z) { return __builtin_elementwise_fma(x, y, z); }
