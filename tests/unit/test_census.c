/* Counting distinct events: exact up to a million, then within a percent, in any order and however workers
 * share the events. */
#include "event/census.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

/* The n-th name there is, and its kind. */
static uint64_t name_of(uint64_t n) { return hash_mix(n * 0x9e3779b97f4a7c15ull + 1); }
static unsigned kind_of(uint64_t n) { return n % 3 ? OPERATION_LOCK : OPERATION_LOAD; }

static void add(Census *c, uint64_t from, uint64_t to) {
    for (uint64_t n = from; n < to; n++) census_add(c, name_of(n), kind_of(n));
}

static void exact_while_few(void **state) {
    (void)state;
    Census c = {0};
    add(&c, 0, 300000);
    add(&c, 100000, 300000);
    assert_int_equal(census_total(&c), 300000);
    assert_int_equal(c.level, 0);
    assert_int_equal(census_of_kind(&c, OPERATION_LOAD), 100000);
    census_clear(&c);
    assert_int_equal(census_total(&c), 0);
    census_free(&c);
}

static void exact_on_request(void **state) {
    (void)state;
    Census c = {.exact = true};
    add(&c, 0, 1500000);
    assert_int_equal(census_total(&c), 1500000);
    census_free(&c);
}

static void about_where_many(void **state) {
    (void)state;
    Census a = {0}, b = {0};
    add(&a, 0, 3000000);
    for (uint64_t n = 3000000; n-- > 0;) census_add(&b, name_of(n), kind_of(n));
    uint64_t total = census_total(&a), loads = census_of_kind(&a, OPERATION_LOAD);
    assert_true(a.level > 0);
    assert_in_range(total, 2970000, 3030000);
    assert_in_range(loads, 985000, 1015000);
    /* The order makes no difference. */
    assert_int_equal(total, census_total(&b));
    assert_int_equal(loads, census_of_kind(&b, OPERATION_LOAD));
    census_free(&a);
    census_free(&b);
}

static void shared_by_workers(void **state) {
    (void)state;
    Census all = {0}, a = {0}, b = {0}, c = {0};
    add(&all, 0, 2500000);
    add(&a, 0, 1800000);       /* a sample */
    add(&b, 1700000, 2300000); /* not yet one */
    add(&c, 2000000, 2500000);
    Census *others[] = {&b, &c};
    census_merge(&a, others, 2);
    assert_int_equal(census_total(&a), census_total(&all));
    assert_int_equal(census_of_kind(&a, OPERATION_LOCK), census_of_kind(&all, OPERATION_LOCK));
    census_free(&all);
    census_free(&a);
    census_free(&b);
    census_free(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_while_few),
        cmocka_unit_test(exact_on_request),
        cmocka_unit_test(about_where_many),
        cmocka_unit_test(shared_by_workers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
