/* The hash index: what was added is found and nothing else, while it grows, with equal hashes, after
 * clearing. */
#include "base/tables/index.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#define MANY 100000

static uint64_t keys[MANY];

static uint32_t find(const Index *x, uint64_t hash, uint64_t key) {
    return index_find(x, hash, n, keys[n] == key);
}

static void empty_has_nothing(void **state) {
    (void)state;
    Index x = {0};
    assert_int_equal(find(&x, 0, 0), INDEX_NONE);
    assert_int_equal(find(&x, 1, 1), INDEX_NONE);
    index_clear(&x);
    assert_int_equal(find(&x, 0, 0), INDEX_NONE);
    index_free(&x);
}

static void finds_what_was_added(void **state) {
    (void)state;
    Index x = {0};
    for (uint32_t k = 0; k < MANY; k++) {
        keys[k] = hash_mix(k + 1);
        assert_int_equal(find(&x, keys[k], keys[k]), INDEX_NONE);
        index_add(&x, keys[k], k);
        assert_int_equal(x.len, k + 1);
    }
    for (uint32_t k = 0; k < MANY; k++) assert_int_equal(find(&x, keys[k], keys[k]), k);
    for (uint32_t k = MANY; k < 2 * MANY; k++)
        assert_int_equal(find(&x, hash_mix(k + 1), hash_mix(k + 1)), INDEX_NONE);
    assert_true(x.cap > x.len);
    assert_int_equal(x.cap & (x.cap - 1), 0);
    index_free(&x);
}

/* Hash 0 and number 0 are as good as others; equal hashes are told apart by the caller. */
static void tells_equal_hashes_apart(void **state) {
    (void)state;
    for (uint64_t hash = 0; hash < 3; hash++) {
        Index x = {0};
        for (uint32_t k = 0; k < 1000; k++) {
            keys[k] = k;
            index_add(&x, hash * 0xffffffffull, k);
        }
        for (uint32_t k = 0; k < 1000; k++) assert_int_equal(find(&x, hash * 0xffffffffull, k), k);
        assert_int_equal(find(&x, hash * 0xffffffffull, 1000), INDEX_NONE);
        assert_int_equal(find(&x, 0x12345, 1), INDEX_NONE);
        index_free(&x);
    }
}

/* Only numbers whose hashes agree in 32 bits are asked about, and each at most once. */
static void asks_about_few(void **state) {
    (void)state;
    Index x = {0};
    unsigned asked = 0;
    for (uint32_t k = 0; k < MANY; k++) {
        keys[k] = hash_mix(k + 1);
        index_add(&x, keys[k], k);
    }
    for (uint32_t k = 0; k < MANY; k++) index_find(&x, keys[k], n, (asked++, false));
    assert_true(asked >= MANY && asked < MANY + MANY / 100);
    index_free(&x);
}

static void can_be_emptied(void **state) {
    (void)state;
    Index x = {0};
    for (unsigned round = 0; round < 3; round++) {
        size_t cap = x.cap;
        for (uint32_t k = 0; k < 1000; k++) {
            keys[k] = hash_mix(k * 3 + round);
            index_add(&x, keys[k], k);
        }
        if (round) assert_int_equal(x.cap, cap);
        for (uint32_t k = 0; k < 1000; k++) assert_int_equal(find(&x, keys[k], keys[k]), k);
        index_clear(&x);
        assert_int_equal(x.len, 0);
        for (uint32_t k = 0; k < 1000; k++) assert_int_equal(find(&x, keys[k], keys[k]), INDEX_NONE);
    }
    index_free(&x);
    assert_int_equal(x.cap, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(empty_has_nothing),        cmocka_unit_test(finds_what_was_added),
        cmocka_unit_test(tells_equal_hashes_apart), cmocka_unit_test(asks_about_few),
        cmocka_unit_test(can_be_emptied),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
