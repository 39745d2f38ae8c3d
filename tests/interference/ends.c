/*
 * ends.c — what main reads once it joined its threads depends on how these ended and whom they joined. Known
 * answer: the assertion fails, without interferences, on one way (of other threads, or of what they had
 * stored last) than those that are met first.
 *   -DJOINER     the thread that wrote last was joined by one that main joined
 *   -DCREATED    it is there on one way of that one only (WAY: which one)
 *   -DSOMETIMES  it is joined on one way of that one only
 *   -DFIRST      a thread's last store is another one on its other way, and another thread stores, too
 *   -DNEITHER    on the ways that are met first two threads store, on others none
 *   -DTWICE      the thread that reads is created in two places, and main joins it itself
 */
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef WAY
#define WAY 0
#endif
static atomic_int x, y;
static pthread_t first, second;
static int one, other; /* inputs */

static void *two(void *unused) {
#if defined(NEITHER)
    if ((other == 0) != WAY) atomic_store(&x, 2);
#elif defined(TWICE)
    if (atomic_load(&y) == 2) atomic_store(&x, 2);
#else
    atomic_store(&x, 2);
#endif
    return unused;
}

static void *work(void *unused) {
#if defined(JOINER)
    atomic_store(&x, 1);
    pthread_create(&second, NULL, two, NULL);
    pthread_join(second, NULL);
#elif defined(CREATED)
    if ((one == 0) == WAY) {
        pthread_create(&second, NULL, two, NULL);
        pthread_join(second, NULL);
    }
#elif defined(SOMETIMES)
    pthread_create(&second, NULL, two, NULL);
    if ((one == 0) == WAY) pthread_join(second, NULL);
#elif defined(FIRST)
    atomic_store(&x, 1);
    if ((one == 0) != WAY) atomic_store(&x, 3);
#elif defined(NEITHER)
    if ((one == 0) != WAY) atomic_store(&x, 1);
#elif defined(TWICE)
    atomic_store(&y, 1);
    if ((one == 0) == WAY) {
        atomic_store(&y, 2);
        pthread_create(&second, NULL, two, NULL);
    } else {
        pthread_create(&second, NULL, two, NULL);
    }
#endif
    return unused;
}

int main(void) {
    one = heddle_int("one"), other = heddle_int("other");
    pthread_create(&first, NULL, work, NULL);
#if defined(FIRST) || defined(NEITHER)
    pthread_create(&second, NULL, two, NULL);
    pthread_join(second, NULL);
#elif defined(JOINER)
    atomic_store(&x, 1);
#endif
    pthread_join(first, NULL);
#ifdef TWICE
    pthread_join(second, NULL);
#endif
#if defined(NEITHER)
    heddle_assert(atomic_load(&x) != 0);
#elif defined(FIRST)
    heddle_assert(atomic_load(&x) != 1);
#else
    heddle_assert(atomic_load(&x) != 2);
#endif
    return 0;
}
