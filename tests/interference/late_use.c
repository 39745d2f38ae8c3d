/*
 * late_use.c — a thread uses a block that another one frees, in either order. Known answer: a data race, and
 * a use after free.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static int *block;

static void *end(void *unused) {
    free(block);
    return unused;
}
static void *use(void *unused) {
    *block = 7;
    return unused;
}

int main(void) {
    pthread_t first, second;
    block = malloc(sizeof *block);
    pthread_create(&first, NULL, use, NULL);
    pthread_create(&second, NULL, end, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
