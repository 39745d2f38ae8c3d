/* Random priorities: what the algorithm promises of one run, counted over many seeds on programs whose
 * threads do so many steps each; and that a thread which waits in a loop does not keep the others waiting. */
#include "strategies/basic/pct.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <cmocka.h>

#define RUNS 40000
#define MOST_STEPS 64

/* Threads that do `steps` steps each and wait for nothing. Writes which thread took each step. */
static unsigned run(unsigned depth, int threads, unsigned steps, uint64_t length, uint64_t seed, int *order) {
    Pct p;
    uint64_t random = hash_mix(seed);
    unsigned done[8] = {0}, n = 0;
    pct_begin(&p, depth, length, &random);
    for (;;) {
        int enabled[8];
        unsigned ready = 0;
        for (int t = 0; t < threads; t++)
            if (done[t] < steps) enabled[ready++] = t;
        if (!ready) return n;
        int t = pct_choose(&p, enabled, ready);
        done[t]++;
        order[n++] = t;
    }
}

/* The position of a thread's step, both from 0. */
static unsigned position(const int *order, unsigned n, int thread, unsigned step) {
    for (unsigned k = 0; k < n; k++)
        if (order[k] == thread && !step--) return k;
    return n;
}

/* One run of depth d finds a bug of depth d with probability 1/(n k^(d-1)) at least. The count may fall short
 * of its mean by chance, but not by a fifth of it. */
static void keeps_the_bound(void **state) {
    (void)state;
    enum { THREADS = 3, STEPS = 4, LENGTH = THREADS * STEPS };
    unsigned one = 0, two = 0, three = 0;
    int order[MOST_STEPS];
    for (uint64_t seed = 0; seed < RUNS; seed++) {
        unsigned n = run(1, THREADS, STEPS, LENGTH, seed, order);
        one += position(order, n, 2, 3) < position(order, n, 0, 0);
        /* Thread 1 does something between the second and the third step of thread 0. */
        n = run(2, THREADS, STEPS, LENGTH, seed, order);
        two += position(order, n, 0, 1) < position(order, n, 1, 0) &&
               position(order, n, 1, 0) < position(order, n, 0, 2);
        /* And thread 0 between the first and the last of thread 1. */
        n = run(3, THREADS, STEPS, LENGTH, seed, order);
        three += position(order, n, 0, 1) < position(order, n, 1, 0) &&
                 position(order, n, 1, 0) < position(order, n, 0, 2) &&
                 position(order, n, 0, 2) < position(order, n, 1, 3);
    }
    assert_true(one >= RUNS / THREADS * 4 / 5);
    assert_true(two >= RUNS / (THREADS * LENGTH) * 4 / 5);
    assert_true(three >= RUNS / (THREADS * LENGTH * LENGTH) * 4 / 5);
}

/* Without change points a thread goes on as long as it can. */
static void depth_one_never_preempts(void **state) {
    (void)state;
    int order[MOST_STEPS];
    for (uint64_t seed = 0; seed < 1000; seed++) {
        unsigned n = run(1, 4, 5, 20, seed, order), changes = 0;
        for (unsigned k = 1; k < n; k++) changes += order[k] != order[k - 1];
        assert_int_equal(changes, 3);
    }
}

static void repeats_itself(void **state) {
    (void)state;
    int one[MOST_STEPS], two[MOST_STEPS];
    for (uint64_t seed = 0; seed < 100; seed++) {
        unsigned n = run(4, 4, 5, 20, seed, one);
        assert_int_equal(n, run(4, 4, 5, 20, seed, two));
        assert_memory_equal(one, two, n * sizeof *one);
    }
}

/* Thread 1 never ends; thread 0 comes to its end none the less. */
static void nobody_waits_for_ever(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 200; seed++) {
        Pct p;
        uint64_t random = seed;
        int both[] = {0, 1};
        unsigned own = 0, all = 0;
        pct_begin(&p, 1 + (unsigned)(seed % PCT_DEPTHS), 20, &random);
        for (; own < 30 && all < 10000; all++) own += pct_choose(&p, both, 2) == 0;
        assert_int_equal(own, 30);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_the_bound),
        cmocka_unit_test(depth_one_never_preempts),
        cmocka_unit_test(repeats_itself),
        cmocka_unit_test(nobody_waits_for_ever),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
