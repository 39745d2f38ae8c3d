/* native: clang. needs: avx2 fma pclmulqdq. */
/* What AVX, AVX2 and FMA offer, on numbers of all kinds: each line is a hash of the results. */
#define ROUNDS 12
#include "machine.h"

#pragma clang attribute push(__attribute__((target("avx2,fma,pclmul"))), apply_to = function)
VECTOR(integers, __m256i, uint64_t, 4, word())
VECTOR(floats, __m256, float, 8, number())
VECTOR(doubles, __m256d, double, 4, number())
static int32_t table[64];
static long long table8[64];
#define INTEGERS(X) \
    X(i_packs_epi16, _mm256_packs_epi16(a, b)) \
    X(i_packs_epi32, _mm256_packs_epi32(a, b)) \
    X(i_packus_epi16, _mm256_packus_epi16(a, b)) \
    X(i_packus_epi32, _mm256_packus_epi32(a, b)) \
    X(i_avg_epu8, _mm256_avg_epu8(a, b)) \
    X(i_avg_epu16, _mm256_avg_epu16(a, b)) \
    X(i_mulhi_epi16, _mm256_mulhi_epi16(a, b)) \
    X(i_mulhi_epu16, _mm256_mulhi_epu16(a, b)) \
    X(i_mulhrs_epi16, _mm256_mulhrs_epi16(a, b)) \
    X(i_hadd_epi16, _mm256_hadd_epi16(a, b)) \
    X(i_hadd_epi32, _mm256_hadd_epi32(a, b)) \
    X(i_hadds_epi16, _mm256_hadds_epi16(a, b)) \
    X(i_hsub_epi16, _mm256_hsub_epi16(a, b)) \
    X(i_hsub_epi32, _mm256_hsub_epi32(a, b)) \
    X(i_hsubs_epi16, _mm256_hsubs_epi16(a, b)) \
    X(i_maddubs_epi16, _mm256_maddubs_epi16(a, b)) \
    X(i_madd_epi16, _mm256_madd_epi16(a, b)) \
    X(i_sad_epu8, _mm256_sad_epu8(a, b)) \
    X(i_shuffle_epi8, _mm256_shuffle_epi8(a, b)) \
    X(i_sign_epi8, _mm256_sign_epi8(a, b)) \
    X(i_sign_epi16, _mm256_sign_epi16(a, b)) \
    X(i_sign_epi32, _mm256_sign_epi32(a, b)) \
    X(i_max_epi8, _mm256_max_epi8(a, b)) \
    X(i_min_epu16, _mm256_min_epu16(a, b)) \
    X(i_adds_epi16, _mm256_adds_epi16(a, b)) \
    X(i_subs_epu8, _mm256_subs_epu8(a, b)) \
    X(i_mul_epi32, _mm256_mul_epi32(a, b)) \
    X(i_mul_epu32, _mm256_mul_epu32(a, b)) \
    X(i_mullo_epi32, _mm256_mullo_epi32(a, b)) \
    X(i_cmpeq_epi64, _mm256_cmpeq_epi64(a, b)) \
    X(i_cmpgt_epi64, _mm256_cmpgt_epi64(a, b)) \
    X(i_unpackhi_epi8, _mm256_unpackhi_epi8(a, b)) \
    X(i_permutevar8x32_epi32, _mm256_permutevar8x32_epi32(a, b)) \
    X(i_sllv_epi32, _mm256_sllv_epi32(a, _mm256_and_si256(b, _mm256_set1_epi32(47)))) \
    X(i_sllv_epi64, _mm256_sllv_epi64(a, _mm256_and_si256(b, _mm256_set1_epi32(47)))) \
    X(i_srlv_epi32, _mm256_srlv_epi32(a, _mm256_and_si256(b, _mm256_set1_epi32(47)))) \
    X(i_srlv_epi64, _mm256_srlv_epi64(a, _mm256_and_si256(b, _mm256_set1_epi32(47)))) \
    X(i_srav_epi32, _mm256_srav_epi32(a, _mm256_and_si256(b, _mm256_set1_epi32(47)))) \
    X(i_sllv_epi32_128, \
      _mm_sllv_epi32(_mm256_castsi256_si128(a), _mm256_castsi256_si128(_mm256_and_si256(b, \
        _mm256_set1_epi32(47))))) \
    X(i_sllv_epi64_128, \
      _mm_sllv_epi64(_mm256_castsi256_si128(a), _mm256_castsi256_si128(_mm256_and_si256(b, \
        _mm256_set1_epi32(47))))) \
    X(i_srlv_epi32_128, \
      _mm_srlv_epi32(_mm256_castsi256_si128(a), _mm256_castsi256_si128(_mm256_and_si256(b, \
        _mm256_set1_epi32(47))))) \
    X(i_srlv_epi64_128, \
      _mm_srlv_epi64(_mm256_castsi256_si128(a), _mm256_castsi256_si128(_mm256_and_si256(b, \
        _mm256_set1_epi32(47))))) \
    X(i_srav_epi32_128, \
      _mm_srav_epi32(_mm256_castsi256_si128(a), _mm256_castsi256_si128(_mm256_and_si256(b, \
        _mm256_set1_epi32(47))))) \
    X(i_blendv, _mm256_blendv_epi8(a, b, c)) \
    X(i_movemask, _mm256_movemask_epi8(a)) \
    X(i_sad_a, _mm256_mpsadbw_epu8(a, b, 0x2a)) \
    X(i_sad_b, _mm256_mpsadbw_epu8(a, b, 0x15)) \
    X(i_testz, _mm256_testz_si256(a, b)) \
    X(i_testc, _mm256_testc_si256(a, _mm256_and_si256(a, b))) \
    X(i_testnzc, _mm256_testnzc_si256(a, b)) \
    X(i_alignr, _mm256_alignr_epi8(a, b, 3)) \
    X(i_permute4x64, _mm256_permute4x64_epi64(a, 0x4e)) \
    X(i_permute2x128, _mm256_permute2x128_si256(a, b, 0x21)) \
    X(i_broadcast, _mm256_broadcastb_epi8(_mm256_castsi256_si128(a))) \
    X(i_widen, _mm256_cvtepu8_epi32(_mm256_castsi256_si128(a))) \
    X(i_lddqu, _mm256_lddqu_si256(&a)) \
    X(i_clmul, _mm_clmulepi64_si128(_mm256_castsi256_si128(a), _mm256_castsi256_si128(b), 1)) \
    X(i_slliepi16, _mm256_slli_epi16(a, (k * 7) % 19)) \
    X(i_srliepi16, _mm256_srli_epi16(a, (k * 7) % 19)) \
    X(i_sllepi16, _mm256_sll_epi16(a, _mm_cvtsi64_si128(k % 5 == 4 ? -1 : (k * 7) % 19))) \
    X(i_srlepi16, _mm256_srl_epi16(a, _mm_cvtsi64_si128(k % 5 == 4 ? -1 : (k * 7) % 19))) \
    X(i_sraiepi16, _mm256_srai_epi16(a, (k * 7) % 19)) \
    X(i_sraepi16, _mm256_sra_epi16(a, _mm_cvtsi64_si128(k % 5 == 4 ? -1 : (k * 7) % 19))) \
    X(i_slliepi32, _mm256_slli_epi32(a, (k * 7) % 35)) \
    X(i_srliepi32, _mm256_srli_epi32(a, (k * 7) % 35)) \
    X(i_sllepi32, _mm256_sll_epi32(a, _mm_cvtsi64_si128(k % 5 == 4 ? -1 : (k * 7) % 35))) \
    X(i_srlepi32, _mm256_srl_epi32(a, _mm_cvtsi64_si128(k % 5 == 4 ? -1 : (k * 7) % 35))) \
    X(i_sraiepi32, _mm256_srai_epi32(a, (k * 7) % 35)) \
    X(i_sraepi32, _mm256_sra_epi32(a, _mm_cvtsi64_si128(k % 5 == 4 ? -1 : (k * 7) % 35))) \
    X(i_slliepi64, _mm256_slli_epi64(a, (k * 7) % 67)) \
    X(i_srliepi64, _mm256_srli_epi64(a, (k * 7) % 67)) \
    X(i_sllepi64, _mm256_sll_epi64(a, _mm_cvtsi64_si128(k % 5 == 4 ? -1 : (k * 7) % 67))) \
    X(i_srlepi64, _mm256_srl_epi64(a, _mm_cvtsi64_si128(k % 5 == 4 ? -1 : (k * 7) % 67))) \
    X(i_gather_d, _mm256_mask_i32gather_epi32(b, table, _mm256_and_si256(a, _mm256_set1_epi32(31)), c, 4)) \
    X(i_gather_d4, \
      _mm_mask_i32gather_epi32(_mm256_castsi256_si128(b), table, \
        _mm256_castsi256_si128(_mm256_and_si256(a, _mm256_set1_epi32(31))), \
        _mm256_castsi256_si128(c), 4)) \
    X(i_gather_q, \
      _mm256_mask_i32gather_epi64(b, table8, _mm256_castsi256_si128(_mm256_and_si256(a, \
        _mm256_set1_epi32(31))), c, 8)) \
    X(i_gather_q2, \
      _mm_mask_i32gather_epi64(_mm256_castsi256_si128(b), table8, \
        _mm256_castsi256_si128(_mm256_and_si256(a, _mm256_set1_epi32(31))), \
        _mm256_castsi256_si128(c), 8)) \
    X(i_gather_qd, \
      _mm256_mask_i64gather_epi32(_mm256_castsi256_si128(b), table, _mm256_and_si256(a, \
        _mm256_set1_epi64x(31)), _mm256_castsi256_si128(c), 4)) \
    X(i_gather_qd2, \
      _mm_mask_i64gather_epi32(_mm256_castsi256_si128(b), table, \
        _mm256_castsi256_si128(_mm256_and_si256(a, _mm256_set1_epi64x(31))), \
        _mm256_castsi256_si128(c), 4)) \
    X(i_gather_qq, \
      _mm256_mask_i64gather_epi64(b, table8, _mm256_and_si256(a, _mm256_set1_epi64x(31)), c, 8)) \
    X(i_gather_all, _mm256_i32gather_epi32(table, _mm256_and_si256(a, _mm256_set1_epi32(31)), 4)) \
    X(i_gather_ps, _mm256_i32gather_ps((float *)table, _mm256_and_si256(a, _mm256_set1_epi32(31)), 4)) \
    X(i_gather_pd, \
      _mm256_i32gather_pd((double *)table8, _mm256_castsi256_si128(_mm256_and_si256(a, \
        _mm256_set1_epi32(31))), 8)) \
    X(i_maskload, _mm256_maskload_epi32(table, b)) \
    X(i_maskload8, _mm256_maskload_epi64(table8, b)) \
    X(i_maskload4, _mm_maskload_epi32(table, _mm256_castsi256_si128(b))) \
    X(i_maskstore, \
      ({ int t[8] = {1, 2, 3}; _mm256_maskstore_epi32(t, b, a); _mm256_loadu_si256((void *)t); })) \
    X(i_maskstore8, \
      ({ long long t[4] = {1, 2, 3}; _mm256_maskstore_epi64(t, b, \
        a); _mm256_loadu_si256((void *)t); }))
