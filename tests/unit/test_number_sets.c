/* Sets of small numbers: each is kept once, unions are what they should be, and members come in order. */
#include "base/tables/number_sets.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#define MEMBERS 200

static uint64_t state = 88172645463325252ull;
static uint32_t draw(uint32_t below) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return (uint32_t)(state >> 32) % below;
}

static void assert_set(const NumberSets *s, uint32_t set, const bool *want) {
    uint32_t next = number_sets_next(s, set, 0);
    for (uint32_t k = 0; k < MEMBERS; k++) {
        assert_int_equal(next == k, want[k]);
        if (next == k) next = number_sets_next(s, set, k + 1);
    }
    assert_int_equal(next, UINT32_MAX);
}

static void empty_set(void **unused) {
    (void)unused;
    NumberSets s = {0};
    assert_int_equal(number_sets_count(&s), 1);
    assert_int_equal(number_sets_of(&s, NULL, 0), NUMBER_SET_EMPTY);
    assert_int_equal(number_sets_next(&s, NUMBER_SET_EMPTY, 0), UINT32_MAX);
    uint32_t one = 70, set = number_sets_of(&s, &one, 1);
    assert_int_not_equal(set, NUMBER_SET_EMPTY);
    assert_int_equal(number_sets_unite(&s, set, NUMBER_SET_EMPTY), set);
    assert_int_equal(number_sets_unite(&s, NUMBER_SET_EMPTY, set), set);
    number_sets_free(&s);
}

/* Random sets, each made from its members in two orders, and random unions of them. */
static void random_sets(void **unused) {
    (void)unused;
    enum { SETS = 300 };
    static bool has[SETS][MEMBERS];
    uint32_t number[SETS];
    NumberSets s = {0};
    for (unsigned k = 0; k < SETS; k++) {
        uint32_t list[40], n = draw(40);
        for (uint32_t j = 0; j < n; j++) has[k][list[j] = draw(k % 2 ? MEMBERS : 7)] = true;
        number[k] = number_sets_of(&s, list, n);
        for (uint32_t j = 0; j < n / 2; j++) {
            uint32_t x = list[j];
            list[j] = list[n - 1 - j];
            list[n - 1 - j] = x;
        }
        assert_int_equal(number_sets_of(&s, list, n), number[k]);
        assert_set(&s, number[k], has[k]);
    }
    for (unsigned k = 0; k < SETS; k++)
        for (unsigned j = 0; j < SETS; j++) {
            bool both[MEMBERS], same = true;
            for (uint32_t m = 0; m < MEMBERS; m++) both[m] = has[k][m] || has[j][m];
            for (uint32_t m = 0; m < MEMBERS; m++) same &= has[k][m] == has[j][m];
            assert_int_equal(number[k] == number[j], same);
            uint32_t u = number_sets_unite(&s, number[k], number[j]);
            if ((k + j) % 16 == 0) assert_set(&s, u, both);
            assert_int_equal(number_sets_unite(&s, number[j], number[k]), u);
            assert_int_equal(number_sets_unite(&s, u, number[k]), u);
        }
    number_sets_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(empty_set), cmocka_unit_test(random_sets)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
