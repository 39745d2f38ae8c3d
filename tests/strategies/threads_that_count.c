/* Threads without end use a variable that has no bound, or keep inputs in one. READS_TWICE is right, but not
 * where the counter may have any value; KEEPS_TOO_MUCH is wrong. */
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_uint count;
static atomic_int inside, kept;
static void enter(void) {
    int none = 0;
    heddle_assume(atomic_compare_exchange_strong(&inside, &none, 1));
}
static void *worker(void *arg) {
#if defined(COUNTS) || defined(COUNTS_FOR_EVER)
    do {
        enter();
        if (atomic_fetch_add(&count, 1) % 5 == 2) assert(atomic_load(&inside) == 1);
        atomic_store(&inside, 0);
#ifdef COUNTS_FOR_EVER
    } while (heddle_bool("again"));
#else
    } while (0);
#endif
#endif
#ifdef READS_TWICE
    enter();
    unsigned before = atomic_fetch_add(&count, 1);
    assert(atomic_load(&count) == before + 1);
    atomic_store(&inside, 0);
#endif
#if defined(KEEPS) || defined(KEEPS_TOO_MUCH)
    int mine = heddle_int("mine");
#ifdef KEEPS
    heddle_assume(mine >= 0 && mine < 40);
#else
    heddle_assume(mine >= -1 && mine < 40);
#endif
    assert(atomic_load(&kept) >= 0);
    atomic_store(&kept, mine);
#endif
    return arg;
}
int main(void) {
    pthread_t t;
    for (;;) pthread_create(&t, 0, worker, 0);
}
