/* expect: assertion @SUM */
/* An atomic sum of an input, by another thread. */
#include <heddle/heddle.h>
#include <pthread.h>
static _Atomic double total;
static double part;
static void *add(void *unused) {
    total += part;
    return unused;
}
int main(void) {
    pthread_t t;
    part = heddle_double("part");
    heddle_assume(part > 0 && part < 10);
    pthread_create(&t, NULL, add, NULL);
    total += 1;
    pthread_join(t, NULL);
    heddle_assert(total != 4.5); /* SUM */
    return 0;
}
