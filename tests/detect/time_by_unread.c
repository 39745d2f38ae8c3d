/* expect: race "`counter`"; race "`counter`"; race "`counter`"; race "`x0`" */
/* Main learns from a counter that nobody reads, in which order it is counted up, that a thread slept; only
 * then does it write what another thread reads. */
#include <pthread.h>
#include <time.h>
static pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER;
static int x0, counter;
static long now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec;
}
static void *reads(void *r) {
    pthread_mutex_lock(&m0);
    int v = x0;
    pthread_mutex_unlock(&m0);
    return v ? r : 0;
}
static void *sleeps(void *r) {
    struct timespec t = {2, 0};
    nanosleep(&t, 0);
    counter = counter * 3 + 1;
    return r;
}
int main(void) {
    pthread_t h1, h2;
    long begun = now();
    pthread_create(&h1, 0, reads, 0);
    pthread_create(&h2, 0, sleeps, 0);
    counter = counter * 3 + 3;
    if (now() - begun > 1) x0 = 1;
    pthread_join(h1, 0);
    pthread_join(h2, 0);
    return 0;
}
