/* Possible extensions of a prefix: events may be linked one by one or all at once, and searched for in any
 * order and in any view, and the same is found. */
#include "base/tables/hash_set.h"
#include "strategies/unfold/prefix.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>

#define THREADS 3

/* What searches told: names of extensions, and pairs that met; how often in all. */
typedef struct Told {
    HashSet extensions, met;
    unsigned n;
} Told;

/* Each of the threads stores a variable of its own and then, twice, a common one. The prefix has all runs in
 * which one or two threads do that one after the other. */
typedef struct World {
    History history;
    Machine machine;
    Thread thread[THREADS];
    Prefix prefix;
    Scratch scratch;
    VEC(PrefixId) path;
    Told told;
} World;

static void on_found(void *context, const PossibleExtension *x) {
    Told *told = context;
    hash_set_add(&told->extensions, x->name);
    told->n++;
}
static void on_met(void *context, PrefixId id, PrefixId other) {
    Told *told = context;
    hash_set_add(&told->met, hash_mix((uint64_t)id << 32 | other) | 1);
    told->n++;
}
static bool never(void *context) {
    (void)context;
    return false;
}

static Operation store(unsigned variable) {
    return (Operation){.kind = OPERATION_STORE,
                       .object = 0x10000 + 8 * variable,
                       .size = 8,
                       .flags = MEMORY_ATOMIC,
                       .target = -1};
}

static const Operation start = {.kind = OPERATION_START, .target = -1};

static Event *push_event(World *w, int thread, Operation op) {
    History *h = &w->history;
    Action a = {.thread = thread, .index = (uint32_t)h->own.data[thread].len + 1, .op = op};
    Event *e = history_event(h, &a);
    history_push(h, e);
    return e;
}

/* The next event of a thread: its start, then its stores. */
static void step(World *w, int thread) {
    Thread *t = &w->thread[thread];
    size_t n = w->history.own.data[thread].len;
    Operation own = store((unsigned)thread), common = store(THREADS);
    const Event *e = push_event(w, thread, n == 0 ? start : n == 1 ? own : common);
    t->status = n < 3 ? THREAD_READY : THREAD_EXITED;
    t->pending = n ? common : own;
    PrefixId id = prefix_find(&w->prefix, e->name);
    if (!id) id = prefix_add(&w->prefix, &w->history, e, w->path.data, &w->machine);
    vec_push(&w->path, id);
}

static void all_of(World *w, int thread) {
    for (unsigned k = 0; k < 4; k++) step(w, thread);
}

static void world_init(World *w) {
    memset(w, 0, sizeof *w);
    history_init(&w->history);
    history_cover(&w->history, THREADS);
    scratch_init(&w->scratch);
    prefix_init(&w->prefix, &w->scratch);
    w->prefix.context = &w->told;
    w->prefix.found = on_found;
    w->prefix.met = on_met;
    w->prefix.stopped = never;
    for (int t = 0; t < THREADS; t++) {
        w->machine.threads[t] = &w->thread[t];
        w->thread[t].top = UINT32_MAX; /* no frame: it is nowhere in a program */
    }
    for (int t = 0; t < THREADS; t++)
        for (int other = 0; other < THREADS; other++) {
            all_of(w, t);
            if (other != t) all_of(w, other);
            while (w->history.path.len) event_unref(&w->history, history_pop(&w->history));
            w->path.len = 0;
        }
}

static void world_free(World *w) {
    prefix_free(&w->prefix);
    history_free(&w->history);
    scratch_free(&w->scratch);
    vec_free(&w->path);
    hash_set_free(&w->told.extensions);
    hash_set_free(&w->told.met);
}

static void assert_same(const HashSet *x, const HashSet *y) {
    assert_int_equal(x->len, y->len);
    for (size_t k = 0; k < x->cap; k++)
        if (x->data[k]) assert_true(hash_set_has(y, x->data[k]));
}

static void linked_at_once(void **state) {
    (void)state;
    static World one_by_one, at_once;
    world_init(&one_by_one);
    world_init(&at_once);
    Prefix *p = &one_by_one.prefix, *q = &at_once.prefix;
    PrefixId n = (PrefixId)p->events.len;
    assert_int_equal(q->events.len, n);
    for (PrefixId id = 1; id < n; id++) {
        prefix_link(p, id);
        prefix_search(p, id);
    }
    for (PrefixId id = 1; id < n; id++) prefix_link(q, id);
    Scratch scratch;
    scratch_init(&scratch);
    Prefix view = prefix_view(q, &scratch, &at_once.told);
    for (PrefixId id = n; --id;) prefix_search(&view, id);
    scratch_free(&scratch);
    assert_true(one_by_one.told.extensions.len > n);
    assert_true(one_by_one.told.met.len > 0);
    assert_same(&one_by_one.told.extensions, &at_once.told.extensions);
    assert_same(&one_by_one.told.met, &at_once.told.met);
    assert_int_equal(one_by_one.told.n, at_once.told.n);
    world_free(&one_by_one);
    world_free(&at_once);
}

/* Names are found while more are added: what was looked through before stays. */
static void names_of_many(void **state) {
    (void)state;
    static World w;
    world_init(&w);
    Prefix old = w.prefix;
    for (unsigned k = 0; k < 200; k++)
        for (int t = 0; t < THREADS; t++) {
            Thread *thread = &w.thread[t];
            const Event *e = push_event(&w, t, k ? store(THREADS + 1) : start);
            thread->status = THREAD_EXITED;
            PrefixId id = prefix_find(&w.prefix, e->name); /* that of a start is there */
            if (!id) id = prefix_add(&w.prefix, &w.history, e, w.path.data, &w.machine);
            vec_push(&w.path, id);
            assert_int_equal(prefix_find(&w.prefix, e->name), id);
        }
    for (PrefixId id = 1; id < w.prefix.events.len; id++) {
        uint64_t name = prefix_event(&w.prefix, id)->name;
        assert_int_equal(prefix_find(&w.prefix, name), id);
        if (id < old.events.len) assert_int_equal(prefix_find(&old, name), id);
    }
    world_free(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(linked_at_once),
        cmocka_unit_test(names_of_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
