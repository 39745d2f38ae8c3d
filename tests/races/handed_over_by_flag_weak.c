/* expect: race "`ready`" */
/* The same where races are judged by happens-before, since the counter is relaxed: then each order of the two
 * threads shows the races of the data. */
#include <pthread.h>
#include <stdatomic.h>
static int a, b, ready, sum;
static atomic_int n;
static void *writer(void *arg) {
    a = 1;
    b = 2;
    atomic_fetch_add_explicit(&n, 1, memory_order_relaxed);
    ready = 1;
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    if (ready) sum = a + b;
    atomic_fetch_add_explicit(&n, 1, memory_order_relaxed);
    pthread_join(t, NULL);
    return 0;
}
