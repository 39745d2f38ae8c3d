/*
 * floats.h — float and double on their bits, exactly as the SSE instructions of x86-64 compute
 * them with rounding to nearest. The interpreter and the evaluator of expressions share it.
 *
 * C leaves open which NaN an operation gives; the instructions do not. A NaN among the operands is
 * the result, made quiet, the first one if there are several. An invalid operation gives the
 * default NaN, which is negative. A compiler may swap the operands of + and *, so these are
 * instructions here.
 */
#ifndef HEDDLE_BASE_FLOATS_H
#define HEDDLE_BASE_FLOATS_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline float as_float(uint64_t x) {
    float f;
    memcpy(&f, &x, 4);
    return f;
}
static inline double as_double(uint64_t x) {
    double f;
    memcpy(&f, &x, 8);
    return f;
}
static inline uint64_t of_float(float f) {
    uint32_t x;
    memcpy(&x, &f, 4);
    return x;
}
static inline uint64_t of_double(double f) {
    uint64_t x;
    memcpy(&x, &f, 8);
    return x;
}

#define FLOATS_BINARY(name, type, instruction)              \
    static inline type name(type a, type b) {               \
        __asm__(instruction " %1, %0" : "+x"(a) : "xm"(b)); \
        return a;                                           \
    }
FLOATS_BINARY(float_add, float, "addss")
FLOATS_BINARY(float_sub, float, "subss")
FLOATS_BINARY(float_mul, float, "mulss")
FLOATS_BINARY(float_div, float, "divss")
FLOATS_BINARY(double_add, double, "addsd")
FLOATS_BINARY(double_sub, double, "subsd")
FLOATS_BINARY(double_mul, double, "mulsd")
FLOATS_BINARY(double_div, double, "divsd")
#undef FLOATS_BINARY

static inline float float_sqrt(float a) {
    __asm__("sqrtss %0, %0" : "+x"(a));
    return a;
}
static inline double double_sqrt(double a) {
    __asm__("sqrtsd %0, %0" : "+x"(a));
    return a;
}

/* Conversions that truncate. A value that does not fit gives the lowest number. */
static inline int32_t double_to_int32(double x) {
    int32_t r;
    __asm__("cvttsd2si %1, %0" : "=r"(r) : "x"(x));
    return r;
}
static inline int64_t double_to_int64(double x) {
    int64_t r;
    __asm__("cvttsd2si %1, %0" : "=r"(r) : "x"(x));
    return r;
}

static inline uint64_t floats_low(uint64_t x, unsigned bits) {
    return bits < 64 ? x & (((uint64_t)1 << bits) - 1) : x;
}

/* Conversion to `bits` bits, by the instructions that compilers use for that width. What does not
 * fit is undefined in C, and comes out as it does there. */
static inline uint64_t float_to_signed(double x, unsigned bits) {
    return floats_low(bits <= 32 ? (uint32_t)double_to_int32(x) : (uint64_t)double_to_int64(x),
                      bits);
}

static inline uint64_t float_to_unsigned(double x, unsigned bits) {
    if (bits < 32) return float_to_signed(x, bits);
    uint64_t low = (uint64_t)double_to_int64(x);
    if (bits == 64 && low >> 63)
        low |= (uint64_t)double_to_int64(double_sub(x, 9223372036854775808.0));
    return floats_low(low, bits);
}

/* A NaN is a number whose magnitude is beyond that of infinity. */
static inline uint64_t floats_magnitude(uint64_t x, unsigned width) {
    return width == 32 ? x & 0x7fffffff : x & INT64_MAX;
}
static inline uint64_t floats_infinity(unsigned width) {
    return width == 32 ? (uint64_t)0x7f800000 : (uint64_t)0x7ff << 52;
}
static inline uint64_t floats_quiet_bit(unsigned width) {
    return width == 32 ? (uint64_t)1 << 22 : (uint64_t)1 << 51;
}
static inline uint64_t floats_default_nan(unsigned width) {
    return width == 32 ? (uint64_t)0xffc00000 : (uint64_t)0xfff8 << 48;
}
static inline bool floats_is_nan(uint64_t x, unsigned width) {
    return floats_magnitude(x, width) > floats_infinity(width);
}
static inline bool floats_is_signalling(uint64_t x, unsigned width) {
    return floats_is_nan(x, width) && !(x & floats_quiet_bit(width));
}

/* Rounds to a whole number; `to_double` and `to_float` are of libm. */
static inline uint64_t floats_round(uint64_t x, unsigned width, double (*to_double)(double),
                                    float (*to_float)(float)) {
    if (floats_is_nan(x, width)) return x | floats_quiet_bit(width);
    return width == 32 ? of_float(to_float(as_float(x))) : of_double(to_double(as_double(x)));
}

/* a * b + c, rounded once. */
static inline uint64_t floats_fma(uint64_t a, uint64_t b, uint64_t c, unsigned width) {
    const uint64_t operand[3] = {a, b, c};
    for (int k = 0; k < 3; k++)
        if (floats_is_nan(operand[k], width)) return operand[k] | floats_quiet_bit(width);
    uint64_t x = width == 32 ? of_float(fmaf(as_float(a), as_float(b), as_float(c)))
                             : of_double(fma(as_double(a), as_double(b), as_double(c)));
    return floats_is_nan(x, width) ? floats_default_nan(width) : x;
}

static inline uint64_t floats_add(uint64_t a, uint64_t b, unsigned width) {
    return width == 32 ? of_float(float_add(as_float(a), as_float(b)))
                       : of_double(double_add(as_double(a), as_double(b)));
}

/* fmin, or fmax if `largest`: a quiet NaN counts as missing. Of two zeros it is the second. */
static inline uint64_t floats_extreme(uint64_t a, uint64_t b, unsigned width, bool largest) {
    bool no_a = floats_is_nan(a, width), no_b = floats_is_nan(b, width);
    if ((no_a && no_b) || floats_is_signalling(a, width) || floats_is_signalling(b, width))
        return floats_add(a, b, width);
    if (no_a || no_b) return no_a ? b : a;
    bool less = width == 32 ? as_float(a) < as_float(b) : as_double(a) < as_double(b);
    bool more = width == 32 ? as_float(a) > as_float(b) : as_double(a) > as_double(b);
    return (largest ? more : less) ? a : b;
}

#endif
