/* PAIRS pairs of a reader and a writer, each with a variable of its own: every event in two runs, however
 * many pairs there are; 2^PAIRS maximal configurations. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x[PAIRS];

static void *reader(void *p) { return (void *)(long)atomic_load((atomic_int *)p); }

static void *writer(void *p) {
    atomic_store((atomic_int *)p, 1);
    return 0;
}

int main(void) {
    pthread_t t[2 * PAIRS];
    for (int i = 0; i < PAIRS; i++) {
        pthread_create(&t[2 * i], 0, reader, &x[i]);
        pthread_create(&t[2 * i + 1], 0, writer, &x[i]);
    }
    return 0;
}
