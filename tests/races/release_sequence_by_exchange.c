/* expect: safe */
/* A relaxed read-modify-write of another thread goes on with the release sequence. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int data;
static atomic_int flag;

static void *first(void *a) {
    data = 1;
    atomic_store_explicit(&flag, 1, memory_order_release);
    return a;
}

static void *second(void *a) {
    atomic_fetch_add_explicit(&flag, 1, memory_order_relaxed);
    return a;
}

static void *third(void *a) {
    int r = 0;
    if (atomic_load_explicit(&flag, memory_order_acquire) == 2) r = data;
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
