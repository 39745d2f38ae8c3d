/* native: clang. needs: aes. */
/* The rounds of AES, on numbers of all kinds: each line is a hash of results. */
#define ROUNDS 12
#include "machine.h"

#pragma clang attribute push(__attribute__((target("aes,sse4.2"))), apply_to = function)
VECTOR(integers, __m128i, uint64_t, 2, word())
#define INTEGERS(X) \
    X(encrypt, _mm_aesenc_si128(a, b)) \
    X(encrypt_last, _mm_aesenclast_si128(a, b)) \
    X(decrypt, _mm_aesdec_si128(a, b)) \
    X(decrypt_last, _mm_aesdeclast_si128(a, b)) \
    X(inverse, _mm_aesimc_si128(a)) \
    X(key, _mm_aeskeygenassist_si128(a, 0x1b))
#define DEFINE_INTEGERS(name, expression) EACH(name, __m128i, integers, expression)
INTEGERS(DEFINE_INTEGERS)

int main(void) {
    INTEGERS(CALL)
    return 0;
}
#pragma clang attribute pop
