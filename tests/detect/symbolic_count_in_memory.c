/* expect: assertion @a "x != 9000" */
/* options: --cutoffs=off */
/* Rounds of a loop that differ only in an expression in memory do not repeat a state. */
#include <heddle/heddle.h>
#include <pthread.h>
static int last;
static unsigned x;
static void *assumes(void *arg) {
    heddle_assume(0);
    return arg;
}
static void *counts(void *arg) {
    x = heddle_uchar("x");
    if (x < 2 || x > 3) return arg;
    for (; x < 9000; x++)
        for (int k = 0; k < 300; k++) last = k;
    heddle_assert(x != 9000); /*a*/
    return arg;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, counts, NULL);
    pthread_create(&b, NULL, assumes, NULL);
    pthread_join(a, NULL);
    return 0;
}
