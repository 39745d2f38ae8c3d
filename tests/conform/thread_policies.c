/* The policies of threads: a new one has that of its creator. */
#include <pthread.h>
#include <sched.h>
#include <stdio.h>

static void tell(void) {
    int policy = -1;
    struct sched_param p = {.sched_priority = 9};
    int error = pthread_getschedparam(pthread_self(), &policy, &p);
    printf("%d %d %d\n", error, policy, p.sched_priority);
}

static void *worker(void *arg) {
    tell();
    printf("%d\n", pthread_setschedparam(pthread_self(), SCHED_OTHER, &(struct sched_param){0}));
    tell();
    return arg;
}

int main(void) {
    pthread_t t;
    tell();
    printf("%d\n", pthread_setschedparam(pthread_self(), SCHED_BATCH, &(struct sched_param){1}));
    printf("%d\n", pthread_setschedparam(pthread_self(), SCHED_BATCH, &(struct sched_param){0}));
    printf("%d\n", pthread_setschedparam(pthread_self(), 77, &(struct sched_param){0}));
    tell();
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    tell();
    return 0;
}
