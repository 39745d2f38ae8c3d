/* Two deadlocks with one message: where the first thread waits tells them apart. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a, b;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static pthread_t other;

static void *second(void *unused) {
    atomic_store(&b, 1);
    if (atomic_load(&a)) {
        pthread_mutex_lock(&n);
        pthread_mutex_lock(&m);
        pthread_mutex_unlock(&m);
        pthread_mutex_unlock(&n);
    }
    return unused;
}

static void *first(void *unused) {
    pthread_create(&other, 0, second, 0);
    atomic_store(&a, 1);
    if (atomic_load(&b)) {
        pthread_mutex_lock(&m);
        pthread_mutex_lock(&n);
        pthread_mutex_unlock(&n);
        pthread_mutex_unlock(&m);
    }
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&n);
    pthread_mutex_unlock(&n);
    pthread_mutex_unlock(&m);
    pthread_join(other, 0);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, first, 0);
    pthread_join(t, 0);
    return 0;
}
