/* expect: race @look "`ready`"; race @again "`ready`" */
/* Another read of the word is a race on the word itself, which the first one does not order. */
#include <pthread.h>
#include <stdatomic.h>
static int a, ready, sum;
static atomic_int n;
static void *reader(void *arg) {
    if (ready)           /*look*/
        sum = a + ready; /*again*/
    atomic_fetch_add_explicit(&n, 1, memory_order_relaxed);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, reader, NULL);
    a = 1;
    ready = 1;
    atomic_fetch_add_explicit(&n, 1, memory_order_relaxed);
    pthread_join(t, NULL);
    return 0;
}
