/* Two threads take turns in any order, N times each, between the halves of an object of each kind: the states
 * recur, and what orders the object says which history is the smaller one. */
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>
#ifndef N
#define N 5
#endif
int x;
#if defined SEM
static sem_t s;
#define INIT sem_init(&s, 0, 1)
#define IN sem_wait(&s)
#define OUT sem_post(&s)
#elif defined RW
static pthread_rwlock_t s = PTHREAD_RWLOCK_INITIALIZER;
#define INIT 0
#define IN pthread_rwlock_wrlock(&s)
#define OUT pthread_rwlock_unlock(&s)
#elif defined SPIN
static pthread_spinlock_t s;
#define INIT pthread_spin_init(&s, 0)
#define IN pthread_spin_lock(&s)
#define OUT pthread_spin_unlock(&s)
#elif defined SECTION
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
#define INIT 0
#define IN __VERIFIER_atomic_begin()
#define OUT __VERIFIER_atomic_end()
#elif defined PIPE
static int s[2];
static char c;
#define INIT (pipe(s), write(s[1], "x", 1))
#define IN read(s[0], &c, 1)
#define OUT write(s[1], "x", 1)
#else
static pthread_mutex_t s = PTHREAD_MUTEX_INITIALIZER;
#define INIT 0
#define IN pthread_mutex_lock(&s)
#define OUT pthread_mutex_unlock(&s)
#endif
static void *a(void *p) {
    for (int k = 0; k < N; k++) {
        IN;
        x = 1;
        OUT;
    }
    return 0;
}
static void *b(void *p) {
    for (int k = 0; k < N; k++) {
        IN;
        x = 2;
        OUT;
    }
    return 0;
}
int main(void) {
    INIT;
    pthread_t s, t;
    pthread_create(&s, 0, a, 0);
    pthread_create(&t, 0, b, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return x == 3;
}
