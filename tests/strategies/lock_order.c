/*
 * lock_order.c — two threads take two mutexes in opposite orders: a deadlock, and nothing to branch on. Known
 * answer: whoever looks at orders finds it; con2colic testing, whose runs take one thread after the other to
 * where it holds no mutex, covers all there is and does not.
 */
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void both(pthread_mutex_t *x, pthread_mutex_t *y) {
    pthread_mutex_lock(x);
    pthread_mutex_lock(y);
    pthread_mutex_unlock(y);
    pthread_mutex_unlock(x);
}
static void *there(void *unused) {
    both(&a, &b);
    return unused;
}
static void *back(void *unused) {
    both(&b, &a);
    return unused;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, there, NULL);
    pthread_create(&second, NULL, back, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
