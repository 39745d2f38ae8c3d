/* One writer and READERS readers (2 unless given) of one variable: where loads take nothing, every event in
 * two runs, with each reader before and after the write; ordinary events need 2^READERS runs, since each set
 * of earlier readers is another history of the write. (An example of Kähkönen, Saarikivi and Heljanko.) */
#include <pthread.h>
#include <stdatomic.h>

#ifndef READERS
#define READERS 2
#endif

static atomic_int x;

static void *writer(void *p) {
    atomic_store(&x, 5);
    return p;
}

static void *reader(void *p) {
    (void)atomic_load(&x);
    return p;
}

int main(void) {
    pthread_t t[READERS + 1];
    pthread_create(&t[READERS], 0, writer, 0);
    for (int i = 0; i < READERS; i++) pthread_create(&t[i], 0, reader, 0);
    return 0;
}
