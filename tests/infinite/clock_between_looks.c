/* expect: incomplete */
/* incomplete: until a clock shows a later time */
/* assumption: code takes no time */
/* Who looks at a variable until a clock shows a time waits for no thread: that is no hang. */
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
static atomic_int flag;
static long now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}
static void *thread(void *p) {
    long end = now() + 100;
    while (!atomic_load(&flag))
        if (now() >= end) break;
    return p;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    pthread_join(t, 0);
    return 0;
}