#define DEFINE_INTEGERS(name, expression) EACH(name, __m256i, integers, expression)
INTEGERS(DEFINE_INTEGERS)
#define FLOATS(X) \
    X(f_addsub, _mm256_addsub_ps(a, b)) \
    X(f_hadd, _mm256_hadd_ps(a, b)) \
    X(f_hsub, _mm256_hsub_ps(a, b)) \
    X(f_min, _mm256_min_ps(a, b)) \
    X(f_max, _mm256_max_ps(a, b)) \
    X(f_unpacklo, _mm256_unpacklo_ps(a, b)) \
    X(f_blendv, _mm256_blendv_ps(a, b, c)) \
    X(f_dp, _mm256_dp_ps(a, b, 0xf5)) \
    X(f_dp2, _mm256_dp_ps(a, b, 0x37)) \
    X(f_cvtps2dq, _mm256_cvtps_epi32(a)) \
    X(f_cvttps2dq, _mm256_cvttps_epi32(a)) \
    X(f_movemask, _mm256_movemask_ps(a)) \
    X(f_permutevar, _mm256_permutevar_ps(a, _mm256_castps_si256(b))) \
    X(f_permutevar4, \
      _mm_permutevar_ps(_mm256_castps256_ps128(a), _mm_castps_si128(_mm256_castps256_ps128(b)))) \
    X(f_permute8, _mm256_permutevar8x32_ps(a, _mm256_castps_si256(b))) \
    X(f_testz, _mm256_testz_ps(a, b)) \
    X(f_testc, _mm256_testc_ps(a, b)) \
    X(f_testnzc, _mm256_testnzc_ps(a, b)) \
    X(f_testz4, _mm_testz_ps(_mm256_castps256_ps128(a), _mm256_castps256_ps128(b))) \
    X(f_fmaddsub, _mm256_fmaddsub_ps(a, b, c)) \
    X(f_fmsubadd, _mm256_fmsubadd_ps(a, b, c)) \
    X(f_fmadd, _mm256_fmadd_ps(a, b, c)) \
    X(f_fnmsub, _mm256_fnmsub_ps(a, b, c)) \
    X(f_maskload, _mm256_maskload_ps((float *)table, _mm256_castps_si256(a))) \
    X(f_round0, _mm256_round_ps(a, 0)) \
    X(f_round1, _mm256_round_ps(a, 1)) \
    X(f_round2, _mm256_round_ps(a, 2)) \
    X(f_round3, _mm256_round_ps(a, 3)) \
    X(f_round4, _mm256_round_ps(a, 4)) \
    X(f_cmp0, _mm256_cmp_ps(a, b, 0)) \
    X(f_cmpss0, _mm_cmp_ss(_mm256_castps256_ps128(a), _mm256_castps256_ps128(b), 0)) \
    X(f_cmp1, _mm256_cmp_ps(a, b, 1)) \
    X(f_cmpss1, _mm_cmp_ss(_mm256_castps256_ps128(a), _mm256_castps256_ps128(b), 1)) \
    X(f_cmp2, _mm256_cmp_ps(a, b, 2)) \
    X(f_cmpss2, _mm_cmp_ss(_mm256_castps256_ps128(a), _mm256_castps256_ps128(b), 2)) \
    X(f_cmp3, _mm256_cmp_ps(a, b, 3)) \
    X(f_cmpss3, _mm_cmp_ss(_mm256_castps256_ps128(a), _mm256_castps256_ps128(b), 3)) \
    X(f_cmp4, _mm256_cmp_ps(a, b, 4)) \
    X(f_cmpss4, _mm_cmp_ss(_mm256_castps256_ps128(a), _mm256_castps256_ps128(b), 4)) \
    X(f_cmp5, _mm256_cmp_ps(a, b, 5)) \
    X(f_cmpss5, _mm_cmp_ss(_mm256_castps256_ps128(a), _mm256_castps256_ps128(b), 5)) \
    X(f_cmp6, _mm256_cmp_ps(a, b, 6)) \
    X(f_cmpss6, _mm_cmp_ss(_mm256_castps256_ps128(a), _mm256_castps256_ps128(b), 6)) \
    X(f_cmp7, _mm256_cmp_ps(a, b, 7)) \
    X(f_cmpss7, _mm_cmp_ss(_mm256_castps256_ps128(a), _mm256_castps256_ps128(b), 7)) \
    X(f_cmp8, _mm256_cmp_ps(a, b, 8)) \
    X(f_cmpss8, _mm_cmp_ss(_mm256_castps256_ps128(a), _mm256_castps256_ps128(b), 8)) \
    X(f_cmp9, _mm256_cmp_ps(a, b, 9)) \
    X(f_cmpss9, _mm_cmp_ss(_mm256_castps256_ps128(a), _mm256_castps256_ps128(b), 9)) \
    X(f_cmp10, _mm256_cmp_ps(a, b, 10)) \
    X(f_cmpss10, _mm_cmp_ss(_mm256_castps256_ps128(a), _mm256_castps256_ps128(b), 10)) \
    X(f_cmp11, _mm256_cmp_ps(a, b, 11)) \
    X(f_cmpss11, _mm_cmp_ss(_mm256_castps256_ps128(a), _mm256_castps256_ps128(b), 11)) \
    X(f_cmp12, _mm256_cmp_ps(a, b, 12)) \
    X(f_cmpss12, _mm_cmp_ss(_mm256_castps256_ps128(a), _mm256_castps256_ps128(b), 12)) \
    X(f_cmp13, _mm256_cmp_ps(a, b, 13)) \
    X(f_cmpss13, _mm_cmp_ss(_mm256_castps256_ps128(a), _mm256_castps256_ps128(b), 13)) \
    X(f_cmp14, _mm256_cmp_ps(a, b, 14)) \
    X(f_cmpss14, _mm_cmp_ss(_mm256_castps256_ps128(a), _mm256_castps256_ps128(b), 14)) \
    X(f_cmp15, _mm256_cmp_ps(a, b, 15)) \
    X(f_cmpss15, _mm_cmp_ss(_mm256_castps256_ps128(a), _mm256_castps256_ps128(b), 15)) \
    X(f_cmp16, _mm256_cmp_ps(a, b, 16)) \
    X(f_cmpss16, _mm_cmp_ss(_mm256_castps256_ps128(a), _mm256_castps256_ps128(b), 16)) \
    X(f_cmp17, _mm256_cmp_ps(a, b, 17)) \
    X(f_cmpss17, _mm_cmp_ss(_mm256_castps256_ps128(a), _mm256_castps256_ps128(b), 17)) \
    X(f_cmp18, _mm256_cmp_ps(a, b, 18)) \
    X(f_cmpss18, _mm_cmp_ss(_mm256_castps256_ps128(a), _mm256_castps256_ps128(b), 18)) \
    X(f_cmp19, _mm256_cmp_ps(a, b, 19)) \
    X(f_cmpss19, _mm_cmp_ss(_mm256_castps256_ps128(a), _mm256_castps256_ps128(b), 19)) \
    X(f_cmp20, _mm256_cmp_ps(a, b, 20)) \
    X(f_cmpss20, _mm_cmp_ss(_mm256_castps256_ps128(a), _mm256_castps256_ps128(b), 20)) \
    X(f_cmp21, _mm256_cmp_ps(a, b, 21)) \
    X(f_cmpss21, _mm_cmp_ss(_mm256_castps256_ps128(a), _mm256_castps256_ps128(b), 21)) \
    X(f_cmp22, _mm256_cmp_ps(a, b, 22)) \
    X(f_cmpss22, _mm_cmp_ss(_mm256_castps256_ps128(a), _mm256_castps256_ps128(b), 22)) \
    X(f_cmp23, _mm256_cmp_ps(a, b, 23)) \
    X(f_cmpss23, _mm_cmp_ss(_mm256_castps256_ps128(a), _mm256_castps256_ps128(b), 23)) \
    X(f_cmp24, _mm256_cmp_ps(a, b, 24)) \
    X(f_cmpss24, _mm_cmp_ss(_mm256_castps256_ps128(a), _mm256_castps256_ps128(b), 24)) \
    X(f_cmp25, _mm256_cmp_ps(a, b, 25)) \
    X(f_cmpss25, _mm_cmp_ss(_mm256_castps256_ps128(a), _mm256_castps256_ps128(b), 25)) \
    X(f_cmp26, _mm256_cmp_ps(a, b, 26)) \
    X(f_cmpss26, _mm_cmp_ss(_mm256_castps256_ps128(a), _mm256_castps256_ps128(b), 26)) \
    X(f_cmp27, _mm256_cmp_ps(a, b, 27)) \
    X(f_cmpss27, _mm_cmp_ss(_mm256_castps256_ps128(a), _mm256_castps256_ps128(b), 27)) \
    X(f_cmp28, _mm256_cmp_ps(a, b, 28)) \
    X(f_cmpss28, _mm_cmp_ss(_mm256_castps256_ps128(a), _mm256_castps256_ps128(b), 28)) \
    X(f_cmp29, _mm256_cmp_ps(a, b, 29)) \
    X(f_cmpss29, _mm_cmp_ss(_mm256_castps256_ps128(a), _mm256_castps256_ps128(b), 29)) \
    X(f_cmp30, _mm256_cmp_ps(a, b, 30)) \
    X(f_cmpss30, _mm_cmp_ss(_mm256_castps256_ps128(a), _mm256_castps256_ps128(b), 30)) \
    X(f_cmp31, _mm256_cmp_ps(a, b, 31)) \
    X(f_cmpss31, _mm_cmp_ss(_mm256_castps256_ps128(a), _mm256_castps256_ps128(b), 31))
