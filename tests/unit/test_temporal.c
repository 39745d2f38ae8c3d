/* Orders of events under demands: against all permutations of a few events. */
#include "strategies/interference/scenario/temporal.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>

#define MOST 6

static uint64_t state = 7;
static uint32_t draw(uint32_t n) {
    state += 0x9e3779b97f4a7c15ull;
    return (uint32_t)(hash_mix(state) >> 20) % n;
}

static Precedence random_pair(uint32_t n) {
    Precedence p = {draw(n), draw(n)};
    while (p.after == p.before) p.after = draw(n);
    return p;
}

static bool holds(const uint32_t *place, Precedence p) { return place[p.before] < place[p.after]; }

/* Whether events at these places satisfy all demands but those of reasons that are off (`on` NULL: none). */
static bool satisfies(const Temporal *t, const uint32_t *place, const bool *on) {
    for (size_t k = 0; k < t->known.len; k++)
        if (!holds(place, t->known.data[k])) return false;
    for (size_t k = 0; k < t->demands.len; k++) {
        const OrderDemand *d = &t->demands.data[k];
        if (d->reason && on && !on[d->reason]) continue;
        if (!holds(place, d->either) && !holds(place, d->other)) return false;
    }
    return true;
}

static bool some_order(const Temporal *t, uint32_t *place, uint32_t done, const bool *on) {
    if (done == t->n) return satisfies(t, place, on);
    for (uint32_t k = 0; k < t->n; k++) {
        if (place[k] != UINT32_MAX) continue;
        place[k] = done;
        bool found = some_order(t, place, done + 1, on);
        place[k] = UINT32_MAX;
        if (found) return true;
    }
    return false;
}

static bool brute_force(const Temporal *t, const bool *on) {
    uint32_t place[MOST];
    memset(place, 0xff, sizeof place);
    return some_order(t, place, 0, on);
}

static void check_core(Temporal *t) {
    uint32_t core[40];
    bool on[41] = {0};
    uint32_t n = temporal_core(t, core);
    for (uint32_t k = 0; k < n; k++) on[core[k]] = true;
    assert_false(brute_force(t, on));
    for (uint32_t k = 0; k < n; k++) {
        on[core[k]] = false;
        assert_true(brute_force(t, on));
        on[core[k]] = true;
    }
}

static void test_random(void **unused) {
    (void)unused;
    Temporal t = {0};
    unsigned possible = 0, cores = 0;
    for (unsigned round = 0; round < 3000; round++) {
        uint32_t n = 2 + draw(MOST - 1), reasons = draw(6), group[MOST], order[MOST], place[MOST];
        temporal_begin(&t, n);
        for (uint32_t k = draw(n + 1); k--;) {
            Precedence p = random_pair(n);
            temporal_before(&t, p.before, p.after);
        }
        for (uint32_t k = draw(3 * n); k--;) {
            OrderDemand d = {random_pair(n), random_pair(n), draw(reasons + 1)};
            if (!draw(4)) d.other = d.either;
            temporal_demand(&t, d);
        }
        for (uint32_t k = 0; k < n; k++) group[k] = draw(3);
        bool found = temporal_order(&t, group, order);
        assert_int_equal(found, brute_force(&t, NULL));
        possible += found;
        if (found) {
            for (uint32_t k = 0; k < n; k++) place[order[k]] = k;
            assert_true(satisfies(&t, place, NULL));
        } else {
            check_core(&t);
            cores++;
        }
    }
    assert_true(possible > 500 && cores > 500);
    temporal_free(&t);
}

/* More events than bits in a word of the matrix: two threads whose critical sections all have to alternate.
 */
static void test_many(void **unused) {
    (void)unused;
    enum { SECTIONS = 40, N = 4 * SECTIONS };
    Temporal t = {0};
    uint32_t group[N], order[N];
    temporal_begin(&t, N);
    for (uint32_t k = 0; k < N; k++) group[k] = k / (2 * SECTIONS);
    for (uint32_t k = 0; k + 1 < N; k++)
        if (k + 1 != 2 * SECTIONS) temporal_before(&t, k, k + 1);
    for (uint32_t a = 0; a < SECTIONS; a++)
        for (uint32_t b = 0; b < SECTIONS; b++) {
            OrderDemand d = {{2 * a + 1, 2 * SECTIONS + 2 * b}, {2 * SECTIONS + 2 * b + 1, 2 * a}, 0};
            temporal_demand(&t, d);
        }
    /* The k-th of the one comes before the k-th of the other, which comes before the next. */
    for (uint32_t k = 0; k < SECTIONS; k++) {
        temporal_before(&t, 2 * k, 2 * SECTIONS + 2 * k + 1);
        if (k + 1 < SECTIONS) temporal_before(&t, 2 * SECTIONS + 2 * k, 2 * k + 3);
    }
    assert_true(temporal_order(&t, group, order));
    for (uint32_t k = 0; k < N; k++) {
        uint32_t section = k / 4;
        uint32_t want = (k % 4 < 2 ? 2 * section : 2 * SECTIONS + 2 * section) + k % 2;
        assert_int_equal(order[k], want);
    }
    temporal_before(&t, N - 1, 0);
    assert_false(temporal_order(&t, group, order));
    assert_int_equal(temporal_core(&t, order), 0);
    temporal_free(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random), cmocka_unit_test(test_many)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
