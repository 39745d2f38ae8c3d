/* ends.c — see ends.h. */
#include "strategies/unfold/maximal/ends.h"
#include "base/tables/hash_set.h"
#include <stdlib.h>

/* --- which events are ends -------------------------------------------------------------------- */

/* The kind of end that an event may be, by what its thread is about to do; false: it goes on. */
static bool end_kind(const PrefixEvent *e, EndKind *kind) {
    const Operation *o = e->pending;
    if (o->kind == OPERATION_NONE)
        *kind = e->looping ? END_LOOPING : e->stopped ? END_STOPPED : END_OVER;
    else if (o->kind == OPERATION_PROCESS_EXIT)
        *kind = END_EXITING;
    else if (o->kind == OPERATION_KERNEL && o->flags & OPERATION_TIMED)
        *kind = END_LATE;
    else if (o->kind == OPERATION_TIMEOUT ||
             (operation_may_block(o->kind) && !(o->kind == OPERATION_KERNEL && !o->call->waits)))
        *kind = END_BLOCKED; /* a sleeper may be notified, and then need a mutex */
    else
        return false;
    return true;
}

static bool has_cut_successor(const Prefix *p, PrefixId id) {
    for (PrefixId c = prefix_event(p, id)->first_child; c; c = prefix_event(p, c)->sibling)
        if (prefix_is_cut(p, c)) return true;
    return false;
}

/* The event of its thread from which on `id` came back to the same state alone, or 0. */
static PrefixId begin_of_round(const Prefix *p, PrefixId id) {
    const PrefixEvent *e = prefix_event(p, id);
    uint32_t own = (uint32_t)e->action->thread;
    for (PrefixId z = e->previous; z; z = prefix_event(p, z)->previous) {
        const PrefixEvent *x = prefix_event(p, z);
        for (uint32_t u = 0; u < MAX(e->nlast, x->nlast); u++)
            if (u != own && prefix_last(e, u) != prefix_last(x, u)) return 0;
        if (x->state == e->state) return z;
    }
    return 0;
}

/* Notes the places of rounds that threads do alone, and that end in cut-offs. */
static void find_rounds(const Prefix *p, HashSet *places) {
    for (PrefixId id = 1; id < p->events.len; id++) {
        PrefixId z = prefix_is_cut(p, id) ? begin_of_round(p, id) : 0;
        for (PrefixId x = id; z && x != z; x = prefix_event(p, x)->previous)
            hash_set_add(places, (uint64_t)prefix_event(p, x)->place + 1);
    }
}

/* --- what threads hold at ends ---------------------------------------------------------------- */

typedef VEC(Hold) Holds;

static void change_hold(Holds *holds, HoldChange c) {
    size_t k = 0;
    if (c.change == HOLD_STAYS) return;
    while (k < holds->len && holds->data[k].key != c.key) k++;
    if (k == holds->len) {
        Hold none = {c.key, 0};
        vec_push(holds, none);
    }
    int32_t *times = &holds->data[k].times;
    switch (c.change) {
    case HOLD_BEGINS: *times = 1; break;
    case HOLD_ENDS: *times = 0; break;
    case HOLD_ONCE_MORE: ++*times; break;
    default: --*times;
    }
    if (!*times) holds->data[k] = vec_pop(holds);
}

typedef VEC(PrefixId) Ids;

/* Computes what the thread of an event holds after it. */
static void find_held(Ends *ends, const Prefix *p, End *end, Holds *holds, Ids *path) {
    holds->len = path->len = 0;
    /* What came before in a thread is the event of the number below, down to its first. */
    invariant(prefix_event(p, end->id)->depth == prefix_event(p, end->id)->action->index);
    for (PrefixId z = end->id; z; z = prefix_event(p, z)->previous) vec_push(path, z);
    invariant(path->len == prefix_event(p, end->id)->depth);
    while (path->len)
        change_hold(holds, operation_hold_change(prefix_event(p, vec_pop(path))->action));
    end->held = ends->held.len;
    end->nheld = (uint32_t)holds->len;
    for (size_t k = 0; k < holds->len; k++) vec_push(&ends->held, holds->data[k]);
}

/* Whether the operation that is pending there can go on at once since the thread itself has its
 * object. */
static bool has_it(const Ends *ends, const End *e) {
    for (uint32_t k = 0; k < e->nwaits; k++)
        if (!e->waits[k].also_own && ends_times(ends, e, e->waits[k].key)) return true;
    return false;
}

/* --- impossible ends -------------------------------------------------------------------------- */

