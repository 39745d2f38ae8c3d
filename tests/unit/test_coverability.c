/* Which states any number of threads can reach, against all states that so many threads reach step by step,
 * in random systems of few shared and local states. */
#include "strategies/parametric/coverability.h"
#include "base/tables/hash_set.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#define SHARED 4
#define LOCALS 4
#define MOST_THREADS 7
#define ROUNDS 4000

typedef struct Rule {
    uint32_t shared, local, next, then;
} Rule;

typedef struct System {
    Rule rule[12];
    unsigned rules;
    bool reserves; /* In the last shared state only a thread in the last local state takes steps. */
} System;

static uint64_t seed;
static unsigned draw(unsigned n) {
    seed += 0x9e3779b97f4a7c15ull;
    return (unsigned)(hash_mix(seed) % n);
}

/* A state: what is shared, and how many threads are where; in base MOST_THREADS + 1. */
typedef struct State {
    uint32_t shared;
    uint8_t at[LOCALS];
} State;

static uint64_t code_of(const State *s) {
    uint64_t x = s->shared;
    for (unsigned k = 0; k < LOCALS; k++) x = x * (MOST_THREADS + 1) + s->at[k];
    return x + 1;
}

static bool is_allowed(const System *x, const Rule *r) {
    return !x->reserves || r->shared != SHARED - 1 || r->local == LOCALS - 1;
}

static bool apply(const Rule *r, State *s) {
    unsigned n = 0;
    for (unsigned k = 0; k < LOCALS; k++) n += s->at[k];
    if (r->shared != s->shared) return false;
    if (r->local != COVERABILITY_MAIN) {
        if (!s->at[r->local]) return false;
        s->at[r->local]--;
    } else if (r->then != COVERABILITY_NONE && n == MOST_THREADS)
        return false;
    if (r->then != COVERABILITY_NONE) s->at[r->then]++;
    s->shared = r->next;
    return true;
}

/* Marks where a thread can be in which shared state, with at most MOST_THREADS at once. */
static void reach(const System *x, bool covered[SHARED][LOCALS]) {
    HashSet seen = {0};
    VEC(State) todo = {0};
    State first = {0};
    hash_set_add(&seen, code_of(&first));
    vec_push(&todo, first);
    while (todo.len) {
        State s = vec_pop(&todo);
        for (unsigned k = 0; k < LOCALS; k++) covered[s.shared][k] |= s.at[k] > 0;
        for (unsigned k = 0; k < x->rules; k++) {
            State next = s;
            if (is_allowed(x, &x->rule[k]) && apply(&x->rule[k], &next) &&
                hash_set_add(&seen, code_of(&next)))
                vec_push(&todo, next);
        }
    }
    vec_free(&todo);
    hash_set_free(&seen);
}

static Coverability *build(const System *x, uint32_t shared[SHARED], uint32_t local[LOCALS]) {
    static const Standing nothing;
    Coverability *c = coverability_new();
    static const Standing reserved = {.reserved = true}, alone = {.alone = true};
    for (unsigned k = 0; k < SHARED; k++)
        shared[k] = coverability_shared(c, k + 1, 7, x->reserves && k == SHARED - 1 ? &reserved : &nothing);
    for (unsigned k = 0; k < LOCALS; k++)
        local[k] = coverability_local(c, k + 1, 9, x->reserves && k == LOCALS - 1 ? &alone : &nothing);
    /* Steps that are not taken need not be known. */
    for (unsigned g = 0; g < SHARED; g++) {
        bool some = x->reserves && g == SHARED - 1;
        if (!some) coverability_know(c, shared[g], COVERABILITY_MAIN);
        for (unsigned k = some ? LOCALS - 1 : 0; k < LOCALS; k++) coverability_know(c, shared[g], local[k]);
    }
    for (unsigned k = 0; k < x->rules; k++) {
        const Rule *r = &x->rule[k];
        if (!is_allowed(x, r)) continue;
        coverability_step(c, shared[r->shared], r->local == COVERABILITY_MAIN ? r->local : local[r->local],
                          shared[r->next], r->then == COVERABILITY_NONE ? r->then : local[r->then]);
    }
    return c;
}

/* What few threads reach is covered; what is covered, seven threads reach in nearly all systems this small.
 */
static void random_systems(void **state) {
    (void)state;
    unsigned covered = 0, more = 0;
    for (unsigned round = 0; round < ROUNDS; round++) {
        System x = {.rules = 4 + draw(8), .reserves = draw(2)};
        for (unsigned k = 0; k < x.rules; k++)
            x.rule[k] = (Rule){draw(SHARED), k && draw(4) ? draw(LOCALS) : COVERABILITY_MAIN, draw(SHARED),
                               draw(8) ? draw(LOCALS) : COVERABILITY_NONE};
        bool reached[SHARED][LOCALS] = {{false}};
        uint32_t shared[SHARED], local[LOCALS];
        reach(&x, reached);
        Coverability *c = build(&x, shared, local);
        assert_int_equal(coverability_explore(c, shared[0], false, 100000, NULL, NULL), COVERABILITY_CLOSED);
        for (unsigned g = 0; g < SHARED; g++)
            for (unsigned k = 0; k < LOCALS; k++) {
                bool told = coverability_covers(c, shared[g], local[k]);
                if (reached[g][k]) assert_true(told);
                covered += told;
                more += told && !reached[g][k];
            }
        coverability_free(c);
    }
    assert_true(covered > ROUNDS);
    assert_true(more * 100 < covered);
}

