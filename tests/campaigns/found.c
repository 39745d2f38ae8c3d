/* Findings of several kinds: an assertion that depends on an input and on the order, a race (so that the pass
 * begins again), a deadlock, and a leak of a lock at the end of a thread. */
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static int a, b, raced;

static void *count(void *x) {
    for (int k = 0; k < 2; k++) {
        pthread_mutex_lock(&m);
        a += 1;
        pthread_mutex_unlock(&m);
        pthread_mutex_lock(&n);
        b = b * 2 + (int)(long)x;
        pthread_mutex_unlock(&n);
    }
    if (!x) raced = 1;
    return 0;
}

static void *other_way(void *x) {
    pthread_mutex_lock(&n);
    pthread_mutex_lock(&m);
    a += 1;
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&n);
    return x;
}

static void *one_way(void *x) {
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&n);
    a += raced;
    pthread_mutex_unlock(&n);
    pthread_mutex_unlock(&m);
    return x;
}

int main(void) {
    pthread_t t[4];
    int in = heddle_int("in");
    if (in > 5) a = 1;
    pthread_create(&t[0], 0, count, 0);
    pthread_create(&t[1], 0, count, (void *)1);
    pthread_create(&t[2], 0, one_way, 0);
    pthread_create(&t[3], 0, other_way, 0);
    for (int k = 0; k < 4; k++) pthread_join(t[k], 0);
    assert(a + b != 8);
    return 0;
}