/* Who there is to wait for: keys of what is held at some end, and slots of threads that may not
 * end. */
typedef struct Keepers {
    Index keys;
    VEC(uint64_t) key;
    bool thread[MAX_THREADS];
} Keepers;

static bool is_kept_waiting(const Keepers *k, uint64_t key) {
    return index_find(&k->keys, hash_mix(key), n, k->key.data[n] == key) != INDEX_NONE;
}

static void add_keeper(Keepers *k, const Ends *ends, const Prefix *p, const End *e) {
    if (end_goes_nowhere(e)) k->thread[prefix_event(p, e->id)->action->thread] = true;
    for (uint32_t j = 0; j < e->nheld; j++) {
        uint64_t key = ends_held(ends, e)[j].key;
        if (is_kept_waiting(k, key)) continue;
        index_add(&k->keys, hash_mix(key), (uint32_t)k->key.len);
        vec_push(&k->key, key);
    }
}

/* Whether another thread may keep this one waiting. `circle`: as part of a cycle of waiting
 * threads. */
static bool may_wait(const Keepers *k, const Prefix *p, const End *e, bool circle) {
    const PrefixEvent *x = prefix_event(p, e->id);
    const Operation *o = x->pending;
    bool asleep = operation_sleeps(x->action) && o->kind == OPERATION_WAKE;
    if (o->kind == OPERATION_JOIN) return o->target >= 0 && k->thread[o->target];
    if (!e->nwaits || (asleep && !circle)) return !circle;
    for (uint32_t j = 0; j < e->nwaits; j++)
        if (is_kept_waiting(k, e->waits[j].key)) return true;
    return false;
}

/* The least that threads add to something at any end. */
typedef struct Sum {
    uint64_t key;
    int32_t *least; /* by thread; INT32_MAX: no end */
} Sum;
typedef VEC(Sum) Sums;

static Sum *sum_of(Sums *sums, uint64_t key) {
    for (size_t k = 0; k < sums->len; k++)
        if (sums->data[k].key == key) return &sums->data[k];
    return NULL;
}

/* The least that each thread adds to what is waited for. */
static void find_sums(const Ends *ends, const Prefix *p, Sums *sums) {
    uint64_t key;
    int64_t most;
    for (size_t k = 0; k < ends->list.len; k++) {
        if (!operation_waits_for_sum(prefix_event(p, ends->list.data[k].id)->pending, &key,
                                     &most) ||
            sum_of(sums, key))
            continue;
        Sum s = {key, xcalloc(p->nthreads, sizeof *s.least)};
        for (uint32_t u = 0; u < p->nthreads; u++) s.least[u] = INT32_MAX;
        vec_push(sums, s);
    }
    for (size_t k = 0; k < ends->list.len && sums->len; k++) {
        const End *e = &ends->list.data[k];
        uint32_t thread = (uint32_t)prefix_event(p, e->id)->action->thread;
        for (size_t j = 0; j < sums->len; j++) {
            int32_t *least = &sums->data[j].least[thread];
            *least = MIN(*least, ends_times(ends, e, sums->data[j].key));
        }
    }
}

/* Whether all threads together may add so little that the thread waits. */
static bool may_lack(const Ends *ends, const Prefix *p, Sums *sums, const End *e) {
    const PrefixEvent *x = prefix_event(p, e->id);
    uint64_t key;
    int64_t most;
    if (!operation_waits_for_sum(x->pending, &key, &most)) return true;
    const Sum *s = sum_of(sums, key);
    /* find_sums saw this end, too. */
    invariant(s && s->least[x->action->thread] <= ends_times(ends, e, key));
    int64_t sum = ends_times(ends, e, key);
    for (uint32_t u = 0; u < p->nthreads; u++) {
        if (u == (uint32_t)x->action->thread) continue;
        /* A thread that is not among the causes may not be there at all. */
        int32_t least = s->least[u];
        if (!prefix_last(x, u)) least = MIN(least, 0);
        if (least < INT32_MAX) sum += least;
    }
    return sum <= most;
}

static void sums_free(Sums *sums) {
    for (size_t k = 0; k < sums->len; k++) free(sums->data[k].least);
    vec_free(sums);
}

static void keepers_free(Keepers *k) {
    index_free(&k->keys);
    vec_free(&k->key);
}

