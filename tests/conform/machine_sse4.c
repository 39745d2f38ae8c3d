/* native: clang. needs: sse4.2 ssse3 pclmulqdq popcnt bmi1 bmi2. */
/* What SSE3 to SSE4.2, PCLMULQDQ and BMI offer, on numbers of all kinds: each line is a hash of results. */
#define ROUNDS 12
#include "machine.h"

#pragma clang attribute push(__attribute__((target("sse4.2,pclmul,bmi,bmi2,lzcnt"))), apply_to = function)
VECTOR(integers, __m128i, uint64_t, 2, word())
VECTOR(floats, __m128, float, 4, number())
VECTOR(doubles, __m128d, double, 2, number())
#define INTEGERS(X) \
    X(hadd16, _mm_hadd_epi16(a, b)) \
    X(hadd32, _mm_hadd_epi32(a, b)) \
    X(hadds, _mm_hadds_epi16(a, b)) \
    X(hsub16, _mm_hsub_epi16(a, b)) \
    X(hsub32, _mm_hsub_epi32(a, b)) \
    X(hsubs, _mm_hsubs_epi16(a, b)) \
    X(maddubs, _mm_maddubs_epi16(a, b)) \
    X(mulhrs, _mm_mulhrs_epi16(a, b)) \
    X(shuffle8, _mm_shuffle_epi8(a, b)) \
    X(sign8, _mm_sign_epi8(a, b)) \
    X(sign16, _mm_sign_epi16(a, b)) \
    X(sign32, _mm_sign_epi32(a, b)) \
    X(abs8, _mm_abs_epi8(a)) \
    X(abs32, _mm_abs_epi32(a)) \
    X(alignr, _mm_alignr_epi8(a, b, 5)) \
    X(blendv8, _mm_blendv_epi8(a, b, c)) \
    X(blend16, _mm_blend_epi16(a, b, 0x5a)) \
    X(packus32, _mm_packus_epi32(a, b)) \
    X(minpos, _mm_minpos_epu16(a)) \
    X(testz, _mm_testz_si128(a, b)) \
    X(testc, _mm_testc_si128(a, _mm_and_si128(a, b))) \
    X(testnzc, _mm_testnzc_si128(a, b)) \
    X(max8, _mm_max_epi8(a, b)) \
    X(min32, _mm_min_epu32(a, b)) \
    X(mullo32, _mm_mullo_epi32(a, b)) \
    X(mul32, _mm_mul_epi32(a, b)) \
    X(widen8, _mm_cvtepi8_epi32(a)) \
    X(widenu, _mm_cvtepu16_epi64(a)) \
    X(extract, _mm_extract_epi32(a, 2)) \
    X(insert8, _mm_insert_epi8(a, k, 7)) \
    X(eq64, _mm_cmpeq_epi64(a, b)) \
    X(gt64, _mm_cmpgt_epi64(a, b)) \
    X(stream, _mm_stream_load_si128(&a)) \
    X(lddqu, _mm_lddqu_si128(&a)) \
    X(sad0, _mm_mpsadbw_epu8(a, b, 0)) \
    X(sad1, _mm_mpsadbw_epu8(a, b, 1)) \
    X(sad2, _mm_mpsadbw_epu8(a, b, 2)) \
    X(sad3, _mm_mpsadbw_epu8(a, b, 3)) \
    X(sad4, _mm_mpsadbw_epu8(a, b, 4)) \
    X(sad5, _mm_mpsadbw_epu8(a, b, 5)) \
    X(sad6, _mm_mpsadbw_epu8(a, b, 6)) \
    X(sad7, _mm_mpsadbw_epu8(a, b, 7)) \
    X(clmul0, _mm_clmulepi64_si128(a, b, 0)) \
    X(clmul1, _mm_clmulepi64_si128(a, b, 1)) \
    X(clmul16, _mm_clmulepi64_si128(a, b, 16)) \
    X(clmul17, _mm_clmulepi64_si128(a, b, 17)) \
    X(istri0, _mm_cmpistri(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 0)) \
    X(estri0, \
      _mm_cmpestri(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 0)) \
    X(istri4, _mm_cmpistri(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 4)) \
    X(istri8, _mm_cmpistri(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 8)) \
    X(istri12, _mm_cmpistri(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 12)) \
    X(estri12, \
      _mm_cmpestri(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 12)) \
    X(istri13, _mm_cmpistri(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 13)) \
    X(istri16, _mm_cmpistri(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 16)) \
    X(istri20, _mm_cmpistri(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 20)) \
    X(istri24, _mm_cmpistri(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 24)) \
    X(estri24, \
      _mm_cmpestri(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 24)) \
    X(istri28, _mm_cmpistri(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 28)) \
    X(istri32, _mm_cmpistri(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 32)) \
    X(istri36, _mm_cmpistri(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 36)) \
    X(estri36, \
      _mm_cmpestri(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 36)) \
    X(istri40, _mm_cmpistri(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 40)) \
    X(istri44, _mm_cmpistri(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 44)) \
    X(istri48, _mm_cmpistri(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 48)) \
    X(estri48, \
      _mm_cmpestri(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 48)) \
    X(istri52, _mm_cmpistri(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 52)) \
    X(istri56, _mm_cmpistri(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 56)) \
    X(istri60, _mm_cmpistri(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 60)) \
    X(estri60, \
      _mm_cmpestri(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 60)) \
    X(istri64, _mm_cmpistri(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 64)) \
    X(istri68, _mm_cmpistri(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 68)) \
    X(istri72, _mm_cmpistri(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 72)) \
    X(estri72, \
      _mm_cmpestri(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 72)) \
    X(istri76, _mm_cmpistri(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 76)) \
    X(istri77, _mm_cmpistri(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 77)) \
    X(istri80, _mm_cmpistri(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 80)) \
    X(istri84, _mm_cmpistri(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 84)) \
    X(estri84, \
      _mm_cmpestri(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 84)) \
    X(istri88, _mm_cmpistri(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 88)) \
    X(istri92, _mm_cmpistri(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 92)) \
    X(istri96, _mm_cmpistri(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 96)) \
    X(estri96, \
      _mm_cmpestri(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 96)) \
    X(istri100, _mm_cmpistri(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 100)) \
    X(istri104, _mm_cmpistri(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 104)) \
    X(istri108, _mm_cmpistri(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 108)) \
    X(estri108, \
      _mm_cmpestri(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 108)) \
    X(istri112, _mm_cmpistri(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 112)) \
    X(istri116, _mm_cmpistri(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 116)) \
    X(istri120, _mm_cmpistri(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 120)) \
    X(estri120, \
      _mm_cmpestri(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 120)) \
    X(istri124, _mm_cmpistri(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 124)) \
    X(istrm0, _mm_cmpistrm(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 0)) \
    X(estrm0, \
      _mm_cmpestrm(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 0)) \
    X(istrm5, _mm_cmpistrm(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 5)) \
    X(estrm5, \
      _mm_cmpestrm(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 5)) \
    X(istrm10, _mm_cmpistrm(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 10)) \
    X(estrm10, \
      _mm_cmpestrm(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 10)) \
    X(istrm15, _mm_cmpistrm(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 15)) \
    X(estrm15, \
      _mm_cmpestrm(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 15)) \
    X(istrm20, _mm_cmpistrm(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 20)) \
    X(estrm20, \
      _mm_cmpestrm(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 20)) \
    X(istrm25, _mm_cmpistrm(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 25)) \
    X(estrm25, \
      _mm_cmpestrm(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 25)) \
    X(istrm30, _mm_cmpistrm(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 30)) \
    X(estrm30, \
      _mm_cmpestrm(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 30)) \
    X(istrm35, _mm_cmpistrm(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 35)) \
    X(estrm35, \
      _mm_cmpestrm(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 35)) \
    X(istrm40, _mm_cmpistrm(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 40)) \
    X(estrm40, \
      _mm_cmpestrm(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 40)) \
    X(istrm45, _mm_cmpistrm(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 45)) \
    X(estrm45, \
      _mm_cmpestrm(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 45)) \
    X(istrm50, _mm_cmpistrm(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 50)) \
    X(estrm50, \
      _mm_cmpestrm(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 50)) \
    X(istrm55, _mm_cmpistrm(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 55)) \
    X(estrm55, \
      _mm_cmpestrm(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 55)) \
    X(istrm60, _mm_cmpistrm(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 60)) \
    X(estrm60, \
      _mm_cmpestrm(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 60)) \
    X(istrm65, _mm_cmpistrm(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 65)) \
    X(estrm65, \
      _mm_cmpestrm(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 65)) \
    X(istrm70, _mm_cmpistrm(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 70)) \
    X(estrm70, \
      _mm_cmpestrm(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 70)) \
    X(istrm75, _mm_cmpistrm(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 75)) \
    X(estrm75, \
      _mm_cmpestrm(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 75)) \
    X(istrm80, _mm_cmpistrm(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 80)) \
    X(estrm80, \
      _mm_cmpestrm(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 80)) \
    X(istrm85, _mm_cmpistrm(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 85)) \
    X(estrm85, \
      _mm_cmpestrm(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 85)) \
    X(istrm90, _mm_cmpistrm(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 90)) \
    X(estrm90, \
      _mm_cmpestrm(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 90)) \
    X(istrm95, _mm_cmpistrm(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 95)) \
    X(estrm95, \
      _mm_cmpestrm(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 95)) \
    X(istrm100, _mm_cmpistrm(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 100)) \
    X(estrm100, \
      _mm_cmpestrm(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 100)) \
    X(istrm105, _mm_cmpistrm(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 105)) \
    X(estrm105, \
      _mm_cmpestrm(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 105)) \
    X(istrm110, _mm_cmpistrm(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 110)) \
    X(estrm110, \
      _mm_cmpestrm(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 110)) \
    X(istrm115, _mm_cmpistrm(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 115)) \
    X(estrm115, \
      _mm_cmpestrm(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 115)) \
    X(istrm120, _mm_cmpistrm(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 120)) \
    X(estrm120, \
      _mm_cmpestrm(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 120)) \
    X(istrm125, _mm_cmpistrm(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 125)) \
    X(estrm125, \
      _mm_cmpestrm(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 125)) \
    X(istrc0, _mm_cmpistrc(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 0)) \
    X(estrc0, \
      _mm_cmpestrc(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 0)) \
    X(istrc5, _mm_cmpistrc(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 5)) \
    X(estrc5, \
      _mm_cmpestrc(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 5)) \
    X(istrc8, _mm_cmpistrc(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 8)) \
    X(estrc8, \
      _mm_cmpestrc(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 8)) \
    X(istrc13, _mm_cmpistrc(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 13)) \
    X(estrc13, \
      _mm_cmpestrc(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 13)) \
    X(istrc26, _mm_cmpistrc(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 26)) \
    X(estrc26, \
      _mm_cmpestrc(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 26)) \
    X(istrc44, _mm_cmpistrc(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 44)) \
    X(estrc44, \
      _mm_cmpestrc(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 44)) \
    X(istrc73, _mm_cmpistrc(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 73)) \
    X(estrc73, \
      _mm_cmpestrc(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 73)) \
    X(istrc127, _mm_cmpistrc(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 127)) \
    X(estrc127, \
      _mm_cmpestrc(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 127)) \
    X(istro0, _mm_cmpistro(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 0)) \
    X(estro0, \
      _mm_cmpestro(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 0)) \
    X(istro5, _mm_cmpistro(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 5)) \
    X(estro5, \
      _mm_cmpestro(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 5)) \
    X(istro8, _mm_cmpistro(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 8)) \
    X(estro8, \
      _mm_cmpestro(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 8)) \
    X(istro13, _mm_cmpistro(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 13)) \
    X(estro13, \
      _mm_cmpestro(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 13)) \
    X(istro26, _mm_cmpistro(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 26)) \
    X(estro26, \
      _mm_cmpestro(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 26)) \
    X(istro44, _mm_cmpistro(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 44)) \
    X(estro44, \
      _mm_cmpestro(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 44)) \
    X(istro73, _mm_cmpistro(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 73)) \
    X(estro73, \
      _mm_cmpestro(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 73)) \
    X(istro127, _mm_cmpistro(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 127)) \
    X(estro127, \
      _mm_cmpestro(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 127)) \
    X(istrs0, _mm_cmpistrs(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 0)) \
    X(estrs0, \
      _mm_cmpestrs(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 0)) \
    X(istrs5, _mm_cmpistrs(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 5)) \
    X(estrs5, \
      _mm_cmpestrs(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 5)) \
    X(istrs8, _mm_cmpistrs(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 8)) \
    X(estrs8, \
      _mm_cmpestrs(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 8)) \
    X(istrs13, _mm_cmpistrs(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 13)) \
    X(estrs13, \
      _mm_cmpestrs(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 13)) \
    X(istrs26, _mm_cmpistrs(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 26)) \
    X(estrs26, \
      _mm_cmpestrs(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 26)) \
    X(istrs44, _mm_cmpistrs(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 44)) \
    X(estrs44, \
      _mm_cmpestrs(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 44)) \
    X(istrs73, _mm_cmpistrs(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 73)) \
    X(estrs73, \
      _mm_cmpestrs(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 73)) \
    X(istrs127, _mm_cmpistrs(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 127)) \
    X(estrs127, \
      _mm_cmpestrs(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 127)) \
    X(istrz0, _mm_cmpistrz(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 0)) \
    X(estrz0, \
      _mm_cmpestrz(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 0)) \
    X(istrz5, _mm_cmpistrz(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 5)) \
    X(estrz5, \
      _mm_cmpestrz(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 5)) \
    X(istrz8, _mm_cmpistrz(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 8)) \
    X(estrz8, \
      _mm_cmpestrz(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 8)) \
    X(istrz13, _mm_cmpistrz(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 13)) \
    X(estrz13, \
      _mm_cmpestrz(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 13)) \
    X(istrz26, _mm_cmpistrz(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 26)) \
    X(estrz26, \
      _mm_cmpestrz(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 26)) \
    X(istrz44, _mm_cmpistrz(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 44)) \
    X(estrz44, \
      _mm_cmpestrz(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 44)) \
    X(istrz73, _mm_cmpistrz(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 73)) \
    X(estrz73, \
      _mm_cmpestrz(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 73)) \
    X(istrz127, _mm_cmpistrz(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 127)) \
    X(estrz127, \
      _mm_cmpestrz(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 127)) \
    X(istra0, _mm_cmpistra(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 0)) \
    X(estra0, \
      _mm_cmpestra(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 0)) \
    X(istra5, _mm_cmpistra(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 5)) \
    X(estra5, \
      _mm_cmpestra(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 5)) \
    X(istra8, _mm_cmpistra(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 8)) \
    X(estra8, \
      _mm_cmpestra(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 8)) \
    X(istra13, _mm_cmpistra(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 13)) \
    X(estra13, \
      _mm_cmpestra(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 13)) \
    X(istra26, _mm_cmpistra(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 26)) \
    X(estra26, \
      _mm_cmpestra(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 26)) \
    X(istra44, _mm_cmpistra(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 44)) \
    X(estra44, \
      _mm_cmpestra(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 44)) \
    X(istra73, _mm_cmpistra(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 73)) \
    X(estra73, \
      _mm_cmpestra(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 73)) \
    X(istra127, _mm_cmpistra(_mm_and_si128(a, _mm_set1_epi8(3)), _mm_and_si128(b, _mm_set1_epi8(3)), 127)) \
    X(estra127, \
      _mm_cmpestra(_mm_and_si128(a, _mm_set1_epi8(3)), (k * 3) % 19 - 1, _mm_and_si128(b, \
        _mm_set1_epi8(3)), (k * 5) % 18, 127))
