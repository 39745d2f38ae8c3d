/*
 * read_read_write.c — one writer and READERS readers (2 unless given) of one variable; readers do not depend
 * on each other.
 *
 * Known answer: 2^READERS traces (each reader comes before or after the write) in both modes. An assertion
 * failure where the first two readers saw different values; with -DSAFE nothing is asserted: safe.
 */
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef READERS
#define READERS 2
#endif

static atomic_int x;
static int seen[READERS];

static void *writer(void *unused) {
    atomic_store(&x, 5);
    return unused;
}

static void *reader(void *argument) {
    long me = (long)argument;
    seen[me] = atomic_load(&x);
    return NULL;
}

int main(void) {
    pthread_t w, r[READERS];
    pthread_create(&w, NULL, writer, NULL);
    for (long i = 0; i < READERS; i++) pthread_create(&r[i], NULL, reader, (void *)i);
    pthread_join(w, NULL);
    for (int i = 0; i < READERS; i++) pthread_join(r[i], NULL);
#ifndef SAFE
    heddle_assert(seen[0] == seen[1]);
#endif
    return 0;
}