#define SECTIONS 20
#define PLACES (4 * SECTIONS + 1)

/* A random order of the numbers below n. */
static void shuffle(uint32_t *order, uint32_t n) {
    for (uint32_t k = 0; k < n; k++) {
        uint32_t at = draw(k + 1);
        order[k] = order[at];
        order[at] = k;
    }
}

/* Threads go through critical sections, one after another, and may ask for something within each. However
 * local states are numbered and in which order steps are known, hardly more nodes are made than are left. */
static void numbering_is_no_matter(void **state) {
    (void)state;
    static const Standing nothing;
    for (unsigned round = 0; round < 40; round++) {
        uint32_t local[PLACES], order[PLACES], nodes, x, y;
        Coverability *c = coverability_new();
        uint32_t free = coverability_shared(c, 1, 1, &nothing), held = coverability_shared(c, 2, 1, &nothing);
        shuffle(order, PLACES);
        for (uint32_t k = 0; k < PLACES; k++)
            local[order[k]] = coverability_local(c, 1 + order[k], 1, &nothing);
        coverability_know(c, free, COVERABILITY_MAIN);
        coverability_know(c, held, COVERABILITY_MAIN);
        coverability_step(c, free, COVERABILITY_MAIN, free, local[0]);
        coverability_step(c, held, COVERABILITY_MAIN, held, local[0]);
        shuffle(order, PLACES);
        for (uint32_t n = 0; n < PLACES; n++) {
            uint32_t k = order[n];
            bool enters = k % 4 == 0, leaves = k % 4 == 3;
            coverability_know(c, free, local[k]);
            coverability_know(c, held, local[k]);
            if (k == PLACES - 1) continue;
            coverability_step(c, enters ? free : held, local[k], leaves ? free : held, local[k + 1]);
            if (k % 4 == 1) coverability_step(c, held, local[k], held, local[k + 2]);
        }
        assert_int_equal(coverability_explore(c, free, false, 10 * SECTIONS, NULL, NULL),
                         COVERABILITY_CLOSED);
        coverability_count(c, &x, &y, &nodes);
        assert_int_equal(nodes, 1 + 3 * SECTIONS);
        coverability_free(c);
    }
}

/* Where the steps of a thread are not known, that is said. */
static void unknown_steps(void **state) {
    (void)state;
    static const Standing nothing;
    Coverability *c = coverability_new();
    uint32_t g = coverability_shared(c, 1, 1, &nothing), l = coverability_local(c, 1, 1, &nothing);
    coverability_know(c, g, COVERABILITY_MAIN);
    coverability_step(c, g, COVERABILITY_MAIN, g, l);
    assert_int_equal(coverability_explore(c, g, false, 100, NULL, NULL), COVERABILITY_UNKNOWN);
    coverability_know(c, g, l);
    assert_int_equal(coverability_explore(c, g, false, 100, NULL, NULL), COVERABILITY_CLOSED);
    coverability_free(c);
}

/* Two threads at one place that writes plainly race; those at one that is atomic do not. Threads that hold
 * what the other waits for are told, also where main is one of them. */
static void threads_at_once(void **state) {
    (void)state;
    static const Standing nothing;
    for (unsigned atomic = 0; atomic < 2; atomic++) {
        Standing writes = {.address = 64, .size = 4, .writes = true, .atomic = atomic};
        Coverability *c = coverability_new();
        uint32_t g = coverability_shared(c, 1, 1, &nothing), l = coverability_local(c, 1, 1, &writes);
        coverability_know(c, g, COVERABILITY_MAIN);
        coverability_know(c, g, l);
        coverability_step(c, g, COVERABILITY_MAIN, g, l);
        assert_int_equal(coverability_explore(c, g, true, 100, NULL, NULL),
                         atomic ? COVERABILITY_CLOSED : COVERABILITY_RACE);
        assert_int_equal(coverability_explore(c, g, false, 100, NULL, NULL), COVERABILITY_CLOSED);
        coverability_free(c);
    }
    for (unsigned circle = 0; circle < 2; circle++) {
        Standing main = {.holds = {5}, .waits_for = 6}, other = {.holds = {6}, .waits_for = circle ? 5 : 8};
        Coverability *c = coverability_new();
        uint32_t g = coverability_shared(c, 1, 1, &nothing), h = coverability_shared(c, 2, 1, &main),
                 l = coverability_local(c, 1, 1, &other);
        coverability_know(c, g, COVERABILITY_MAIN);
        coverability_know(c, h, COVERABILITY_MAIN);
        coverability_know(c, g, l);
        coverability_know(c, h, l);
        coverability_step(c, g, COVERABILITY_MAIN, h, l);
        assert_int_equal(coverability_explore(c, g, false, 100, NULL, NULL),
                         circle ? COVERABILITY_DEADLOCK : COVERABILITY_CLOSED);
        coverability_free(c);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_systems),
        cmocka_unit_test(numbering_is_no_matter),
        cmocka_unit_test(unknown_steps),
        cmocka_unit_test(threads_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
