/* expect: deadlock "waits for the mutex" */
/* Two mutexes in opposite orders, beside a thread that waits by looking until both threads are done. */
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, m1 = PTHREAD_MUTEX_INITIALIZER;
static atomic_int done;
static void *wait(void *p) {
    while (!atomic_load(&done)) {}
    return p;
}
static void take(pthread_mutex_t *first, pthread_mutex_t *second) {
    pthread_mutex_lock(first);
    pthread_mutex_lock(second);
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
}
static void *up(void *p) {
    take(&m0, &m1);
    return p;
}
static void *down(void *p) {
    take(&m1, &m0);
    return p;
}
int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, 0, wait, 0);
    pthread_create(&b, 0, up, 0);
    pthread_create(&c, 0, down, 0);
    pthread_join(b, 0);
    pthread_join(c, 0);
    atomic_store(&done, 1);
    pthread_join(a, 0);
    return 0;
}
