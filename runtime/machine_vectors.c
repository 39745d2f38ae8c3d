/*
 * machine_vectors.c — the instructions of SSE and SSE2 for which compilers have functions of their
 * own. <emmintrin.h> makes such calls of _mm_packs_epi16 and similar ones that are no common
 * operation on vectors. The linker of programs replaces each such function, llvm.x86.NAME, by
 * __heddle_x86_NAME here, with _ for each dot (src/program/front_end/link.c). Intel's manual,
 * volume 2, describes them; the approximations (rcp, rsqrt) are exact here. Later extensions are in
 * machine_sse4.c and machine_avx.c.
 */
#include <limits.h>
#include "machine_vectors.h"
#include "runtime.h"

/* --- shifts by a number, or by the lower half of a vector; by the width or more gives 0 ------- */

#define SHIFTS_LOGICAL(letter, Signed, Unsigned, element, width)                          \
    Signed __heddle_x86_sse2_pslli_##letter(Signed a, int n) {                            \
        return (unsigned)n < (width) ? (Signed)((Unsigned)a << (element)n) : (Signed){0}; \
    }                                                                                     \
    Signed __heddle_x86_sse2_psrli_##letter(Signed a, int n) {                            \
        return (unsigned)n < (width) ? (Signed)((Unsigned)a >> (element)n) : (Signed){0}; \
    }                                                                                     \
    Signed __heddle_x86_sse2_psll_##letter(Signed a, Signed count) {                      \
        unsigned long n = ((V2u64)count)[0];                                              \
        return n < (width) ? (Signed)((Unsigned)a << (element)n) : (Signed){0};           \
    }                                                                                     \
    Signed __heddle_x86_sse2_psrl_##letter(Signed a, Signed count) {                      \
        unsigned long n = ((V2u64)count)[0];                                              \
        return n < (width) ? (Signed)((Unsigned)a >> (element)n) : (Signed){0};           \
    }

#define SHIFTS_ARITHMETIC(letter, Signed, element, width)               \
    Signed __heddle_x86_sse2_psrai_##letter(Signed a, int n) {          \
        return a >> (element)((unsigned)n < (width) ? n : (width) - 1); \
    }                                                                   \
    Signed __heddle_x86_sse2_psra_##letter(Signed a, Signed count) {    \
        unsigned long n = ((V2u64)count)[0];                            \
        return a >> (element)(n < (width) ? n : (width) - 1);           \
    }

SHIFTS_LOGICAL(w, V8i16, V8u16, unsigned short, 16)
SHIFTS_LOGICAL(d, V4i32, V4u32, unsigned, 32)
SHIFTS_LOGICAL(q, V2i64, V2u64, unsigned long, 64)
SHIFTS_ARITHMETIC(w, V8i16, short, 16)
SHIFTS_ARITHMETIC(d, V4i32, int, 32)

/* --- narrower parts, sums of products, masks -------------------------------------------------- */

V16i8 __heddle_x86_sse2_packsswb_128(V8i16 a, V8i16 b) {
    V16i8 r = {0};
    for (int k = 0; k < 8; k++) {
        r[k] = (signed char)within(a[k], SCHAR_MIN, SCHAR_MAX);
        r[k + 8] = (signed char)within(b[k], SCHAR_MIN, SCHAR_MAX);
    }
    return r;
}

V16i8 __heddle_x86_sse2_packuswb_128(V8i16 a, V8i16 b) {
    V16i8 r = {0};
    for (int k = 0; k < 8; k++) {
        r[k] = (signed char)within(a[k], 0, UCHAR_MAX);
        r[k + 8] = (signed char)within(b[k], 0, UCHAR_MAX);
    }
    return r;
}

V8i16 __heddle_x86_sse2_packssdw_128(V4i32 a, V4i32 b) {
    V8i16 r = {0};
    for (int k = 0; k < 4; k++) {
        r[k] = (short)within(a[k], SHRT_MIN, SHRT_MAX);
        r[k + 4] = (short)within(b[k], SHRT_MIN, SHRT_MAX);
    }
    return r;
}

V16i8 __heddle_x86_sse2_pavg_b(V16u8 a, V16u8 b) {
    V16u8 r = {0};
    for (int k = 0; k < 16; k++) r[k] = (unsigned char)((a[k] + b[k] + 1) >> 1);
    return (V16i8)r;
}

