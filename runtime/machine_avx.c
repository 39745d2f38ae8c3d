/*
 * machine_avx.c — the instructions of AVX, AVX2 and FMA for which compilers have functions of their
 * own; see machine_vectors.c. Compiled for AVX, so that vectors of 32 bytes are passed like those
 * of programs that are. Intel's manual, volume 2, describes them.
 */
#include "machine_vectors.h"

/* --- numbers with a point -----------------------------------------------------------------------
 */

ADDED_AND_SUBTRACTED(avx_addsub_ps_256, V8f32, 8)
ADDED_AND_SUBTRACTED(avx_addsub_pd_256, V4f64, 4)
HORIZONTAL(avx_hadd_ps_256, V8f32, 8, 4, float, x + y)
HORIZONTAL(avx_hadd_pd_256, V4f64, 4, 2, double, x + y)
HORIZONTAL(avx_hsub_ps_256, V8f32, 8, 4, float, x - y)
HORIZONTAL(avx_hsub_pd_256, V4f64, 4, 2, double, x - y)
EACH(avx_min_ps_256, V8f32, 8, float, SMALLER(x, y))
EACH(avx_min_pd_256, V4f64, 4, double, SMALLER(x, y))
EACH(avx_max_ps_256, V8f32, 8, float, LARGER(x, y))
EACH(avx_max_pd_256, V4f64, 4, double, LARGER(x, y))
CHOSEN_BY(avx_blendv_ps_256, V8f32, V8i32, 8)
CHOSEN_BY(avx_blendv_pd_256, V4f64, V4i64, 4)
SCALAR_PRODUCT(avx_dp_ps_256, V8f32, 8)
ROUNDED(avx_round_ps_256, V8f32, 8, rounded_float_as)
ROUNDED(avx_round_pd_256, V4f64, 4, rounded_as)
FUSED_ADDED_AND_SUBTRACTED(fma_vfmaddsub_ps, V4f32, 4, __builtin_fmaf)
FUSED_ADDED_AND_SUBTRACTED(fma_vfmaddsub_pd, V2f64, 2, __builtin_fma)
FUSED_ADDED_AND_SUBTRACTED(fma_vfmaddsub_ps_256, V8f32, 8, __builtin_fmaf)
FUSED_ADDED_AND_SUBTRACTED(fma_vfmaddsub_pd_256, V4f64, 4, __builtin_fma)

V8f32 __heddle_x86_avx_cmp_ps_256(V8f32 a, V8f32 b, unsigned char relation) {
    V8i32 r = {0};
    for (int k = 0; k < 8; k++) r[k] = -holds(a[k], b[k], relation);
    return (V8f32)r;
}
V4f64 __heddle_x86_avx_cmp_pd_256(V4f64 a, V4f64 b, unsigned char relation) {
    V4i64 r = {0};
    for (int k = 0; k < 4; k++) r[k] = -holds(a[k], b[k], relation);
    return (V4f64)r;
}

/* The approximations are exact here. */
V8f32 __heddle_x86_avx_rcp_ps_256(V8f32 a) { return 1 / a; }
V8f32 __heddle_x86_avx_rsqrt_ps_256(V8f32 a) {
    for (int k = 0; k < 8; k++) a[k] = 1 / __builtin_sqrtf(a[k]);
    return a;
}

#define CONVERTED(name, From, To, parts, VALUE)         \
    To __heddle_x86_avx_##name(From a) {                \
        To r = {0};                                     \
        for (int k = 0; k < (parts); k++) r[k] = VALUE; \
        return r;                                       \
    }

CONVERTED(cvt_pd2_ps_256, V4f64, V4f32, 4, (float)a[k])
CONVERTED(cvt_pd2dq_256, V4f64, V4i32, 4, to_int(__builtin_rint(a[k])))
CONVERTED(cvtt_pd2dq_256, V4f64, V4i32, 4, to_int(a[k]))
CONVERTED(cvt_ps2dq_256, V8f32, V8i32, 8, to_int(__builtin_rint((double)a[k])))
CONVERTED(cvtt_ps2dq_256, V8f32, V8i32, 8, to_int((double)a[k]))

/* --- bits, places, memory -----------------------------------------------------------------------
 */