#define DEFINE_INTEGERS(name, expression) EACH(name, __m128i, integers, expression)
INTEGERS(DEFINE_INTEGERS)
#define FLOATS(X) \
    X(addsubps, _mm_addsub_ps(a, b)) \
    X(haddps, _mm_hadd_ps(a, b)) \
    X(hsubps, _mm_hsub_ps(a, b)) \
    X(blendvps, _mm_blendv_ps(a, b, c)) \
    X(blendps, _mm_blend_ps(a, b, 6)) \
    X(insertps, _mm_insert_ps(a, b, 0x92)) \
    X(insertps2, _mm_insert_ps(a, b, 0x4b)) \
    X(movehdup, _mm_movehdup_ps(a)) \
    X(roundps0, _mm_round_ps(a, 0)) \
    X(roundss0, _mm_round_ss(a, b, 0)) \
    X(roundps1, _mm_round_ps(a, 1)) \
    X(roundss1, _mm_round_ss(a, b, 1)) \
    X(roundps2, _mm_round_ps(a, 2)) \
    X(roundss2, _mm_round_ss(a, b, 2)) \
    X(roundps3, _mm_round_ps(a, 3)) \
    X(roundss3, _mm_round_ss(a, b, 3)) \
    X(roundps4, _mm_round_ps(a, 4)) \
    X(roundss4, _mm_round_ss(a, b, 4)) \
    X(roundps8, _mm_round_ps(a, 8)) \
    X(roundss8, _mm_round_ss(a, b, 8)) \
    X(roundps11, _mm_round_ps(a, 11)) \
    X(roundss11, _mm_round_ss(a, b, 11)) \
    X(dpps255, _mm_dp_ps(a, b, 255)) \
    X(dpps113, _mm_dp_ps(a, b, 113)) \
    X(dpps58, _mm_dp_ps(a, b, 58)) \
    X(dpps20, _mm_dp_ps(a, b, 20))
