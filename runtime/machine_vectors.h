/*
 * machine_vectors.h — operations on vectors that the machine has for one width or for two halves of
 * 16 bytes each: the extensions for 16 bytes (machine_sse4.c) and those for 32 (machine_avx.c)
 * define their functions from them. Elements of a half only meet elements of the same half.
 */
#ifndef HEDDLE_RUNTIME_MACHINE_VECTORS_H
#define HEDDLE_RUNTIME_MACHINE_VECTORS_H

typedef signed char V16i8 __attribute__((vector_size(16)));
typedef unsigned char V16u8 __attribute__((vector_size(16)));
typedef short V8i16 __attribute__((vector_size(16)));
typedef unsigned short V8u16 __attribute__((vector_size(16)));
typedef int V4i32 __attribute__((vector_size(16)));
typedef unsigned V4u32 __attribute__((vector_size(16)));
typedef long V2i64 __attribute__((vector_size(16)));
typedef unsigned long V2u64 __attribute__((vector_size(16)));
typedef float V4f32 __attribute__((vector_size(16)));
typedef double V2f64 __attribute__((vector_size(16)));
typedef signed char V32i8 __attribute__((vector_size(32)));
typedef unsigned char V32u8 __attribute__((vector_size(32)));
typedef short V16i16 __attribute__((vector_size(32)));
typedef unsigned short V16u16 __attribute__((vector_size(32)));
typedef int V8i32 __attribute__((vector_size(32)));
typedef unsigned V8u32 __attribute__((vector_size(32)));
typedef long V4i64 __attribute__((vector_size(32)));
typedef unsigned long V4u64 __attribute__((vector_size(32)));
typedef float V8f32 __attribute__((vector_size(32)));
typedef double V4f64 __attribute__((vector_size(32)));

static inline int within(int x, int least, int most) {
    return x < least ? least : x > most ? most : x;
}

/* Numbers that do not fit become the smallest number. */
static inline int to_int(double x) { return x >= -0x1p31 && x < 0x1p31 ? (int)x : -0x7fffffff - 1; }
static inline long to_long(double x) {
    return x >= -0x1p63 && x < 0x1p63 ? (long)x : -0x7fffffffffffffff - 1;
}

/* Rounds as the number of an instruction says: to nearest, down, up, to zero, or as the control
 * register says, which is to nearest. */
static inline double rounded_as(double x, int how) {
    return how & 4          ? __builtin_rint(x)
           : (how & 3) == 1 ? __builtin_floor(x)
           : (how & 3) == 2 ? __builtin_ceil(x)
           : (how & 3) == 3 ? __builtin_trunc(x)
                            : __builtin_rint(x);
}
static inline float rounded_float_as(float x, int how) { return (float)rounded_as(x, how); }

/* Whether the relation with this number holds, of 32; those from 16 on differ in exceptions only.
 */
static inline int holds(double a, double b, int relation) {
    int unordered = a != a || b != b;
    int r = (relation & 3) == 0   ? a == b
            : (relation & 3) == 1 ? a < b
            : (relation & 3) == 2 ? a <= b
                                  : unordered;
    switch (relation & 15) {
    case 8: return a == b || unordered;
    case 9: return !(a >= b);
    case 10: return !(a > b);
    case 11: return 0;
    case 12: return a != b && !unordered;
    case 13: return a >= b;
    case 14: return a > b;
    case 15: return 1;
    default: return (relation & 4) ? !r : r;
    }
}

/* Returns the second operand if one is NaN, or both are zero. */
#define SMALLER(a, b) ((a) < (b) ? (a) : (b))
#define LARGER(a, b) ((a) > (b) ? (a) : (b))

/* In what follows, `parts` is the number of elements of the result, and `half` that in 16 bytes. */

/* Each element is VALUE, an expression of x and y. */
#define EACH(name, Vector, parts, Type, VALUE)       \
    Vector __heddle_x86_##name(Vector a, Vector b) { \
        for (int k = 0; k < (parts); k++) {          \
            Type x = (Type)a[k], y = (Type)b[k];     \
            a[k] = (__typeof__(a[0]))(VALUE);        \
        }                                            \
        return a;                                    \
    }

/* Narrower elements, from both vectors in turn. */
#define NARROWED(name, From, To, parts, half, least, most)                                         \
    To __heddle_x86_##name(From a, From b) {                                                       \
        To r = {0};                                                                                \
        for (int k = 0; k < (parts); k++) {                                                        \
            int at = k / (half) * ((half) / 2) + k % ((half) / 2);                                 \
            r[k] = (__typeof__(r[0]))within(k % (half) < (half) / 2 ? a[at] : b[at], least, most); \
        }                                                                                          \
        return r;                                                                                  \
    }

/* The neighbours of the first vector together, then those of the second: TOGETHER is an expression
 * of x and y. */
#define HORIZONTAL(name, Vector, parts, half, Type, TOGETHER)    \
    Vector __heddle_x86_##name(Vector a, Vector b) {             \
        Vector r = {0};                                          \
        for (int k = 0; k < (parts); k++) {                      \
            int at = k / (half) * (half) + k % ((half) / 2) * 2; \
            Vector of = k % (half) < (half) / 2 ? a : b;         \
            Type x = (Type)of[at], y = (Type)of[at + 1];         \
            r[k] = (__typeof__(r[0]))(TOGETHER);                 \
        }                                                        \
        return r;                                                \
    }

/* The sums of the products of neighbours: unsigned bytes with signed ones, or numbers of 16 bits.
 */