TESTED(avx_ptest, _256, V4i64, V4i64, 4, -1l)
TESTED(avx_vtest, _ps, V4f32, V4i32, 4, 1 << 31)
TESTED(avx_vtest, _pd, V2f64, V2i64, 2, 1l << 63)
TESTED(avx_vtest, _ps_256, V8f32, V8i32, 8, 1 << 31)
TESTED(avx_vtest, _pd_256, V4f64, V4i64, 4, 1l << 63)

int __heddle_x86_avx_movmsk_ps_256(V8f32 a) {
    int mask = 0;
    for (int k = 0; k < 8; k++) mask |= (((V8i32)a)[k] < 0) << k;
    return mask;
}
int __heddle_x86_avx_movmsk_pd_256(V4f64 a) {
    int mask = 0;
    for (int k = 0; k < 4; k++) mask |= (((V4i64)a)[k] < 0) << k;
    return mask;
}
int __heddle_x86_avx2_pmovmskb(V32i8 a) {
    unsigned mask = 0;
    for (int k = 0; k < 32; k++) mask |= (unsigned)(a[k] < 0) << k;
    return (int)mask;
}

/* Elements of the same half (`half` of them), by bits of a number from `shift` on. */
#define PERMUTED(name, Vector, Places, parts, half, shift)                          \
    Vector __heddle_x86_##name(Vector a, Places at) {                               \
        Vector r = {0};                                                             \
        for (int k = 0; k < (parts); k++)                                           \
            r[k] = a[k / (half) * (half) + (int)(at[k] >> (shift) & ((half) - 1))]; \
        return r;                                                                   \
    }

PERMUTED(avx_vpermilvar_ps, V4f32, V4i32, 4, 4, 0)
PERMUTED(avx_vpermilvar_pd, V2f64, V2i64, 2, 2, 1)
PERMUTED(avx_vpermilvar_ps_256, V8f32, V8i32, 8, 4, 0)
PERMUTED(avx_vpermilvar_pd_256, V4f64, V4i64, 4, 2, 1)
PERMUTED(avx2_permd, V8i32, V8i32, 8, 8, 0)
PERMUTED(avx2_permps, V8f32, V8i32, 8, 8, 0)

V32i8 __heddle_x86_avx_ldu_dq_256(const char *from) {
    V32i8 r;
    __builtin_memcpy(&r, from, sizeof r);
    return r;
}

/* Only what the highest bits of the mask choose is loaded or stored. */
#define MASKED(extension, suffix, Vector, Mask, Type, parts)                             \
    Vector __heddle_x86_##extension##_maskload_##suffix(const Type *from, Mask mask) {   \
        Vector r = {0};                                                                  \
        for (int k = 0; k < (parts); k++)                                                \
            if (mask[k] < 0) __builtin_memcpy(&((Type *)&r)[k], from + k, sizeof(Type)); \
        return r;                                                                        \
    }                                                                                    \
    void __heddle_x86_##extension##_maskstore_##suffix(Type *to, Mask mask, Vector a) {  \
        for (int k = 0; k < (parts); k++)                                                \
            if (mask[k] < 0) __builtin_memcpy(to + k, &((Type *)&a)[k], sizeof(Type));   \
    }

MASKED(avx, ps, V4f32, V4i32, float, 4)
MASKED(avx, pd, V2f64, V2i64, double, 2)
MASKED(avx, ps_256, V8f32, V8i32, float, 8)
MASKED(avx, pd_256, V4f64, V4i64, double, 4)
MASKED(avx2, d, V4i32, V4i32, int, 4)
MASKED(avx2, q, V2i64, V2i64, long, 2)
MASKED(avx2, d_256, V8i32, V8i32, int, 8)
MASKED(avx2, q_256, V4i64, V4i64, long, 4)

/* `taken` elements are loaded from places that have numbers; what is behind them is zero. */
#define GATHERED(suffix, Vector, Places, Mask, parts, taken)                                     \
    Vector __heddle_x86_avx2_gather_##suffix(Vector a, const char *base, Places at, Vector mask, \
                                             unsigned char scale) {                              \
        for (int k = 0; k < (parts); k++) {                                                      \
            if (k >= (taken))                                                                    \
                a[k] = 0;                                                                        \
            else if (((Mask)mask)[k] < 0) {                                                      \
                __typeof__(a[0]) x;                                                              \
                __builtin_memcpy(&x, base + (long)at[k] * scale, sizeof x);                      \
                a[k] = x;                                                                        \
            }                                                                                    \
        }                                                                                        \
        return a;                                                                                \
    }

