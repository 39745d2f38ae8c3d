/* Joins that do not wait, or not for ever; processors and clocks of threads. explored by: por */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <errno.h>
#include <time.h>
#include <sched.h>
#include <semaphore.h>
#include <unistd.h>
#include <sys/syscall.h>
static sem_t go;
static void *w(void *a) { sem_wait(&go); return a; }
static void *q(void *a) { return a; }
static const char *n(int e) { return e == 0 ? "0" : e == EBUSY ? "EBUSY" : e == ETIMEDOUT ? "ETIMEDOUT" : e == EINVAL ? "EINVAL" : e == ESRCH ? "ESRCH" : e == EDEADLK ? "EDEADLK" : e == EPERM ? "EPERM" : "?"; }
static struct timespec in(long ms) { struct timespec t; clock_gettime(CLOCK_REALTIME, &t); t.tv_nsec += ms * 1000000; t.tv_sec += t.tv_nsec / 1000000000; t.tv_nsec %= 1000000000; return t; }
int main(void) { setvbuf(stdout, 0, _IONBF, 0);
    pthread_t t; void *r = "unset"; sem_init(&go, 0, 0);
    pthread_create(&t, 0, w, "w"); printf("%s %s\n", n(pthread_tryjoin_np(t, &r)), (char *)r);
    struct timespec a = in(20); printf("%s %s\n", n(pthread_timedjoin_np(t, &r, &a)), (char *)r);
    a.tv_nsec = -1; printf("%s\n", n(pthread_timedjoin_np(t, &r, &a)));
    sem_post(&go); a = in(5000); pthread_join(t, &r); printf(" %s\n", (char *)r);
    pthread_create(&t, 0, q, "q"); printf("%s", n(pthread_timedjoin_np(t, NULL, NULL))); puts("");
    pthread_create(&t, 0, q, "q"); int e; while ((e = pthread_tryjoin_np(t, &r)) == EBUSY) sched_yield(); printf("%s %s\n", n(e), (char *)r);
    clockid_t c; struct timespec x, y, z; printf("%s\n", n(pthread_getcpuclockid(pthread_self(), &c))); clock_gettime(c, &x); for (volatile int i = 0; i < 1000; i++); clock_gettime(c, &y);
    printf("%d\n", y.tv_sec > x.tv_sec || (y.tv_sec == x.tv_sec && y.tv_nsec >= x.tv_nsec));
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &z); printf("%d\n", z.tv_sec > y.tv_sec || (z.tv_sec == y.tv_sec && z.tv_nsec >= y.tv_nsec));
    struct timespec s = {0, 1000}; printf("settime %d\n", clock_settime(c, &s) < 0);
    cpu_set_t set, one; CPU_ZERO(&set); printf("%s\n", n(pthread_getaffinity_np(pthread_self(), sizeof set, &set))); int cpus = CPU_COUNT(&set);
    printf("%d\n", cpus >= 1 && cpus == sysconf(_SC_NPROCESSORS_ONLN)); printf("%d\n", CPU_ISSET(0, &set));
    CPU_ZERO(&one); CPU_SET(0, &one); printf("%s\n", n(pthread_setaffinity_np(pthread_self(), sizeof one, &one)));
    CPU_ZERO(&set); pthread_getaffinity_np(pthread_self(), sizeof set, &set); printf("now %d %d\n", CPU_COUNT(&set), CPU_EQUAL(&set, &one));
    CPU_ZERO(&set); sched_getaffinity(0, sizeof set, &set); printf("now %d\n", CPU_COUNT(&set));
    printf("cpu %d\n", sched_getcpu());
    pthread_create(&t, 0, w, 0); CPU_ZERO(&set); pthread_getaffinity_np(t, sizeof set, &set); printf("inherited %d\n", CPU_COUNT(&set)); sem_post(&go); pthread_join(t, 0);
    pthread_attr_t at; pthread_attr_init(&at);
    struct sched_param sp = {0}; int pol; printf("%s", n(pthread_getschedparam(pthread_self(), &pol, &sp))); printf(" %d %d\n", pol, sp.sched_priority);
    printf("%d\n", (int)(gettid() == getpid())); printf("%ld\n", (long)(syscall(SYS_gettid) - getpid()));
    return 0;
}
