/* Contextual unfoldings: which histories of loads and stores are one event, which events go together, and in
 * which order they can be executed. */
#include "strategies/unfold/contextual.h"
#include "strategies/unfold/maximal/cycles.h"
#include "strategies/unfold/maximal/exclusions.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>

#define THREADS 4

/* A path of loads and stores of a few variables, and the prefix of all events that were ever on it. */
typedef struct World {
    History history;
    Prefix prefix;
    Scratch scratch;
    VEC(PrefixId) path;
} World;

static void world_init(World *w, bool contextual) {
    memset(w, 0, sizeof *w);
    history_init(&w->history);
    w->history.contextual = contextual;
    history_cover(&w->history, THREADS);
    scratch_init(&w->scratch);
    prefix_init(&w->prefix, &w->scratch);
    w->prefix.contextual = contextual;
}

static void world_free(World *w) {
    prefix_free(&w->prefix);
    history_free(&w->history);
    scratch_free(&w->scratch);
    vec_free(&w->path);
}

static PrefixId event(World *w, int thread, const Operation *op) {
    History *h = &w->history;
    Action a = {.thread = thread, .index = (uint32_t)h->own.data[thread].len + 1, .op = *op};
    Event *e = history_event(h, &a);
    history_push(h, e);
    PrefixId id = prefix_find(&w->prefix, e->name);
    static Machine machine;
    static Thread ended = {.status = THREAD_EXITED};
    machine.threads[thread] = &ended;
    if (!id) id = prefix_add(&w->prefix, h, e, w->path.data, &machine);
    vec_push(&w->path, id);
    return id;
}

/* The next access of a thread, which begins before its first one. */
static PrefixId step(World *w, int thread, unsigned kind, unsigned variable) {
    const Operation start = {.kind = OPERATION_START, .target = -1};
    Operation access = {.kind = (uint8_t)kind, .object = 0x10000 + 8 * variable, .size = 8, .target = -1};
    if (variable) access.flags = MEMORY_ATOMIC;
    if (!w->history.own.data[thread].len) event(w, thread, &start);
    return event(w, thread, &access);
}
static PrefixId load(World *w, int thread, unsigned variable) {
    return step(w, thread, OPERATION_LOAD, variable);
}
static PrefixId store(World *w, int thread, unsigned variable) {
    return step(w, thread, OPERATION_STORE, variable);
}

/* The start of the thread of an event that is its first access. */
static PrefixId start_of(const World *w, PrefixId id) { return prefix_event(&w->prefix, id)->previous; }

/* Lists the accesses of an order, without the starts of threads. */
static unsigned list_accesses(const World *w, const PrefixId *last, const PrefixId *path, unsigned n,
                              PrefixId *out) {
    PrefixId all[3 * THREADS];
    unsigned found = 0, len = (unsigned)contextual_list(&w->prefix, last, path, n, all);
    assert_true(len <= 3 * THREADS);
    for (unsigned k = 0; k < len; k++)
        if (prefix_event(&w->prefix, all[k])->previous) out[found++] = all[k];
    return found;
}

static void back_to_start(World *w) {
    while (w->history.path.len) event_unref(&w->history, history_pop(&w->history));
    w->path.len = 0;
}

/* How many ways there are to meet a store: after each set of readers that read before it. */
static unsigned stores_after_loads(bool contextual) {
    World w;
    world_init(&w, contextual);
    PrefixId found[4];
    unsigned n = 0;
    for (unsigned readers = 0; readers < 4; readers++) {
        if (readers & 1) load(&w, 0, 0);
        if (readers & 2) load(&w, 1, 0);
        PrefixId id = store(&w, 2, 0);
        unsigned k = 0;
        while (k < n && found[k] != id) k++;
        if (k == n) found[n++] = id;
        back_to_start(&w);
    }
    world_free(&w);
    return n;
}

static void a_load_is_no_cause_of_a_store(void **state) {
    (void)state;
    assert_int_equal(stores_after_loads(false), 4);
    assert_int_equal(stores_after_loads(true), 1);
}

