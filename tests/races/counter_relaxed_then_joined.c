/* expect: safe */
/* A relaxed counter, read when all have been joined. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int counter;
static int data[2];

static void *count(void *at) {
    *(int *)at = 1;
    atomic_fetch_add_explicit(&counter, 1, memory_order_relaxed);
    return NULL;
}

int main(void) {
    pthread_t t[2];
    for (int k = 0; k < 2; k++) pthread_create(&t[k], NULL, count, &data[k]);
    for (int k = 0; k < 2; k++) pthread_join(t[k], NULL);
    return atomic_load_explicit(&counter, memory_order_relaxed) != data[0] + data[1];
}
