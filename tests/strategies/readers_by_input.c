/*
 * readers_by_input.c — a writer and readers, each of which loads the variable only if an input says so. Known
 * answer: 27 runs (each reader leaves it, or loads it before or after the store); with -DCOMBO=n (0 to 26) an
 * assertion fails in one of them.
 */
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef COMBO
#define COMBO 27
#endif
static atomic_int shared;
static int saw[3];

static void *write_it(void *unused) {
    atomic_store(&shared, 1);
    return unused;
}

static void *read_it(void *number) {
    long n = (long)number;
    unsigned char key;
    heddle_symbolic(&key, sizeof key, (char[]){'k', (char)('0' + n), 0});
    if (!key) saw[n] = 1 + atomic_load(&shared);
    return NULL;
}

int main(void) {
    pthread_t writer, reader[3];
    pthread_create(&writer, NULL, write_it, NULL);
    for (long k = 0; k < 3; k++) pthread_create(&reader[k], NULL, read_it, (void *)k);
    pthread_join(writer, NULL);
    for (int k = 0; k < 3; k++) pthread_join(reader[k], NULL);
    heddle_assert(saw[0] * 9 + saw[1] * 3 + saw[2] != COMBO);
    return 0;
}