static void a_store_is_a_cause_of_what_follows(void **state) {
    (void)state;
    World w;
    world_init(&w, true);
    PrefixId early = load(&w, 0, 0), first = store(&w, 1, 0);
    PrefixId late = load(&w, 2, 0), second = store(&w, 3, 0);
    assert_int_equal(prefix_event(&w.prefix, first)->last[0], 0);
    assert_int_equal(prefix_event(&w.prefix, late)->last[1], first);
    assert_int_equal(prefix_event(&w.prefix, late)->last[0], 0);
    assert_int_equal(prefix_event(&w.prefix, second)->last[1], first);
    assert_int_equal(prefix_event(&w.prefix, second)->last[2], 0);
    /* The ordinary clock has all of them, after the start of each: races are looked for with that. */
    const Event *e = vec_last(&w.history.path);
    assert_int_equal(event_clock(e, 0), 2);
    assert_int_equal(event_clock(e, 2), 2);
    assert_int_equal(event_strong_clock(&w.history, e, 2), 0);
    assert_true(contextual_before(&w.prefix, early, first));
    assert_true(contextual_before(&w.prefix, early, second));
    assert_true(contextual_before(&w.prefix, late, second));
    assert_false(contextual_before(&w.prefix, first, early));
    /* The same access by another thread, seen before anything was written. */
    back_to_start(&w);
    assert_int_not_equal(load(&w, 2, 0), late);
    world_free(&w);
}

static bool join_all(World *w, const PrefixId *ids, unsigned n, PrefixId *last) {
    memset(last, 0, THREADS * sizeof *last);
    for (unsigned k = 0; k < n; k++)
        if (!prefix_join(&w->prefix, last, ids[k])) return false;
    return true;
}

/* Each of n threads writes a variable and reads that of the next one, which was not written yet: any n - 1 of
 * them go together, all n would each have to come before the next one. */
static void reads_around_a_circle(void **state) {
    (void)state;
    for (unsigned n = 2; n <= THREADS; n++) {
        World w;
        world_init(&w, true);
        PrefixId writes[THREADS], reads[THREADS + THREADS], last[THREADS], out[2 * THREADS];
        for (unsigned t = 0; t < n; t++) {
            writes[t] = store(&w, (int)t, t);
            reads[t] = reads[t + n] = load(&w, (int)t, (t + 1) % n);
            back_to_start(&w);
        }
        for (unsigned t = 0; t < n; t++) {
            assert_true(join_all(&w, reads + t, n - 1, last));
            assert_int_equal(list_accesses(&w, last, NULL, 0, out), 2 * (n - 1));
            /* A read comes before the write of the thread after it. */
            for (unsigned k = 0; k < 2 * (n - 1); k++)
                for (unsigned j = 0; j < k; j++)
                    for (unsigned u = 0; u < n; u++)
                        assert_false(out[k] == reads[u] && out[j] == writes[(u + 1) % n]);
            assert_false(join_all(&w, reads + t, n, last));
            /* The writes of all are no obstacle. */
            assert_true(join_all(&w, reads + t, n - 1, last));
            assert_int_equal(prefix_join(&w.prefix, last, writes[(t + n - 1) % n]), true);
        }
        world_free(&w);
    }
}

/* Whether a solver that was told of what these newest events have of cycles has them all together. */
static bool are_together(Sat *sat, const PrefixId *last, unsigned n) {
    int all = sat_variable(sat);
    for (unsigned t = 0; t < n; t++) sat_clause(sat, -all, (int)last[t]);
    return sat_solve(sat, all) == SAT_YES;
}

static bool never(void *context) {
    (void)context;
    return false;
}

/* The same circles, told of as clauses: those of them that are whole, nothing that lacks a read. */
static void circles_are_told_by_their_loads(void **state) {
    (void)state;
    for (unsigned n = 2; n <= THREADS; n++) {
        World w;
        world_init(&w, true);
        PrefixId writes[THREADS], last[THREADS] = {0}, other[THREADS] = {0};
        for (unsigned t = 0; t < n; t++) {
            writes[t] = store(&w, (int)t, t);
            last[t] = load(&w, (int)t, (t + 1) % n);
            back_to_start(&w);
        }
        Sat *sat = sat_new((int)w.prefix.events.len, never, NULL);
        for (unsigned t = 0; t < n; t++) {
            memcpy(other, last, n * sizeof *other);
            other[t] = writes[t];
            assert_false(cycles_of(&w.prefix, other, sat));
        }
        assert_true(are_together(sat, last, n));
        assert_true(cycles_of(&w.prefix, last, sat));
        assert_false(are_together(sat, last, n));
        for (unsigned t = 0; t < n; t++) {
            memcpy(other, last, n * sizeof *other);
            other[t] = writes[t];
            assert_true(are_together(sat, other, n));
        }
        sat_free(sat);
        world_free(&w);
    }
}

