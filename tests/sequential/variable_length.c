/* k: 1 */
/* The length of an array is what the other thread wrote. */
#include "pair.h"
#include <heddle/heddle.h>
static int x = 2;
static void *reader(void *unused) {
    int n = x, all[n];
    for (int i = 0; i < n; i++) all[i] = i;
    heddle_assert(all[n - 1] != 4);
    return unused;
}
static void *writer(void *unused) {
    x = 5;
    return unused;
}
MAIN(reader, writer)
