/* k: 2 */
/* One read of two bytes that were written one by one: from each write it takes what that wrote. */
#include "pair.h"
#include <heddle/heddle.h>
#include <stdint.h>
static union {
    unsigned char byte[4];
    uint32_t word;
} x;
static void *reader(void *unused) {
    heddle_assert(x.word != 0x00070005);
    return unused;
}
static void *writer(void *unused) {
    x.byte[0] = 5;
    x.byte[2] = 7;
    return unused;
}
MAIN(reader, writer)
