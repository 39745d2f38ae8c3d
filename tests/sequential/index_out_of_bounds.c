/* k: 1 memory */
/* An index that the other thread counted up. */
#include "pair.h"
#include <heddle/heddle.h>
static int table[3], count = 2, x;
static void *reader(void *unused) {
    x = table[count];
    return unused;
}
static void *writer(void *unused) {
    count++;
    return unused;
}
MAIN(reader, writer)
