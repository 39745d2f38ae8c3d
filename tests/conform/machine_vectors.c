/* native: clang. (Compilers differ in what some comparisons say of what is no number.) */
/* What <emmintrin.h> and <xmmintrin.h> offer, on numbers of all kinds: each line is a hash of the results. */
#define ROUNDS 40
#include "machine.h"

static double any_number(void) {
    uint64_t k = next() % 16;
    return k == 15 ? __builtin_nan("") : k == 14 ? -__builtin_inf() : number();
}
VECTOR(integers, __m128i, uint64_t, 2, word())
VECTOR(floats, __m128, float, 4, any_number())
VECTOR(doubles, __m128d, double, 2, any_number())
#define COUNT _mm_cvtsi64_si128((long long)(k % 5 == 4 ? -1 : k * 2))
#define INTEGERS(X)                                                                                          \
    X(packs16, _mm_packs_epi16(a, b)) X(packs32, _mm_packs_epi32(a, b)) X(packus, _mm_packus_epi16(a, b))    \
    X(avg8, _mm_avg_epu8(a, b)) X(avg16, _mm_avg_epu16(a, b)) X(mulhi, _mm_mulhi_epi16(a, b))                \
    X(mulhiu, _mm_mulhi_epu16(a, b)) X(madd, _mm_madd_epi16(a, b)) X(sad, _mm_sad_epu8(a, b))                \
    X(movemask8, _mm_movemask_epi8(a)) X(slli16, _mm_slli_epi16(a, k)) X(slli32, _mm_slli_epi32(a, k))       \
    X(slli64, _mm_slli_epi64(a, 2 * k)) X(srli16, _mm_srli_epi16(a, k)) X(srli32, _mm_srli_epi32(a, k))      \
    X(srli64, _mm_srli_epi64(a, 2 * k)) X(srai16, _mm_srai_epi16(a, k)) X(srai32, _mm_srai_epi32(a, k))      \
    X(sll16, _mm_sll_epi16(a, COUNT)) X(sll32, _mm_sll_epi32(a, COUNT)) X(sll64, _mm_sll_epi64(a, COUNT))    \
    X(srl16, _mm_srl_epi16(a, COUNT)) X(srl32, _mm_srl_epi32(a, COUNT)) X(srl64, _mm_srl_epi64(a, COUNT))    \
    X(sra16, _mm_sra_epi16(a, COUNT)) X(sra32, _mm_sra_epi32(a, COUNT)) X(adds, _mm_adds_epi16(a, b))        \
    X(addsu, _mm_adds_epu8(a, b)) X(subs, _mm_subs_epi8(a, b)) X(subsu, _mm_subs_epu16(a, b))                \
    X(maxs, _mm_max_epi16(a, b)) X(minu, _mm_min_epu8(a, b)) X(mul32, _mm_mul_epu32(a, b))                   \
    X(mullo, _mm_mullo_epi16(a, b)) X(eq8, _mm_cmpeq_epi8(a, b)) X(gt32, _mm_cmpgt_epi32(a, b))              \
    X(shuffle, _mm_shuffle_epi32(a, 0x1b)) X(shufflelo, _mm_shufflelo_epi16(a, 0x9c))                        \
    X(unpack, _mm_unpackhi_epi8(a, b)) X(byteshift, _mm_slli_si128(a, 5)) X(insert, _mm_insert_epi16(a, k, 3)) \
    X(toint, _mm_cvtepi32_ps(a)) X(todouble, _mm_cvtepi32_pd(a))
