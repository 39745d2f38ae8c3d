/* expect: safe */
/*
 * readreadwrite: one writer and readers that do not depend on each other. Version 2: another value
 * is written, and expected.
 */
#include <assert.h>
#include <pthread.h>

#define READERS 9

static int x;
static int seen[READERS];

static void *writer(void *unused) {
    x = 5;
    return unused;
}

static void *reader(void *argument) {
    int me = (int)(long)argument;
    seen[me] = x;
    return NULL;
}

int main(void) {
    pthread_t w, r[READERS];
    pthread_create(&w, NULL, writer, NULL);
    for (long k = 0; k < READERS; k++) pthread_create(&r[k], NULL, reader, (void *)k);
    pthread_join(w, NULL);
    for (int k = 0; k < READERS; k++) {
        pthread_join(r[k], NULL);
        assert(seen[k] == 0 || seen[k] == 5);
    }
    return 0;
}