/* Where two loads of two threads exclude each other, what follows them does, too: one clause is enough, of
 * the first ones. */
static void the_oldest_loads_tell_of_a_cycle(void **state) {
    (void)state;
    World w;
    world_init(&w, true);
    PrefixId first[2], last[THREADS] = {0};
    for (unsigned t = 0; t < 2; t++) {
        store(&w, (int)t, t);
        first[t] = load(&w, (int)t, 1 - t);
        store(&w, (int)t, 2 + t);
        last[t] = load(&w, (int)t, 1 - t);
        back_to_start(&w);
    }
    Sat *sat = sat_new((int)w.prefix.events.len, never, NULL);
    assert_true(cycles_of(&w.prefix, last, sat));
    assert_false(are_together(sat, first, 2));
    world_free(&w);
    sat_free(sat);
}

#define STEPS 5 /* of each thread */
#define RUNS 60
#define TRIES 2000

/* Threads that load and store a few variables, run in random orders: `ends` has the newest events of each
 * run.
 */
static void run_at_random(World *w, uint64_t *random, PrefixId (*ends)[THREADS]) {
    unsigned kind[THREADS][STEPS], variable[THREADS][STEPS], done[THREADS];
    for (unsigned t = 0; t < THREADS; t++)
        for (unsigned k = 0; k < STEPS; k++) {
            uint64_t r = hash_mix(++*random);
            kind[t][k] = r & 3 ? OPERATION_LOAD : OPERATION_STORE;
            variable[t][k] = (unsigned)(r >> 8) % 3;
        }
    for (unsigned run = 0; run < RUNS; run++) {
        memset(done, 0, sizeof done);
        for (unsigned left = THREADS * STEPS; left;) {
            unsigned t = (unsigned)(hash_mix(++*random) >> 8) % THREADS;
            if (done[t] == STEPS) continue;
            ends[run][t] = step(w, (int)t, kind[t][done[t]], variable[t][done[t]]);
            done[t]++;
            left--;
        }
        back_to_start(w);
    }
}

/* The events of some local configurations. False where they are no paths of the threads' trees. */
static bool unite(const World *w, const PrefixId *ids, PrefixId *last) {
    const Prefix *p = &w->prefix;
    memset(last, 0, THREADS * sizeof *last);
    for (unsigned k = 0; k < THREADS; k++)
        for (unsigned u = 0; u < THREADS; u++) {
            PrefixId z = prefix_last(prefix_event(p, ids[k]), u);
            if (prefix_depth(p, z) > prefix_depth(p, last[u])) last[u] = z;
        }
    for (unsigned k = 0; k < THREADS; k++)
        for (unsigned u = 0; u < THREADS; u++) {
            PrefixId z = prefix_last(prefix_event(p, ids[k]), u);
            if (z && !prefix_has(p, last, THREADS, z)) return false;
        }
    return true;
}

static bool has_all(Sat *sat, const Prefix *p, const PrefixId *last) {
    int all = sat_variable(sat);
    for (unsigned t = 0; t < THREADS; t++)
        for (PrefixId z = last[t]; z; z = prefix_event(p, z)->previous) sat_clause(sat, -all, (int)z);
    return sat_solve(sat, all) == SAT_YES;
}

/* What is stated of a set of events rules out that set where it has no order, and never a run. */
static void cycles_rule_out_no_run(void **state) {
    (void)state;
    uint64_t random = 1;
    unsigned cyclic = 0, orders = 0;
    for (unsigned round = 0; round < 8; round++) {
        World w;
        world_init(&w, true);
        static PrefixId ends[RUNS][THREADS];
        run_at_random(&w, &random, ends);
        const Prefix *p = &w.prefix;
        PrefixId ids[THREADS], last[THREADS], *out = xcalloc(p->events.len, sizeof *out);
        for (unsigned k = 0; k < TRIES; k++) {
            for (unsigned t = 0; t < THREADS; t++) {
                ids[t] = ends[hash_mix(++random) % RUNS][t];
                for (uint64_t up = hash_mix(++random) % STEPS; up; up--)
                    ids[t] = prefix_event(p, ids[t])->previous;
            }
            Sat *sat = sat_new((int)p->events.len, never, NULL);
            if (unite(&w, ids, last) && !exclusions_of(p, last, sat)) {
                bool stated = cycles_of(p, last, sat);
                bool ordered = contextual_list(p, last, NULL, 0, out) == prefix_size(p, last);
                assert_int_equal(stated, !ordered);
                assert_int_equal(has_all(sat, p, last), ordered);
                for (unsigned run = 0; run < RUNS && stated; run++) assert_true(has_all(sat, p, ends[run]));
                cyclic += stated;
                orders += ordered;
            }
            sat_free(sat);
        }
        free(out);
        world_free(&w);
    }
    assert_true(cyclic > 20 && orders > 20);
}