GATHERED(d_d, V4i32, V4i32, V4i32, 4, 4)
GATHERED(d_d_256, V8i32, V8i32, V8i32, 8, 8)
GATHERED(d_ps, V4f32, V4i32, V4i32, 4, 4)
GATHERED(d_ps_256, V8f32, V8i32, V8i32, 8, 8)
GATHERED(d_q, V2i64, V4i32, V2i64, 2, 2)
GATHERED(d_q_256, V4i64, V4i32, V4i64, 4, 4)
GATHERED(d_pd, V2f64, V4i32, V2i64, 2, 2)
GATHERED(d_pd_256, V4f64, V4i32, V4i64, 4, 4)
GATHERED(q_d, V4i32, V2i64, V4i32, 4, 2)
GATHERED(q_d_256, V4i32, V4i64, V4i32, 4, 4)
GATHERED(q_ps, V4f32, V2i64, V4i32, 4, 2)
GATHERED(q_ps_256, V4f32, V4i64, V4i32, 4, 4)
GATHERED(q_q, V2i64, V2i64, V2i64, 2, 2)
GATHERED(q_q_256, V4i64, V4i64, V4i64, 4, 4)
GATHERED(q_pd, V2f64, V2i64, V2i64, 2, 2)
GATHERED(q_pd_256, V4f64, V4i64, V4i64, 4, 4)

/* --- integers -----------------------------------------------------------------------------------
 */

NARROWED(avx2_packsswb, V16i16, V32i8, 32, 16, -0x80, 0x7f)
NARROWED(avx2_packuswb, V16i16, V32i8, 32, 16, 0, 0xff)
NARROWED(avx2_packssdw, V8i32, V16i16, 16, 8, -0x8000, 0x7fff)
NARROWED(avx2_packusdw, V8i32, V16i16, 16, 8, 0, 0xffff)
EACH(avx2_pavg_b, V32i8, 32, unsigned char, (x + y + 1) >> 1)
EACH(avx2_pavg_w, V16i16, 16, unsigned short, (x + y + 1) >> 1)
EACH(avx2_pmulh_w, V16i16, 16, int, x *y >> 16)
EACH(avx2_pmulhu_w, V16i16, 16, unsigned short, (unsigned)x *y >> 16)
EACH(avx2_pmul_hr_sw, V16i16, 16, int, ((x * y >> 14) + 1) >> 1)
HORIZONTAL(avx2_phadd_w, V16i16, 16, 8, int, x + y)
HORIZONTAL(avx2_phadd_d, V8i32, 8, 4, unsigned, x + y)
HORIZONTAL(avx2_phadd_sw, V16i16, 16, 8, int, within(x + y, -0x8000, 0x7fff))
HORIZONTAL(avx2_phsub_w, V16i16, 16, 8, int, x - y)
HORIZONTAL(avx2_phsub_d, V8i32, 8, 4, unsigned, x - y)
HORIZONTAL(avx2_phsub_sw, V16i16, 16, 8, int, within(x - y, -0x8000, 0x7fff))
MULTIPLIED_BYTES(avx2_pmadd_ub_sw, V32i8, V32u8, V16i16, 16)
SHUFFLED_BYTES(avx2_pshuf_b, V32i8, 32)
SIGNED(avx2_psign_b, V32i8, 32, signed char)
SIGNED(avx2_psign_w, V16i16, 16, short)
EACH(avx2_psign_d, V8i32, 8, unsigned, (int)y < 0 ? 0 - x : y ? x : 0)
CHOSEN_BY(avx2_pblendvb, V32i8, V32i8, 32)
DIFFERENCES(avx2_mpsadbw, V32i8, V32u8, V16i16, 16)

V8i32 __heddle_x86_avx2_pmadd_wd(V16i16 a, V16i16 b) {
    V8i32 r = {0};
    for (int k = 0; k < 8; k++)
        r[k] = (int)((unsigned)(a[2 * k] * b[2 * k]) + (unsigned)(a[2 * k + 1] * b[2 * k + 1]));
    return r;
}

