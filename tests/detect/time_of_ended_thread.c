/* expect: assertion @here */
/* How long a thread slept is known to who joins it, also where nothing else tells the ways there apart. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>
#include <unistd.h>
#ifndef LONGER /* the way on which it sleeps */
#define LONGER 0
#endif
static long seconds(void) {
#if defined BY_CYCLES
    return (long)(__builtin_ia32_rdtsc() / 1000000000);
#elif defined BY_INSTRUCTION
    unsigned low, high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
    return (long)(((unsigned long)high << 32 | low) / 1000000000);
#else
    struct timespec now;
#ifdef BY_CALL
    long result;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(228), "D"(CLOCK_PROCESS_CPUTIME_ID), "S"(&now)
                     : "rcx", "r11", "memory");
#else
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
#endif
    return now.tv_sec;
#endif
}
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t s;
static int x;
static void *child(void *p) {
    pthread_mutex_lock(&m);
    int v = x;
    pthread_mutex_unlock(&m);
    if (v == LONGER) sleep(5);
    sem_wait(&s);
    return p;
}
int main(void) {
    pthread_t t;
    sem_init(&s, 0, 0);
    pthread_create(&t, NULL, child, NULL);
    pthread_mutex_lock(&m);
    x = 1;
    pthread_mutex_unlock(&m);
    sem_post(&s);
    pthread_join(t, NULL);
    assert(seconds() < 3); /*here*/
    return 0;
}
