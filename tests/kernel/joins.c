/* Joins that need not wait. -DTIMED: at most for a time; -DAFFINITY: what is accepted of processors. */
#define _GNU_SOURCE
#include <errno.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <time.h>
static void *worker(void *arg) { return arg; }
int main(void) {
    pthread_t t;
    void *result = 0;
    int number = 0;
    pthread_create(&t, 0, worker, &number);
#ifdef TIMED
    struct timespec until = {1, 0}, wrong = {1, 1000000000};
    heddle_assert(pthread_timedjoin_np(t, &result, &wrong) == EINVAL);
    int e = pthread_timedjoin_np(t, &result, &until);
    heddle_assert(e == 0 || e == ETIMEDOUT);
#else
    int e = pthread_tryjoin_np(t, &result);
    heddle_assert(e == 0 || e == EBUSY);
#endif
    if (e) heddle_assert(!result && !pthread_join(t, &result));
    heddle_assert(result == &number);
    pthread_create(&t, 0, worker, 0); /* perhaps with the same number */
    e = pthread_tryjoin_np(t, &result);
    heddle_assert(e == 0 || e == EBUSY);
#ifdef BUSY
    heddle_assert(e == 0);
#endif
    cpu_set_t set;
    clockid_t clock;
    if (!e) return 0; /* its identifier is none any more */
    heddle_assert(!pthread_getaffinity_np(t, sizeof set, &set) && CPU_COUNT(&set) == 2);
    heddle_assert(!pthread_setaffinity_np(t, sizeof set, &set) && !sched_setaffinity(0, sizeof set, &set));
    CPU_ZERO(&set);
    heddle_assert(pthread_setaffinity_np(t, sizeof set, &set) == EINVAL);
    heddle_assert(!pthread_getcpuclockid(t, &clock) && !clock_gettime(clock, &(struct timespec){0}));
    pthread_join(t, 0);
    return 0;
}
