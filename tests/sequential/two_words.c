/* k: 1 */
/* A number of two words is read and written word by word. */
#include "pair.h"
#include <heddle/heddle.h>
static unsigned __int128 shared;
static void *reader(void *unused) {
    unsigned __int128 seen = shared;
    heddle_assert(!((unsigned long)seen == 1 && !(unsigned long)(seen >> 64)));
    return unused;
}
static void *writer(void *unused) {
    shared = (unsigned __int128)2 << 64 | 1;
    return unused;
}
MAIN(reader, writer)
