/* arc4random.c — random numbers of the system. The bytes are drawn by arc4random_buf. */
#include <stdint.h>
#include <stdlib.h>
#ifdef HEDDLE_NATIVE
#include <unistd.h>
#endif
#include "gnu.h"

void arc4random_buf(void *, size_t);

#ifdef HEDDLE_NATIVE
PUBLIC void arc4random_buf(void *to, size_t size) {
    char *p = to;
    for (size_t part; size; size -= part, p += part) {
        part = size < 256 ? size : 256; /* the most that one call gives */
        if (getentropy(p, part)) abort();
    }
}
#endif

PUBLIC uint32_t arc4random(void) {
    uint32_t x;
    arc4random_buf(&x, sizeof x);
    return x;
}

/* Scales one draw to the range. Each number below the bound comes out, and probabilities differ by
 * at most 2^-32. Drawing again until the remainder is even would be a loop without a bound where
 * random numbers are inputs. */
PUBLIC uint32_t arc4random_uniform(uint32_t bound) {
    if (bound < 2) return 0;
    uint32_t x;
    arc4random_buf(&x, sizeof x);
    return (uint32_t)((uint64_t)x * bound >> 32);
}