/* Takes out those that nobody can keep waiting, and those that only they could keep, and so on. */
static void leave_out_unkept(Ends *ends, const Prefix *p) {
    for (bool changed = true; changed;) {
        Keepers keepers = {0};
        Sums sums = {0};
        size_t kept = 0, before = ends->list.len;
        changed = false;
        find_sums(ends, p, &sums);
        for (size_t k = 0; k < before; k++) add_keeper(&keepers, ends, p, &ends->list.data[k]);
        for (size_t k = 0; k < before; k++) {
            const End *e = &ends->list.data[k];
            bool waits = e->kind != END_BLOCKED ||
                         (may_wait(&keepers, p, e, false) && may_lack(ends, p, &sums, e));
            changed |= !waits;
            if (!waits && !e->cut) continue;
            ends->list.data[kept] = *e;
            if (!waits) ends->list.data[kept].kind = END_CUT, ends->list.data[kept].nwaits = 0;
            kept++;
        }
        ends->list.len = kept;
        sums_free(&sums);
        keepers_free(&keepers);
    }
}

/* Finds the ends that may be part of a cycle of waiting threads, all of which are blocked. */
static void find_circles(Ends *ends, const Prefix *p) {
    for (size_t k = 0; k < ends->list.len; k++)
        ends->list.data[k].circles = ends->list.data[k].kind == END_BLOCKED;
    for (bool changed = true; changed;) {
        Keepers keepers = {0};
        changed = ends->circles = false;
        for (size_t k = 0; k < ends->list.len; k++)
            if (ends->list.data[k].circles) add_keeper(&keepers, ends, p, &ends->list.data[k]);
        for (size_t k = 0; k < ends->list.len; k++) {
            End *e = &ends->list.data[k];
            if (!e->circles) continue;
            e->circles = may_wait(&keepers, p, e, true);
            changed |= !e->circles;
            ends->circles |= e->circles;
        }
        keepers_free(&keepers);
    }
}

static void check_ends(const Ends *ends, const Prefix *p) {
    bool circles = false;
    for (size_t k = 0; k < ends->list.len; k++) {
        const End *e = &ends->list.data[k];
        invariant(!k || ends->list.data[k - 1].id < e->id);
        invariant(!prefix_is_cut(p, e->id));
        /* Only who waits can be part of a circle, and only of one that needs others that wait. */
        invariant(e->kind == END_BLOCKED || (!e->circles && !e->nwaits));
        invariant(e->nwaits <= HOLD_WAITS && e->held + e->nheld <= ends->held.len);
        /* What a thread has given back as often as it took it is not held. */
        for (uint32_t j = 0; j < e->nheld; j++) {
            invariant(ends_held(ends, e)[j].times);
            invariant(ends_times(ends, e, ends_held(ends, e)[j].key) ==
                      ends_held(ends, e)[j].times);
        }
        /* Who waits for what it has itself goes on. */
        invariant(!has_it(ends, e));
        circles |= e->circles;
    }
    invariant(circles == ends->circles);
}

void ends_find(Ends *ends, const Prefix *p) {
    Holds held = {0};
    Ids path = {0};
    HashSet places = {0};
    *ends = (Ends){0};
    find_rounds(p, &places);
    for (PrefixId id = 1; id < p->events.len; id++) {
        const PrefixEvent *x = prefix_event(p, id);
        End e = {.id = id, .kind = END_CUT};
        if (prefix_is_cut(p, id) || x->action->op.kind == OPERATION_PROCESS_EXIT) continue;
        e.cut = has_cut_successor(p, id);
        if (!end_kind(x, &e.kind) && !e.cut) continue;
        e.rounds = e.cut && hash_set_has(&places, (uint64_t)x->place + 1);
        find_held(ends, p, &e, &held, &path);
        if (e.kind == END_BLOCKED) e.nwaits = operation_held_up_by(x->pending, e.waits);
        if (has_it(ends, &e)) {
            if (!e.cut) continue;
            e.kind = END_CUT;
            e.nwaits = 0;
        }
        vec_push(&ends->list, e);
    }
    vec_free(&held);
    vec_free(&path);
    hash_set_free(&places);
    leave_out_unkept(ends, p);
    find_circles(ends, p);
    for (size_t k = 0; k < ends->list.len; k++) {
        ends->blocked |= ends->list.data[k].kind == END_BLOCKED;
        ends->looping |= ends->list.data[k].kind == END_LOOPING;
        ends->rounds |= ends->list.data[k].rounds;
    }
    if (unlikely(base_invariants)) check_ends(ends, p);
}

void ends_free(Ends *ends) {
    vec_free(&ends->list);
    vec_free(&ends->held);
}
