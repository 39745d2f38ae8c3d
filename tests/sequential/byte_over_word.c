/* k: 2 */
/* A word of which the other thread has written one byte again: a read sees both writes. */
#include "pair.h"
#include <heddle/heddle.h>
static union {
    unsigned word;
    unsigned char bytes[4];
} shared;
static void *reader(void *unused) {
    heddle_assert(shared.word != 0x05010505);
    return unused;
}
static void *writer(void *unused) {
    shared.word = 0x05050505;
    shared.bytes[2] = 1;
    return unused;
}
MAIN(reader, writer)
