/* test_known_states.c — decisions about events that processes tell each other: whoever is first counts, the
 * smaller configuration represents a state, and contradictions are counted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "state/cutoff/cutoff.h"
#include <stdlib.h>

static State state_of(uint64_t number, uint64_t events) {
    return (State){.fingerprint = {number, ~number}, .size = {.events = events}, .progress = events};
}

static KnownStates *new_states(void) {
    KnownStates *k = known_states_new(true);
    known_states_use_journal(k);
    return k;
}

/* Tells all decisions of `from` to `to`, as processes do; returns the contradictions. */
static uint64_t tell(KnownStates *from, KnownStates *to) {
    Wire w = {0};
    known_states_put_journal(from, &w);
    WireReader r = wire_reader(w.data, w.len);
    uint64_t n = known_states_take(to, &r);
    assert_false(r.wrong);
    vec_free(&w);
    return n;
}

static void tells_decisions(void **unused) {
    (void)unused;
    KnownStates *a = new_states(), *b = new_states();
    State small = state_of(1, 3), large = state_of(1, 5), other = state_of(2, 4);
    assert_false(known_states_decide(a, 10, &small));
    assert_true(known_states_decide(a, 11, &large));
    assert_int_equal(tell(a, b), 0);
    known_states_end_journal(a);
    assert_int_equal(known_states_count(b), 1);
    assert_int_equal(known_states_cutoffs(b), 1);
    /* What was told is decided, and the state is known. */
    assert_true(known_states_decide(b, 11, &other));
    assert_false(known_states_decide(b, 10, &large));
    assert_true(known_states_decide(b, 12, &large));
    assert_int_equal(known_states_count(b), 1);
    known_states_free(a);
    known_states_free(b);
}

static void first_decision_counts(void **unused) {
    (void)unused;
    for (int cut_first = 0; cut_first < 2; cut_first++) {
        KnownStates *a = new_states(), *b = new_states();
        State small = state_of(1, 3), large = state_of(1, 5);
        /* In `a` event 20 is a cut-off, in `b` it is none. */
        assert_false(known_states_decide(a, 10, &small));
        assert_true(known_states_decide(a, 20, &large));
        assert_false(known_states_decide(b, 20, &large));
        KnownStates *first = cut_first ? a : b, *second = cut_first ? b : a;
        assert_int_equal(tell(first, second), 1);
        State any = state_of(9, 9);
        assert_int_equal(known_states_decide(second, 20, &any), cut_first);
        assert_int_equal(known_states_decide(first, 20, &any), cut_first);
        /* The rest of what the second one decided is told, and contradicts nothing now. */
        assert_int_equal(tell(second, first), 0);
        assert_false(known_states_decide(first, 10, &any));
        assert_false(known_states_decide(second, 10, &any));
        /* The smaller configuration represents the state for both. */
        State middle = state_of(1, 4);
        assert_true(known_states_decide(first, 30, &middle));
        assert_true(known_states_decide(second, 30, &middle));
        assert_int_equal(known_states_cutoffs(first), known_states_cutoffs(second));
        known_states_free(a);
        known_states_free(b);
    }
}

static void refuses_other_bytes(void **unused) {
    (void)unused;
    KnownStates *a = new_states();
    State s = state_of(1, 3);
    assert_false(known_states_decide(a, 10, &s));
    Wire w = {0};
    known_states_put_journal(a, &w);
    for (size_t n = 1; n < w.len; n++) {
        KnownStates *b = new_states();
        WireReader r = wire_reader(w.data, n);
        known_states_take(b, &r);
        assert_true(r.wrong);
        assert_int_equal(known_states_count(b), 0);
        known_states_free(b);
    }
    w.data[8] = 7; /* flags */
    WireReader r = wire_reader(w.data, w.len);
    known_states_take(a, &r);
    assert_true(r.wrong);
    vec_free(&w);
    known_states_free(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(tells_decisions),
                                       cmocka_unit_test(first_decision_counts),
                                       cmocka_unit_test(refuses_other_bytes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
