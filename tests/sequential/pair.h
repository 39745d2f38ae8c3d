/*
 * pair.h — main of a program whose threads have the start routines that are named: it creates them in this
 * order and waits for them.
 */
#ifndef PAIR_H
#define PAIR_H

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static void run(size_t n, void *(*const routine[])(void *), void *argument) {
    pthread_t thread[8];
    for (size_t k = 0; k < n; k++) pthread_create(&thread[k], NULL, routine[k], argument);
    for (size_t k = 0; k < n; k++) pthread_join(thread[k], NULL);
}

/* RUN(ARGUMENT, ROUTINE…) */
#define RUN(argument, ...)                                           \
    do {                                                             \
        void *(*const routines[])(void *) = {__VA_ARGS__};           \
        run(sizeof routines / sizeof *routines, routines, argument); \
    } while (0)
#define MAIN(...)               \
    int main(void) {            \
        RUN(NULL, __VA_ARGS__); \
        return 0;               \
    }

#endif
