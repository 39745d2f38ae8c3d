/* Calls in another thread: what they compute is there when they return; one that is given up is waited for no
 * more, and frees what it had when it returns after all. */
#include "base/apart.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>
#include <pthread.h>
#include <cmocka.h>

typedef struct Work {
    atomic_int begun, may_end, freed;
} Work;

static void pause_shortly(void) { nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL); }

static void double_it(void *context) {
    int *number = context;
    *number *= 2;
}
static void never(void *context) {
    (void)context;
    fail();
}
static void wait_for_end(void *context) {
    Work *w = context;
    atomic_store(&w->begun, 1);
    while (!atomic_load(&w->may_end)) pause_shortly();
}
static void free_it(void *context) {
    Work *w = context;
    atomic_store(&w->freed, 1);
}

static void calls_return(void **state) {
    (void)state;
    Apart *a = apart_new();
    int number = 1;
    for (int k = 0; k < 20; k++) assert_true(apart_call(a, (ApartCall){double_it, never, &number}));
    assert_int_equal(number, 1 << 20);
    assert_false(apart_any_abandoned());
    apart_free(a);
    apart_free(NULL);
}

static Apart *waiting;

static void *give_up(void *context) {
    Work *w = context;
    while (!atomic_load(&w->begun)) pause_shortly();
    apart_give_up(waiting);
    return NULL;
}

static void calls_are_given_up(void **state) {
    (void)state;
    for (int k = 0; k < 50; k++) {
        Work w = {0};
        pthread_t third;
        waiting = apart_new();
        assert_int_equal(pthread_create(&third, NULL, give_up, &w), 0);
        assert_false(apart_call(waiting, (ApartCall){wait_for_end, free_it, &w}));
        pthread_join(third, NULL);
        assert_int_equal(atomic_load(&w.freed), 0);
        assert_true(apart_any_abandoned());
        atomic_store(&w.may_end, 1);
        while (apart_any_abandoned()) pause_shortly();
        assert_int_equal(atomic_load(&w.freed), 1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_return),
        cmocka_unit_test(calls_are_given_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
