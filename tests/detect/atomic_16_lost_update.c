/* expect: assertion @wrong */
/* A 16-byte value is read and exchanged as one; what is read in two halves may not belong together. */
/* assumption: weak atomic orders */
#include <heddle/heddle.h>
#include <pthread.h>
static unsigned __int128 value;

static void *worker(void *arg) {
    unsigned __int128 old = __atomic_load_n(&value, __ATOMIC_SEQ_CST);
    while (!__atomic_compare_exchange_n(&value, &old, old + ((unsigned __int128)1 << 64 | 1), 0,
                                        __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {}
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    worker(NULL);
    unsigned __int128 whole = __atomic_load_n(&value, __ATOMIC_SEQ_CST);
    heddle_assert((unsigned long)(whole >> 64) == (unsigned long)whole);
    unsigned long low = __atomic_load_n((unsigned long *)&value, __ATOMIC_RELAXED),
                  high = __atomic_load_n((unsigned long *)&value + 1, __ATOMIC_RELAXED);
    heddle_assert(low == high); /*wrong*/
    pthread_join(t, NULL);
    heddle_assert(value == ((unsigned __int128)2 << 64 | 2));
    return 0;
}