#define DEFINE_FLOATS(name, expression) EACH(name, __m256, floats, expression)
FLOATS(DEFINE_FLOATS)
#define DOUBLES(X) \
    X(d_addsub, _mm256_addsub_pd(a, b)) \
    X(d_hadd, _mm256_hadd_pd(a, b)) \
    X(d_hsub, _mm256_hsub_pd(a, b)) \
    X(d_min, _mm256_min_pd(a, b)) \
    X(d_max, _mm256_max_pd(a, b)) \
    X(d_blendv, _mm256_blendv_pd(a, b, c)) \
    X(d_cvtpd2ps, _mm256_cvtpd_ps(a)) \
    X(d_cvtpd2dq, _mm256_cvtpd_epi32(a)) \
    X(d_cvttpd2dq, _mm256_cvttpd_epi32(a)) \
    X(d_movemask, _mm256_movemask_pd(a)) \
    X(d_permutevar, _mm256_permutevar_pd(a, _mm256_castpd_si256(b))) \
    X(d_testz, _mm256_testz_pd(a, b)) \
    X(d_testc, _mm256_testc_pd(a, b)) \
    X(d_testnzc, _mm256_testnzc_pd(a, b)) \
    X(d_fmaddsub, _mm256_fmaddsub_pd(a, b, c)) \
    X(d_fmsub, _mm256_fmsub_pd(a, b, c)) \
    X(d_round0, _mm256_round_pd(a, 0)) \
    X(d_round1, _mm256_round_pd(a, 1)) \
    X(d_round2, _mm256_round_pd(a, 2)) \
    X(d_round3, _mm256_round_pd(a, 3)) \
    X(d_round4, _mm256_round_pd(a, 4)) \
    X(d_cmp0, _mm256_cmp_pd(a, b, 0)) \
    X(d_cmp1, _mm256_cmp_pd(a, b, 1)) \
    X(d_cmp2, _mm256_cmp_pd(a, b, 2)) \
    X(d_cmp3, _mm256_cmp_pd(a, b, 3)) \
    X(d_cmp4, _mm256_cmp_pd(a, b, 4)) \
    X(d_cmp5, _mm256_cmp_pd(a, b, 5)) \
    X(d_cmp6, _mm256_cmp_pd(a, b, 6)) \
    X(d_cmp7, _mm256_cmp_pd(a, b, 7)) \
    X(d_cmp8, _mm256_cmp_pd(a, b, 8)) \
    X(d_cmp9, _mm256_cmp_pd(a, b, 9)) \
    X(d_cmp10, _mm256_cmp_pd(a, b, 10)) \
    X(d_cmp11, _mm256_cmp_pd(a, b, 11)) \
    X(d_cmp12, _mm256_cmp_pd(a, b, 12)) \
    X(d_cmp13, _mm256_cmp_pd(a, b, 13)) \
    X(d_cmp14, _mm256_cmp_pd(a, b, 14)) \
    X(d_cmp15, _mm256_cmp_pd(a, b, 15)) \
    X(d_cmp16, _mm256_cmp_pd(a, b, 16)) \
    X(d_cmp17, _mm256_cmp_pd(a, b, 17)) \
    X(d_cmp18, _mm256_cmp_pd(a, b, 18)) \
    X(d_cmp19, _mm256_cmp_pd(a, b, 19)) \
    X(d_cmp20, _mm256_cmp_pd(a, b, 20)) \
    X(d_cmp21, _mm256_cmp_pd(a, b, 21)) \
    X(d_cmp22, _mm256_cmp_pd(a, b, 22)) \
    X(d_cmp23, _mm256_cmp_pd(a, b, 23)) \
    X(d_cmp24, _mm256_cmp_pd(a, b, 24)) \
    X(d_cmp25, _mm256_cmp_pd(a, b, 25)) \
    X(d_cmp26, _mm256_cmp_pd(a, b, 26)) \
    X(d_cmp27, _mm256_cmp_pd(a, b, 27)) \
    X(d_cmp28, _mm256_cmp_pd(a, b, 28)) \
    X(d_cmp29, _mm256_cmp_pd(a, b, 29)) \
    X(d_cmp30, _mm256_cmp_pd(a, b, 30)) \
    X(d_cmp31, _mm256_cmp_pd(a, b, 31))
#define DEFINE_DOUBLES(name, expression) EACH(name, __m256d, doubles, expression)
DOUBLES(DEFINE_DOUBLES)

int main(void) {
    for (int k = 0; k < 64; k++) table[k] = k * k - 7, table8[k] = table[k] * 1000003ll;
    INTEGERS(CALL)
    FLOATS(CALL)
    DOUBLES(CALL)
    return 0;
}
#pragma clang attribute pop