#define DEFINE_FLOATS(name, expression) EACH(name, __m128, floats, expression)
FLOATS(DEFINE_FLOATS)
#define DOUBLES(X) \
    X(addsubpd, _mm_addsub_pd(a, b)) \
    X(haddpd, _mm_hadd_pd(a, b)) \
    X(hsubpd, _mm_hsub_pd(a, b)) \
    X(blendvpd, _mm_blendv_pd(a, b, c)) \
    X(movedup, _mm_movedup_pd(a)) \
    X(roundpd0, _mm_round_pd(a, 0)) \
    X(roundsd0, _mm_round_sd(a, b, 0)) \
    X(roundpd1, _mm_round_pd(a, 1)) \
    X(roundsd1, _mm_round_sd(a, b, 1)) \
    X(roundpd2, _mm_round_pd(a, 2)) \
    X(roundsd2, _mm_round_sd(a, b, 2)) \
    X(roundpd3, _mm_round_pd(a, 3)) \
    X(roundsd3, _mm_round_sd(a, b, 3)) \
    X(roundpd4, _mm_round_pd(a, 4)) \
    X(roundsd4, _mm_round_sd(a, b, 4)) \
    X(roundpd8, _mm_round_pd(a, 8)) \
    X(roundsd8, _mm_round_sd(a, b, 8)) \
    X(roundpd11, _mm_round_pd(a, 11)) \
    X(roundsd11, _mm_round_sd(a, b, 11)) \
    X(dppd51, _mm_dp_pd(a, b, 51)) \
    X(dppd49, _mm_dp_pd(a, b, 49)) \
    X(dppd18, _mm_dp_pd(a, b, 18)) \
    X(dppd35, _mm_dp_pd(a, b, 35))
