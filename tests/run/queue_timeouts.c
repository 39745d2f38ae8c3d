/* A bounded queue between a slow producer and consumers that give up. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
static struct timespec after_ms(clockid_t clock, long ms) {
    struct timespec t;
    clock_gettime(clock, &t);
    t.tv_nsec += ms * 1000000;
    t.tv_sec += t.tv_nsec / 1000000000;
    t.tv_nsec %= 1000000000;
    return t;
}

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static int items[8], n, ended;
static void *produce(void *unused) {
    for (int k = 1; k <= 4; k++) {
        usleep(50000);
        pthread_mutex_lock(&m);
        items[n++] = k;
        pthread_cond_signal(&more);
        pthread_mutex_unlock(&m);
    }
    pthread_mutex_lock(&m);
    ended = 1;
    pthread_cond_broadcast(&more);
    pthread_mutex_unlock(&m);
    return unused;
}
int main(void) {
    pthread_t t;
    int sum = 0, late = 0;
    pthread_create(&t, NULL, produce, NULL);
    pthread_mutex_lock(&m);
    while (!ended || n) {
        struct timespec until = after_ms(CLOCK_REALTIME, 30);
        int error = 0;
        while (!n && !ended && !error) error = pthread_cond_timedwait(&more, &m, &until);
        late += error == ETIMEDOUT;
        while (n) sum += items[--n];
    }
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    printf("sum %d, late %d\n", sum, late);
}
