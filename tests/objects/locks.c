/* N threads take a lock once each: one mutex, one each, a spin lock, a robust mutex that each leaves behind,
 * or (TRY) try to have what main holds. */
#include <pthread.h>
#ifndef N
#define N 3
#endif
static pthread_mutex_t m[N];
static pthread_spinlock_t s;
static void *worker(void *arg) {
    int k = (int)(long)arg;
    (void)k;
#if defined SPIN
    pthread_spin_lock(&s);
    pthread_spin_unlock(&s);
#elif defined OWN
    pthread_mutex_lock(&m[k]);
    pthread_mutex_unlock(&m[k]);
#elif defined ROBUST
    pthread_mutex_lock(m);
#elif defined TRY
    pthread_mutex_trylock(m);
#else
    pthread_mutex_lock(m);
    pthread_mutex_unlock(m);
#endif
    return NULL;
}
int main(void) {
    pthread_t t[N];
    pthread_spin_init(&s, PTHREAD_PROCESS_PRIVATE);
#ifdef ROBUST
    pthread_mutexattr_t a;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(m, &a);
#endif
#ifdef TRY
    pthread_mutex_lock(m);
#endif
    for (long k = 0; k < N; k++) pthread_create(&t[k], NULL, worker, (void *)k);
    for (int k = 0; k < N; k++) pthread_join(t[k], NULL);
    return 0;
}
