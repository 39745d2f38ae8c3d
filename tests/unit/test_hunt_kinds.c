/* The kinds of runs of a hunt: which kind is next, by what earlier runs showed for their work. */
#include "strategies/hunt/hunt_kinds.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

#define ROUNDS 3000

/* Makes runs of which those of kind k show shown[k] new things for work[k], the first `rich` runs
 * of a kind only if that is not 0. Writes the number of runs of each kind. */
static void hunt(const uint64_t *shown, const uint64_t *work, uint64_t rich, uint64_t *runs) {
    HuntKinds k = {0};
    memset(runs, 0, HUNT_KINDS * sizeof *runs);
    for (unsigned n = 0; n < ROUNDS; n++) {
        HuntKind x = hunt_kinds_next(&k);
        assert_in_range(x, 0, HUNT_KINDS - 1);
        hunt_kinds_add(&k, x, !rich || runs[x] < rich ? shown[x] : 0, work[x]);
        runs[x]++;
    }
}

static void each_kind_comes_first_once(void **state) {
    (void)state;
    HuntKinds k = {0};
    for (HuntKind x = 0; x < HUNT_KINDS; x++) {
        assert_int_equal(hunt_kinds_next(&k), x);
        hunt_kinds_add(&k, x, x == 0 ? 1000 : 0, 1);
    }
    assert_int_equal(hunt_kinds_next(&k), 0);
}

static void the_best_kind_gets_most(void **state) {
    (void)state;
    uint64_t work[HUNT_KINDS], runs[HUNT_KINDS];
    for (unsigned k = 0; k < HUNT_KINDS; k++) work[k] = 1000;
    for (unsigned best = 0; best < HUNT_KINDS; best++) {
        uint64_t shown[HUNT_KINDS];
        for (unsigned k = 0; k < HUNT_KINDS; k++) shown[k] = k == best ? 3 : 2;
        hunt(shown, work, 0, runs);
        assert_true(runs[best] > ROUNDS / 2);
        for (unsigned k = 0; k < HUNT_KINDS; k++) assert_true(runs[k] >= ROUNDS / (4 * HUNT_KINDS));
    }
}

/* Runs that show as much but take ten times the work get fewer runs, not none. */
static void work_counts(void **state) {
    (void)state;
    uint64_t shown[HUNT_KINDS], work[HUNT_KINDS], runs[HUNT_KINDS];
    for (unsigned k = 0; k < HUNT_KINDS; k++) shown[k] = 1, work[k] = k == 1 ? 100 : 1000;
    hunt(shown, work, 0, runs);
    assert_true(runs[1] > ROUNDS / 2);
    assert_true(runs[0] > 0);
}

/* Where nothing new is shown any more, work is shared evenly. */
static void nothing_new_is_shared(void **state) {
    (void)state;
    uint64_t shown[HUNT_KINDS], work[HUNT_KINDS], runs[HUNT_KINDS];
    for (unsigned k = 0; k < HUNT_KINDS; k++) shown[k] = k, work[k] = 1000;
    hunt(shown, work, 20, runs);
    for (unsigned k = 0; k < HUNT_KINDS; k++) assert_true(runs[k] > ROUNDS / (3 * HUNT_KINDS));
}

/* Where runs are directed, their kinds come first and the others keep their share. */
static void directed_kinds_come_first(void **state) {
    (void)state;
    HuntKinds k = {.directed = true};
    uint64_t runs[HUNT_ALL_KINDS] = {0};
    for (unsigned n = 0; n < HUNT_ALL_KINDS; n++) {
        HuntKind x = hunt_kinds_next(&k);
        assert_int_equal(x, (HUNT_NEAR + n) % HUNT_ALL_KINDS);
        hunt_kinds_add(&k, x, 1, 10);
    }
    for (unsigned n = 0; n < ROUNDS; n++) {
        HuntKind x = hunt_kinds_next(&k);
        hunt_kinds_add(&k, x, x == HUNT_HOLD, 10);
        runs[x]++;
    }
    assert_true(runs[HUNT_HOLD] > ROUNDS / 4);
    for (unsigned x = 0; x < HUNT_ALL_KINDS; x++)
        assert_true(runs[x] >= (x < HUNT_KINDS ? ROUNDS / (4 * HUNT_KINDS) : ROUNDS / 6));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_kind_comes_first_once),
        cmocka_unit_test(the_best_kind_gets_most),
        cmocka_unit_test(work_counts),
        cmocka_unit_test(nothing_new_is_shared),
        cmocka_unit_test(directed_kinds_come_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