#define DEFINE_DOUBLES(name, expression) EACH(name, __m128d, doubles, expression)
DOUBLES(DEFINE_DOUBLES)
#define WORDS(X) \
    X(crc8, _mm_crc32_u8((unsigned)a, (unsigned char)b)) \
    X(crc16, _mm_crc32_u16((unsigned)a, (unsigned short)b)) \
    X(crc32, _mm_crc32_u32((unsigned)a, (unsigned)b)) \
    X(crc64, _mm_crc32_u64(a, b)) \
    X(popcount, _mm_popcnt_u64(a)) \
    X(bextr32, _bextr_u32((unsigned)a, b & 63, c & 63)) \
    X(bextr64, _bextr_u64(a, b & 127, c & 127)) \
    X(bzhi32, _bzhi_u32((unsigned)a, b & 63)) \
    X(bzhi64, _bzhi_u64(a, b & 127)) \
    X(pdep32, _pdep_u32((unsigned)a, (unsigned)b)) \
    X(pdep64, _pdep_u64(a, b)) \
    X(pext32, _pext_u32((unsigned)a, (unsigned)b)) \
    X(pext64, _pext_u64(a, b)) \
    X(andn, __andn_u64(a, b)) \
    X(blsi, __blsi_u64(a)) \
    X(blsr, __blsr_u64(a)) \
    X(blsmsk, __blsmsk_u64(a)) \
    X(lzcnt, _lzcnt_u64(a)) \
    X(tzcnt, _tzcnt_u64(a)) \
    X(carry, ({ unsigned long long r; unsigned char o = _addcarry_u64(c & 1, a, b, &r); r * 3 + o; })) \
    X(borrow, ({ unsigned long long r; unsigned char o = _subborrow_u64(c & 1, a, b, &r); r * 3 + o; }))
#define DEFINE_WORDS(name, expression) EACH(name, unsigned long long, word, expression)
WORDS(DEFINE_WORDS)

int main(void) {
    INTEGERS(CALL)
    FLOATS(CALL)
    DOUBLES(CALL)
    WORDS(CALL)
    return 0;
}
#pragma clang attribute pop