V8i16 __heddle_x86_sse2_pavg_w(V8u16 a, V8u16 b) {
    V8u16 r = {0};
    for (int k = 0; k < 8; k++) r[k] = (unsigned short)((a[k] + b[k] + 1) >> 1);
    return (V8i16)r;
}

V8i16 __heddle_x86_sse2_pmulh_w(V8i16 a, V8i16 b) {
    V8i16 r = {0};
    for (int k = 0; k < 8; k++) r[k] = (short)((a[k] * b[k]) >> 16);
    return r;
}

V8i16 __heddle_x86_sse2_pmulhu_w(V8u16 a, V8u16 b) {
    V8u16 r = {0};
    for (int k = 0; k < 8; k++) r[k] = (unsigned short)(((unsigned)a[k] * b[k]) >> 16);
    return (V8i16)r;
}

V4i32 __heddle_x86_sse2_pmadd_wd(V8i16 a, V8i16 b) {
    V4i32 r = {0};
    for (int k = 0; k < 4; k++)
        r[k] = (int)((unsigned)(a[2 * k] * b[2 * k]) + (unsigned)(a[2 * k + 1] * b[2 * k + 1]));
    return r;
}

V2i64 __heddle_x86_sse2_psad_bw(V16u8 a, V16u8 b) {
    V2i64 r = {0};
    for (int k = 0; k < 16; k++) r[k / 8] += a[k] < b[k] ? b[k] - a[k] : a[k] - b[k];
    return r;
}

int __heddle_x86_sse2_pmovmskb_128(V16i8 a) {
    int mask = 0;
    for (int k = 0; k < 16; k++) mask |= (int)((unsigned char)a[k] >> 7) << k;
    return mask;
}

int __heddle_x86_sse_movmsk_ps(V4f32 a) {
    V4u32 bits = (V4u32)a >> 31;
    return (int)(bits[0] | bits[1] << 1 | bits[2] << 2 | bits[3] << 3);
}

int __heddle_x86_sse2_movmsk_pd(V2f64 a) {
    V2u64 bits = (V2u64)a >> 63;
    return (int)(bits[0] | bits[1] << 1);
}

void __heddle_x86_sse2_maskmov_dqu(V16i8 a, V16i8 mask, char *to) {
    for (int k = 0; k < 16; k++)
        if (mask[k] < 0) to[k] = a[k];
}

/* --- floating point: scalar operations change only the first part ----------------------------- */

#define EXTREMES(extension, name, single, packed, Vector, parts, CHOSEN)      \
    Vector __heddle_x86_##extension##_##name##_##single(Vector a, Vector b) { \
        return a[0] = CHOSEN(a[0], b[0]), a;                                  \
    }                                                                         \
    Vector __heddle_x86_##extension##_##name##_##packed(Vector a, Vector b) { \
        for (int k = 0; k < (parts); k++) a[k] = CHOSEN(a[k], b[k]);          \
        return a;                                                             \
    }

EXTREMES(sse, min, ss, ps, V4f32, 4, SMALLER)
EXTREMES(sse, max, ss, ps, V4f32, 4, LARGER)
EXTREMES(sse2, min, sd, pd, V2f64, 2, SMALLER)
EXTREMES(sse2, max, sd, pd, V2f64, 2, LARGER)

#define MASKS(extension, single, packed, Vector, Mask, parts)                                    \
    Vector __heddle_x86_##extension##_cmp_##single(Vector a, Vector b, unsigned char relation) { \
        Mask r = (Mask)a;                                                                        \
        r[0] = -holds(a[0], b[0], relation);                                                     \
        return (Vector)r;                                                                        \
    }                                                                                            \
    Vector __heddle_x86_##extension##_cmp_##packed(Vector a, Vector b, unsigned char relation) { \
        Mask r = {0};                                                                            \
        for (int k = 0; k < (parts); k++) r[k] = -holds(a[k], b[k], relation);                   \
        return (Vector)r;                                                                        \
    }

MASKS(sse, ss, ps, V4f32, V4i32, 4)
MASKS(sse2, sd, pd, V2f64, V2i64, 2)

