/* main.c — the program of the project: prints the sum of its arguments, each added by a thread of its own. */
#include "counter.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void *run(void *text) {
    counter_add(atoi(text));
    return NULL;
}

int main(int argc, char **argv) {
    pthread_t *threads = calloc((size_t)argc, sizeof *threads);
    if (!threads) return 1;
    for (int k = 1; k < argc; k++) pthread_create(&threads[k], NULL, run, argv[k]);
    for (int k = 1; k < argc; k++) pthread_join(threads[k], NULL);
    printf("%d\n", counter_total());
    free(threads);
    return 0;
}