#define FLOATS(X)                                                                                              \
    X(minps, _mm_min_ps(a, b)) X(maxps, _mm_max_ps(a, b)) X(minss, _mm_min_ss(a, b))                           \
    X(maxss, _mm_max_ss(a, b)) X(cmpltps, _mm_cmplt_ps(a, b)) X(cmpunordss, _mm_cmpunord_ss(a, b))             \
    X(cmpnless, _mm_cmpnle_ss(a, b)) X(cmpordps, _mm_cmpord_ps(a, b)) X(comieq, _mm_comieq_ss(a, b))           \
    X(comilt, _mm_comilt_ss(a, b)) X(comile, _mm_comile_ss(a, b)) X(comigt, _mm_comigt_ss(a, b))               \
    X(comineq, _mm_comineq_ss(a, b)) X(ucomige, _mm_ucomige_ss(a, b)) X(movemaskps, _mm_movemask_ps(a))        \
    X(cvtss2si, _mm_cvtss_si32(a)) X(cvttss2si, _mm_cvttss_si32(a)) X(cvtss2si64, _mm_cvtss_si64(a))           \
    X(cvttss2si64, _mm_cvttss_si64(a)) X(cvtps2dq, _mm_cvtps_epi32(a)) X(cvttps2dq, _mm_cvttps_epi32(a))       \
    X(sqrtps, _mm_sqrt_ps(_mm_and_ps(a, _mm_castsi128_ps(_mm_set1_epi32(0x7fffffff)))))
#define DOUBLES(X)                                                                                             \
    X(minpd, _mm_min_pd(a, b)) X(maxpd, _mm_max_pd(a, b)) X(minsd, _mm_min_sd(a, b))                           \
    X(maxsd, _mm_max_sd(a, b)) X(cmplepd, _mm_cmple_pd(a, b)) X(cmpneqsd, _mm_cmpneq_sd(a, b))                 \
    X(comieqd, _mm_comieq_sd(a, b)) X(comiltd, _mm_comilt_sd(a, b)) X(ucomineqd, _mm_ucomineq_sd(a, b))        \
    X(movemaskpd, _mm_movemask_pd(a)) X(cvtsd2si, _mm_cvtsd_si32(a)) X(cvttsd2si, _mm_cvttsd_si32(a))          \
    X(cvtsd2si64, _mm_cvtsd_si64(a)) X(cvttsd2si64, _mm_cvttsd_si64(a)) X(cvtpd2dq, _mm_cvtpd_epi32(a))        \
    X(cvttpd2dq, _mm_cvttpd_epi32(a)) X(cvtpd2ps, _mm_cvtpd_ps(a))                                             \
    X(cvtsd2ss, _mm_cvtsd_ss(_mm_set1_ps(2), a))
#define DEFINE_I(name, expression) EACH(name, __m128i, integers, expression)
#define DEFINE_F(name, expression) EACH(name, __m128, floats, expression)
#define DEFINE_D(name, expression) EACH(name, __m128d, doubles, expression)
INTEGERS(DEFINE_I)
FLOATS(DEFINE_F)
DOUBLES(DEFINE_D)

static void others(void) {
    char to[16] = "0123456789abcde";
    _mm_maskmoveu_si128(integers(), integers(), to);
    add(to, sizeof to);
    tell("maskmove");
    for (int k = 1; k < 1000; k += 37) {
        float x[4] = {(float)k, k * 1e6f, k / 1e6f, 1};
        __m128 v = _mm_loadu_ps(x), r = _mm_mul_ps(_mm_rcp_ps(v), v), s = _mm_rsqrt_ps(v);
        s = _mm_mul_ps(_mm_mul_ps(s, s), v);
        for (int j = 0; j < 4; j++)
            if (r[j] < 0.999f || r[j] > 1.001f || s[j] < 0.999f || s[j] > 1.001f) puts("not close");
    }
    unsigned control = _mm_getcsr();
    _mm_setcsr(control);
    printf("%x\n", control & ~0x3fu);
    _mm_pause();
    _mm_sfence();
    _mm_lfence();
    _mm_mfence();
    _mm_clflush(to);
    _mm_stream_si128((__m128i *)(void *)&(__m128i){0}, integers());
}

int main(void) {
    INTEGERS(CALL)
    FLOATS(CALL)
    DOUBLES(CALL)
    others();
    return 0;
}
