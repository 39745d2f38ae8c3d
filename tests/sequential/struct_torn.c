/* k: 1 */
/* A copy of a structure takes its last word after the other thread wrote it. */
#include "pair.h"
#include <heddle/heddle.h>
struct block {
    int value[6];
};
static struct block x, zero;
static void *reader(void *unused) {
    struct block mine = x;
    heddle_assert(mine.value[0] == mine.value[5]);
    return unused;
}
static void *writer(void *unused) {
    struct block mine = zero;
    mine.value[0] = mine.value[5] = 1;
    x = mine;
    return unused;
}
MAIN(reader, writer)
