/* expect: race @read "data" */
/* A reader that leaves a read-write lock gives nothing to readers that come after it. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int data;
static atomic_int flag;
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

static void *first(void *a) {
    data = 1;
    pthread_rwlock_rdlock(&l);
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    pthread_rwlock_unlock(&l);
    return a;
}

static void *second(void *a) {
    (void)0;
    return a;
}

static void *third(void *a) {
    int r = 0;
    pthread_rwlock_rdlock(&l);
    if (atomic_load_explicit(&flag, memory_order_relaxed)) r = data; /*read*/
    pthread_rwlock_unlock(&l);
    return r > 1 ? NULL : a;
}

int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_create(&c, NULL, third, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
