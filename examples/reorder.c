/*
 * reorder.c — two values that belong together are set one after the other, without a lock; a checker may see
 * one of them only.
 *
 * Known answer: an assertion failure in the checker with --interleave=memory; data races and the same
 * assertion failure in the default mode. With -DFIXED both are under a lock: safe.
 */
#include <heddle/heddle.h>
#include <pthread.h>

#ifdef FIXED
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#define LOCK pthread_mutex_lock(&lock)
#define UNLOCK pthread_mutex_unlock(&lock)
#else
#define LOCK (void)0
#define UNLOCK (void)0
#endif

static int a, b;

static void *setter(void *unused) {
    LOCK;
    a = 1;
    b = -1;
    UNLOCK;
    return unused;
}

static void *checker(void *unused) {
    LOCK;
    int seen_a = a, seen_b = b;
    UNLOCK;
    heddle_assert(seen_a + seen_b == 0);
    return unused;
}

int main(void) {
    pthread_t t, u, v;
    pthread_create(&t, NULL, setter, NULL);
    pthread_create(&u, NULL, setter, NULL);
    pthread_create(&v, NULL, checker, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    pthread_join(v, NULL);
    return 0;
}
