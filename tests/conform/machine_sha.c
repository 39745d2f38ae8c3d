/* native: clang. needs: sha_ni. */
/* The rounds and schedules of SHA, on numbers of all kinds: each line is a hash of results. */
#define ROUNDS 12
#include "machine.h"

#pragma clang attribute push(__attribute__((target("sha,sse4.2"))), apply_to = function)
VECTOR(integers, __m128i, uint64_t, 2, word())
#define INTEGERS(X) \
    X(first_schedule, _mm_sha1msg1_epu32(a, b)) \
    X(last_schedule, _mm_sha1msg2_epu32(a, b)) \
    X(next_word, _mm_sha1nexte_epu32(a, b)) \
    X(choice, _mm_sha1rnds4_epu32(a, b, 0)) \
    X(parity, _mm_sha1rnds4_epu32(a, b, 1)) \
    X(majority, _mm_sha1rnds4_epu32(a, b, 2)) \
    X(parity_again, _mm_sha1rnds4_epu32(a, b, 3)) \
    X(first_schedule_256, _mm_sha256msg1_epu32(a, b)) \
    X(last_schedule_256, _mm_sha256msg2_epu32(a, b)) \
    X(rounds_256, _mm_sha256rnds2_epu32(a, b, _mm_add_epi32(a, b)))
#define DEFINE_INTEGERS(name, expression) EACH(name, __m128i, integers, expression)
INTEGERS(DEFINE_INTEGERS)

int main(void) {
    INTEGERS(CALL)
    return 0;
}
#pragma clang attribute pop
