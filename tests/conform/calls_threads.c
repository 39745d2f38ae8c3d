/* Calls about threads that GNU has beside POSIX, and their errors. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER;
static void *waits(void *result) {
    pthread_mutex_lock(&held);
    pthread_mutex_unlock(&held);
    return result;
}
static void fails(int result, int error) { printf("%d %d\n", result, errno == error); }

int main(void) {
    pthread_t t;
    void *result = NULL;
    struct timespec past = {0, 0}, now, bad = {0, 1000000000};
    clockid_t clock;
    pthread_mutex_lock(&held);
    printf("%d\n", pthread_create(&t, NULL, waits, "done"));
    printf("%d\n", pthread_tryjoin_np(t, &result) == EBUSY);
    printf("%d\n", pthread_timedjoin_np(t, &result, &past) == ETIMEDOUT);
    printf("%d\n", pthread_timedjoin_np(t, &result, &bad) == EINVAL);
    printf("%d\n", pthread_kill(t, 0));
    printf("%d\n", pthread_kill(t, 1000) == EINVAL);
    printf("%d\n", pthread_getcpuclockid(t, &clock));
    printf("%d\n", clock_gettime(clock, &now));
    printf("%d\n", pthread_getcpuclockid(pthread_self(), &clock));
    printf("%d\n", clock_gettime(clock, &now));
    printf("%d\n", clock_getres(clock, &now));
    cpu_set_t all, one;
    CPU_ZERO(&all);
    CPU_ZERO(&one);
    printf("%d\n", sched_getaffinity(0, sizeof all, &all));
    printf("%d\n", CPU_COUNT(&all) > 0);
    for (int k = 0; k < CPU_SETSIZE && !CPU_COUNT(&one); k++)
        if (CPU_ISSET(k, &all)) CPU_SET(k, &one);
    printf("%d\n", sched_setaffinity(0, sizeof one, &one));
    printf("%d\n", pthread_setaffinity_np(pthread_self(), sizeof one, &one));
    printf("%d\n", pthread_setaffinity_np(t, sizeof one, &one));
    printf("%d\n", pthread_getaffinity_np(pthread_self(), sizeof all, &all));
    CPU_ZERO(&one);
    fails(sched_setaffinity(0, sizeof one, &one), EINVAL);
    printf("%d\n", pthread_setaffinity_np(pthread_self(), sizeof one, &one) == EINVAL);
    fails(sched_getaffinity(0, 1, &all), EINVAL);
    fails(sched_getaffinity(99999999, sizeof all, &all), ESRCH);
    fails(sched_setaffinity(99999999, sizeof all, &all), ESRCH);
    pthread_mutex_unlock(&held);
    printf("%d\n", pthread_join(t, &result));
    printf("%s\n", (const char *)result);
    printf("%d\n", sched_yield());
    printf("%d\n", sysconf(_SC_NPROCESSORS_ONLN) > 0);
    return 0;
}
