/* Two threads add one and two to a number N times, in sections between operations on an object of
 * each kind: -DSEM (a semaphore of two), -DRW (a lock for reading), -DPIPE (a byte is written and
 * one is read). */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>
#ifndef N
#define N 5
#endif
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static int sum;
static sem_t s;
static pthread_rwlock_t w = PTHREAD_RWLOCK_INITIALIZER;
static int ends[2];

static void before(void) {
#ifdef SEM
    sem_wait(&s);
#elif defined RW
    pthread_rwlock_rdlock(&w);
#else
    write(ends[1], "x", 1);
#endif
}

static void after(void) {
#ifdef SEM
    sem_post(&s);
#elif defined RW
    pthread_rwlock_unlock(&w);
#else
    char c;
    read(ends[0], &c, 1);
#endif
}

static void *adder(void *by) {
    for (int k = 0; k < N; k++) {
        before();
        __VERIFIER_atomic_begin();
        sum += (int)(long)by;
        __VERIFIER_atomic_end();
        after();
    }
    return 0;
}

int main(void) {
    pthread_t a, b;
    sem_init(&s, 0, 2);
    if (pipe(ends)) return 1;
    pthread_create(&a, 0, adder, (void *)1);
    pthread_create(&b, 0, adder, (void *)2);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(sum == 3 * N);
    return 0;
}