#define COMPARISONS(extension, suffix, Vector)                                                   \
    int __heddle_x86_##extension##_comieq_##suffix(Vector a, Vector b) { return a[0] == b[0]; }  \
    int __heddle_x86_##extension##_comilt_##suffix(Vector a, Vector b) { return a[0] < b[0]; }   \
    int __heddle_x86_##extension##_comile_##suffix(Vector a, Vector b) { return a[0] <= b[0]; }  \
    int __heddle_x86_##extension##_comigt_##suffix(Vector a, Vector b) { return a[0] > b[0]; }   \
    int __heddle_x86_##extension##_comige_##suffix(Vector a, Vector b) { return a[0] >= b[0]; }  \
    int __heddle_x86_##extension##_comineq_##suffix(Vector a, Vector b) { return a[0] != b[0]; } \
    int __heddle_x86_##extension##_ucomieq_##suffix(Vector a, Vector b) { return a[0] == b[0]; } \
    int __heddle_x86_##extension##_ucomilt_##suffix(Vector a, Vector b) { return a[0] < b[0]; }  \
    int __heddle_x86_##extension##_ucomile_##suffix(Vector a, Vector b) { return a[0] <= b[0]; } \
    int __heddle_x86_##extension##_ucomigt_##suffix(Vector a, Vector b) { return a[0] > b[0]; }  \
    int __heddle_x86_##extension##_ucomige_##suffix(Vector a, Vector b) { return a[0] >= b[0]; } \
    int __heddle_x86_##extension##_ucomineq_##suffix(Vector a, Vector b) { return a[0] != b[0]; }

COMPARISONS(sse, ss, V4f32)
COMPARISONS(sse2, sd, V2f64)

static double rounded(double x) { return __builtin_rint(x); }

int __heddle_x86_sse_cvtss2si(V4f32 a) { return to_int(rounded(a[0])); }
int __heddle_x86_sse_cvttss2si(V4f32 a) { return to_int(a[0]); }
long __heddle_x86_sse_cvtss2si64(V4f32 a) { return to_long(rounded(a[0])); }
long __heddle_x86_sse_cvttss2si64(V4f32 a) { return to_long(a[0]); }
int __heddle_x86_sse2_cvtsd2si(V2f64 a) { return to_int(rounded(a[0])); }
int __heddle_x86_sse2_cvttsd2si(V2f64 a) { return to_int(a[0]); }
long __heddle_x86_sse2_cvtsd2si64(V2f64 a) { return to_long(rounded(a[0])); }
long __heddle_x86_sse2_cvttsd2si64(V2f64 a) { return to_long(a[0]); }

V4f32 __heddle_x86_sse2_cvtsd2ss(V4f32 a, V2f64 b) { return a[0] = (float)b[0], a; }
V4f32 __heddle_x86_sse2_cvtpd2ps(V2f64 a) { return (V4f32){(float)a[0], (float)a[1], 0, 0}; }
V4i32 __heddle_x86_sse2_cvtpd2dq(V2f64 a) {
    return (V4i32){to_int(rounded(a[0])), to_int(rounded(a[1])), 0, 0};
}
V4i32 __heddle_x86_sse2_cvttpd2dq(V2f64 a) { return (V4i32){to_int(a[0]), to_int(a[1]), 0, 0}; }
V4i32 __heddle_x86_sse2_cvtps2dq(V4f32 a) {
    V4i32 r = {0};
    for (int k = 0; k < 4; k++) r[k] = to_int(rounded(a[k]));
    return r;
}
V4i32 __heddle_x86_sse2_cvttps2dq(V4f32 a) {
    V4i32 r = {0};
    for (int k = 0; k < 4; k++) r[k] = to_int(a[k]);
    return r;
}

V4f32 __heddle_x86_sse_rcp_ss(V4f32 a) { return a[0] = 1 / a[0], a; }
V4f32 __heddle_x86_sse_rsqrt_ss(V4f32 a) { return a[0] = 1 / __builtin_sqrtf(a[0]), a; }
V4f32 __heddle_x86_sse_rcp_ps(V4f32 a) { return 1 / a; }
V4f32 __heddle_x86_sse_rsqrt_ps(V4f32 a) {
    for (int k = 0; k < 4; k++) a[k] = 1 / __builtin_sqrtf(a[k]);
    return a;
}

/* --- the control register: masked exceptions, rounding to nearest, tiny numbers kept ---------- */

#define USUAL_CONTROL 0x1f80u
#define EXCEPTIONS 0x3fu

void __heddle_x86_sse_stmxcsr(unsigned *control) { *control = USUAL_CONTROL; }
void __heddle_x86_sse_ldmxcsr(const unsigned *control) {
    if ((*control & ~EXCEPTIONS) != USUAL_CONTROL)
        __heddle_warn(
            "floating-point numbers are always rounded to nearest, tiny ones kept, and exceptions "
            "are never raised: the control register of SSE is not changed");
}