V4i64 __heddle_x86_avx2_psad_bw(V32u8 a, V32u8 b) {
    V4i64 r = {0};
    for (int k = 0; k < 32; k++) r[k / 8] += a[k] < b[k] ? b[k] - a[k] : a[k] - b[k];
    return r;
}

V4i64 __heddle_x86_pclmulqdq_256(V4i64 a, V4i64 b, unsigned char how) {
    V4i64 r = {0};
    for (int k = 0; k < 4; k += 2) {
        V2i64 p = polynomial_product((unsigned long)a[k + (how & 1)],
                                     (unsigned long)b[k + (how >> 4 & 1)]);
        r[k] = p[0], r[k + 1] = p[1];
    }
    return r;
}

/* --- shifts: by a number, by the lower half of a vector, each element by its own; by the width or
 * more gives 0, or the sign -----------------------------------------------------------------------
 */

#define SHIFTED(name, Vector, Count, parts, number, width, SHIFT) \
    Vector __heddle_x86_avx2_##name(Vector a, Count count) {      \
        for (int k = 0; k < (parts); k++) {                       \
            unsigned long n = number, w = width;                  \
            a[k] = SHIFT;                                         \
        }                                                         \
        return a;                                                 \
    }
#define LEFT(Type) n < w ? (__typeof__(a[0]))((Type)a[k] << n) : 0
#define RIGHT(Type) n < w ? (__typeof__(a[0]))((Type)a[k] >> n) : 0
#define ARITHMETIC (__typeof__(a[0]))(a[k] >> (n < w ? n : w - 1))
#define OF_NUMBER (unsigned)count
#define OF_VECTOR ((V2u64)count)[0]

#define SHIFTS(letter, Vector, parts, Lower, Type, width)                      \
    SHIFTED(pslli_##letter, Vector, int, parts, OF_NUMBER, width, LEFT(Type))  \
    SHIFTED(psrli_##letter, Vector, int, parts, OF_NUMBER, width, RIGHT(Type)) \
    SHIFTED(psll_##letter, Vector, Lower, parts, OF_VECTOR, width, LEFT(Type)) \
    SHIFTED(psrl_##letter, Vector, Lower, parts, OF_VECTOR, width, RIGHT(Type))

SHIFTS(w, V16i16, 16, V8i16, unsigned short, 16)
SHIFTS(d, V8i32, 8, V4i32, unsigned, 32)
SHIFTS(q, V4i64, 4, V2i64, unsigned long, 64)
SHIFTED(psrai_w, V16i16, int, 16, OF_NUMBER, 16, ARITHMETIC)
SHIFTED(psrai_d, V8i32, int, 8, OF_NUMBER, 32, ARITHMETIC)
SHIFTED(psra_w, V16i16, V8i16, 16, OF_VECTOR, 16, ARITHMETIC)
SHIFTED(psra_d, V8i32, V4i32, 8, OF_VECTOR, 32, ARITHMETIC)
SHIFTED(psllv_d, V4i32, V4u32, 4, count[k], 32, LEFT(unsigned))
SHIFTED(psllv_q, V2i64, V2u64, 2, count[k], 64, LEFT(unsigned long))
SHIFTED(psllv_d_256, V8i32, V8u32, 8, count[k], 32, LEFT(unsigned))
SHIFTED(psllv_q_256, V4i64, V4u64, 4, count[k], 64, LEFT(unsigned long))
SHIFTED(psrlv_d, V4i32, V4u32, 4, count[k], 32, RIGHT(unsigned))
SHIFTED(psrlv_q, V2i64, V2u64, 2, count[k], 64, RIGHT(unsigned long))
SHIFTED(psrlv_d_256, V8i32, V8u32, 8, count[k], 32, RIGHT(unsigned))
SHIFTED(psrlv_q_256, V4i64, V4u64, 4, count[k], 64, RIGHT(unsigned long))
SHIFTED(psrav_d, V4i32, V4u32, 4, count[k], 32, ARITHMETIC)
SHIFTED(psrav_d_256, V8i32, V8u32, 8, count[k], 32, ARITHMETIC)

void __heddle_x86_avx_vzeroall(void) {}
void __heddle_x86_avx_vzeroupper(void) {}
