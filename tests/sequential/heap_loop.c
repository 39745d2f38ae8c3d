/* k: 2 */
/* Reads at one place in a loop: of the first and the last element, the others are as they were. */
#include "pair.h"
#include <heddle/heddle.h>
#include <stdlib.h>
static int *all;
static void *reader(void *unused) {
    int sum = 0;
    for (int i = 0; i < 5; i++) sum += all[i];
    heddle_assert(sum != 12);
    return unused;
}
static void *writer(void *unused) {
    all[0] = 4;
    for (int i = 1; i < 4; i++) all[i] = 1;
    all[4] = 8;
    return unused;
}
int main(void) {
    all = calloc(5, sizeof *all);
    RUN(NULL, reader, writer);
    return 0;
}
