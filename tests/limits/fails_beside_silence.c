/* One thread writes after some million instructions and then computes for very long; the other one fails if
 * it reads that. To execute the finding again, the first one need not come to its end. */
#include <assert.h>
#include <pthread.h>
static int x;
static volatile unsigned n;
static void *a(void *p) {
    while (n < 3000000) n++;
    x = 1;
    while (n < 4000000000u) n++;
    return p;
}
static void *b(void *p) {
    assert(x == 0);
    return p;
}
int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, a, 0);
    pthread_create(&t, 0, b, 0);
    return 0;
}