/* An order begins with that of the path at hand as far as its events are in it and nothing must come before.
 */
static void orders_keep_the_path(void **state) {
    (void)state;
    World w;
    world_init(&w, true);
    PrefixId r = load(&w, 0, 0);
    back_to_start(&w);
    PrefixId a = store(&w, 1, 1), b = store(&w, 2, 2), c = store(&w, 3, 0);
    PrefixId last[THREADS], out[THREADS];
    const PrefixId path[] = {start_of(&w, b), b, start_of(&w, a), a, start_of(&w, c), c};
    const PrefixId all[] = {r, a, b, c};
    assert_true(join_all(&w, all, 4, last));
    assert_int_equal(list_accesses(&w, last, path, 6, out), 4);
    const PrefixId expected[] = {b, a, r, c};
    assert_memory_equal(out, expected, sizeof out);
    assert_int_equal(list_accesses(&w, last, path + 4, 2, out), 4);
    assert_memory_equal(out, all, sizeof out);
    world_free(&w);
}

/* The pairs of accesses to variable 0 that were told; those to others are atomic. */
typedef struct Pairs {
    PrefixId first[4], second[4];
    unsigned n;
    bool told;
} Pairs;
static bool is_told(void *context, uint32_t loc, uint32_t other) {
    (void)loc, (void)other;
    return ((Pairs *)context)->told;
}
static bool on_pair(void *context, PrefixId first, PrefixId second) {
    Pairs *p = context;
    assert_true(p->n < 4);
    p->first[p->n] = first;
    p->second[p->n++] = second;
    return true;
}

/* A load that comes before a store in the run that was made orders what is around them there, but not in all
 * runs; a load of what was stored does. */
static void what_loads_do_not_order_may_race(void **state) {
    (void)state;
    for (int seen = 0; seen < 2; seen++) {
        World w;
        world_init(&w, true);
        PrefixId x = store(&w, 0, 0);
        if (seen)
            store(&w, 0, 1), load(&w, 1, 1);
        else
            load(&w, 0, 1), store(&w, 1, 1);
        PrefixId y = load(&w, 1, 0);
        Pairs pairs = {.n = 0};
        const ContextualPairs to = {&pairs, is_told, on_pair};
        contextual_unordered(&w.prefix, &to);
        assert_int_equal(pairs.n, seen ? 0 : 1);
        if (!seen) {
            assert_int_equal(pairs.first[0], x);
            assert_int_equal(pairs.second[0], y);
        }
        pairs = (Pairs){.told = true};
        contextual_unordered(&w.prefix, &to);
        assert_int_equal(pairs.n, 0);
        world_free(&w);
    }
    /* Nothing has both: the load comes first, whenever it was met. */
    World w;
    world_init(&w, true);
    PrefixId write = store(&w, 0, 0);
    PrefixId again = store(&w, 0, 0);
    back_to_start(&w);
    PrefixId read = load(&w, 1, 0);
    Pairs pairs = {.n = 0};
    contextual_unordered(&w.prefix, &(ContextualPairs){&pairs, is_told, on_pair});
    /* It comes before the first store, so that orders it with the second. */
    assert_int_equal(pairs.n, 1);
    assert_int_equal(pairs.first[0], read);
    assert_int_equal(pairs.second[0], write);
    assert_int_not_equal(again, write);
    world_free(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_load_is_no_cause_of_a_store),
        cmocka_unit_test(a_store_is_a_cause_of_what_follows),
        cmocka_unit_test(reads_around_a_circle),
        cmocka_unit_test(circles_are_told_by_their_loads),
        cmocka_unit_test(the_oldest_loads_tell_of_a_cycle),
        cmocka_unit_test(cycles_rule_out_no_run),
        cmocka_unit_test(orders_keep_the_path),
        cmocka_unit_test(what_loads_do_not_order_may_race),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
