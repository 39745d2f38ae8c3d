/* k: 1 */
/* One byte of what is read is the other thread's, the others are what this one wrote. */
#include "pair.h"
#include <heddle/heddle.h>
#include <stdint.h>
static union {
    unsigned char byte[4];
    uint32_t word;
} x;
static void *reader(void *unused) {
    x.word = 0x01010101;
    heddle_assert(x.word != 0x01090101);
    return unused;
}
static void *writer(void *unused) {
    x.byte[2] = 9;
    return unused;
}
MAIN(reader, writer)