#define MULTIPLIED_BYTES(name, Bytes, Unsigned, To, parts)                    \
    To __heddle_x86_##name(Bytes a, Bytes b) {                                \
        To r = {0};                                                           \
        for (int k = 0; k < (parts); k++)                                     \
            r[k] = (short)within(((Unsigned)a)[2 * k] * b[2 * k] +            \
                                     ((Unsigned)a)[2 * k + 1] * b[2 * k + 1], \
                                 -0x8000, 0x7fff);                            \
        return r;                                                             \
    }

#define SHUFFLED_BYTES(name, Bytes, parts)                                                  \
    Bytes __heddle_x86_##name(Bytes a, Bytes b) {                                           \
        Bytes r = {0};                                                                      \
        for (int k = 0; k < (parts); k++) r[k] = b[k] < 0 ? 0 : a[(k & ~15) + (b[k] & 15)]; \
        return r;                                                                           \
    }

/* The sign of an element of the second vector decides about that of the first. */
#define SIGNED(name, Vector, parts, Type) \
    EACH(name, Vector, parts, Type, y < 0 ? (Type)(0 - x) : y ? x : 0)

/* The highest bit of an element of `mask` chooses that of `b`. */
#define CHOSEN_BY(name, Vector, Mask, parts)                                        \
    Vector __heddle_x86_##name(Vector a, Vector b, Vector mask) {                   \
        for (int k = 0; k < (parts); k++) a[k] = ((Mask)mask)[k] < 0 ? b[k] : a[k]; \
        return a;                                                                   \
    }

/* Sums of absolute differences of four bytes each; three bits of `how` for each half say from where
 * on. */
#define DIFFERENCES(name, Bytes, Unsigned, To, parts)                  \
    To __heddle_x86_##name(Bytes a, Bytes b, unsigned char how) {      \
        To r = {0};                                                    \
        Unsigned x = (Unsigned)a, y = (Unsigned)b;                     \
        for (int k = 0; k < (parts); k++) {                            \
            int base = k / 8 * 16, bits = how >> (k / 8 * 3), sum = 0; \
            for (int j = 0; j < 4; j++) {                              \
                int p = x[base + (bits >> 2 & 1) * 4 + k % 8 + j],     \
                    q = y[base + (bits & 3) * 4 + j];                  \
                sum += p < q ? q - p : p - q;                          \
            }                                                          \
            r[k] = (short)sum;                                         \
        }                                                              \
        return r;                                                      \
    }

/* The scalar product of what the upper bits of `how` choose, at the places that its lower bits
 * choose. */
#define SCALAR_PRODUCT(name, Vector, parts)                                                        \
    Vector __heddle_x86_##name(Vector a, Vector b, unsigned char how) {                            \
        Vector r = {0};                                                                            \
        for (int base = 0; base < (parts); base += 4) {                                            \
            float p[4];                                                                            \
            for (int k = 0; k < 4; k++) p[k] = how >> (4 + k) & 1 ? a[base + k] * b[base + k] : 0; \
            for (int k = 0; k < 4; k++)                                                            \
                r[base + k] = how >> k & 1 ? (p[0] + p[1]) + (p[2] + p[3]) : 0;                    \
        }                                                                                          \
        return r;                                                                                  \
    }

#define ROUNDED(name, Vector, parts, ROUND)                        \
    Vector __heddle_x86_##name(Vector a, int how) {                \
        for (int k = 0; k < (parts); k++) a[k] = ROUND(a[k], how); \
        return a;                                                  \
    }

/* Differences at even places, sums at odd ones. */
#define ADDED_AND_SUBTRACTED(name, Vector, parts)                                   \
    Vector __heddle_x86_##name(Vector a, Vector b) {                                \
        for (int k = 0; k < (parts); k++) a[k] = k & 1 ? a[k] + b[k] : a[k] - b[k]; \
        return a;                                                                   \
    }

#define FUSED_ADDED_AND_SUBTRACTED(name, Vector, parts, FUSED)                            \
    Vector __heddle_x86_##name(Vector a, Vector b, Vector c) {                            \
        for (int k = 0; k < (parts); k++) a[k] = FUSED(a[k], b[k], k & 1 ? c[k] : -c[k]); \
        return a;                                                                         \
    }

/* Whether no bit of `bits` is in both, whether none is in the second only, and whether both is
 * not so. The bits are all, or the highest of each element. */
#define TESTED(name, suffix, Vector, Bits, parts, BITS)                              \
    static inline int neither_##name##suffix(Vector a, Vector b, int negated) {      \
        Bits x = (Bits)a, y = (Bits)b;                                               \
        unsigned long any = 0;                                                       \
        for (int k = 0; k < (parts); k++)                                            \
            any |= (unsigned long)((negated ? ~x[k] : x[k]) & y[k] & (BITS));        \
        return !any;                                                                 \
    }                                                                                \
    int __heddle_x86_##name##z##suffix(Vector a, Vector b) {                         \
        return neither_##name##suffix(a, b, 0);                                      \
    }                                                                                \
    int __heddle_x86_##name##c##suffix(Vector a, Vector b) {                         \
        return neither_##name##suffix(a, b, 1);                                      \
    }                                                                                \
    int __heddle_x86_##name##nzc##suffix(Vector a, Vector b) {                       \
        return !neither_##name##suffix(a, b, 0) && !neither_##name##suffix(a, b, 1); \
    }

/* The product of polynomials over two elements: 64 bits of each vector, which `how` chooses. */
static inline V2i64 polynomial_product(unsigned long x, unsigned long y) {
    unsigned long low = 0, high = 0;
    for (int k = 0; k < 64; k++) {
        if (!(y >> k & 1)) continue;
        low ^= x << k;
        high ^= k ? x >> (64 - k) : 0;
    }
    return (V2i64){(long)low, (long)high};
}

#endif
