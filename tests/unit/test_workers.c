/* test_workers.c — the order in which queued subtrees are taken, which no verdict shows. */
#include "explore/workers.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#define TASKS 6

typedef struct Order {
    Workers *w;
    unsigned taken[TASKS], n;
    uint64_t work_of_second; /* what the run of task 2 takes; of others nothing */
} Order;

static void note(void *context, Task *t) {
    Order *o = context;
    o->taken[o->n++] = t->number;
    workers_tell_work(o->w, t, t->number == 2 ? o->work_of_second : 0);
    workers_finished(o->w, t);
    if (o->n == TASKS) workers_stop(o->w);
}

static void give(Order *o, unsigned number, uint64_t site, uint64_t gain, size_t length) {
    Task *t = xcalloc(1, sizeof *t);
    t->number = number;
    t->site = site;
    t->gain = gain;
    for (size_t k = 0; k < length; k++) vec_push(&t->prefix, ((Choice){0, 0}));
    workers_give(o->w, t);
}

static void check_order(SearchOrder order, uint64_t work_of_second, const unsigned *wanted) {
    Order o = {.w = workers_new(order, 1), .work_of_second = work_of_second};
    give(&o, 1, 10, 0, 5);
    give(&o, 2, 10, 3, 4);
    give(&o, 3, 10, 3, 3);
    give(&o, 4, 20, 1, 2);
    give(&o, 5, 20, 0, 1);
    give(&o, 6, 30, 2, 6);
    workers_serve(o.w, note, &o);
    for (unsigned k = 0; k < TASKS; k++) assert_int_equal(o.taken[k], wanted[k]);
    workers_free(o.w);
}

static void takes_the_oldest(void **state) {
    (void)state;
    check_order(SEARCH_DFS, 0, (const unsigned[TASKS]){1, 2, 3, 4, 5, 6});
}

static void takes_the_shortest(void **state) {
    (void)state;
    check_order(SEARCH_BFS, 0, (const unsigned[TASKS]){5, 4, 3, 2, 1, 6});
}

/* Sites take turns; among equals what gained most comes first. */
static void takes_turns(void **state) {
    (void)state;
    check_order(SEARCH_COVERAGE, 0, (const unsigned[TASKS]){2, 6, 4, 3, 5, 1});
}

/* A site whose runs take long has fewer of them. */
static void shares_work(void **state) {
    (void)state;
    check_order(SEARCH_COVERAGE, 100, (const unsigned[TASKS]){2, 6, 4, 5, 3, 1});
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_the_oldest),
        cmocka_unit_test(takes_the_shortest),
        cmocka_unit_test(takes_turns),
        cmocka_unit_test(shares_work),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
