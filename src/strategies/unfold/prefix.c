/* prefix.c — see prefix.h. */
#include "strategies/unfold/prefix.h"
#include "strategies/unfold/contextual.h"
#include <stdlib.h>

/* --- names ------------------------------------------------------------------------------------ */

/* Hash table with open addressing from names to numbers, for one writer and many readers. A full
 * table is replaced by a larger one and kept, unless there are no other readers. */
struct PrefixNames {
    PrefixNames *older;
    size_t cap, len;  /* `cap` is a power of two, and more than `len` */
    uint64_t slots[]; /* 0 is empty; else 32 bits of the hash of the name, below them the number */
};

static uint32_t name_tag(uint64_t name) { return (uint32_t)hash_mix(name); }

static PrefixNames *names_new(size_t cap, PrefixNames *older) {
    PrefixNames *t = xcalloc(1, sizeof *t + cap * sizeof t->slots[0]);
    t->cap = cap;
    t->older = older;
    return t;
}

static void names_put(PrefixNames *t, uint64_t slot) {
    size_t i = slot >> 32 & (t->cap - 1);
    while (t->slots[i]) i = (i + 1) & (t->cap - 1);
    __atomic_store_n(&t->slots[i], slot, __ATOMIC_RELEASE);
    t->len++;
}

/* Release store: a reader that finds the name also sees the finished event. */
static void names_add(Prefix *p, uint64_t name, PrefixId id) {
    PrefixNames *t = p->names;
    if ((t->len + 1) * 8 > t->cap * 5) {
        PrefixNames *larger = names_new(2 * t->cap, t);
        for (size_t i = 0; i < t->cap; i++)
            if (t->slots[i]) names_put(larger, t->slots[i]);
        __atomic_store_n(&p->names, larger, __ATOMIC_RELEASE);
        if (p->alone) {
            larger->older = t->older;
            free(t);
        }
        t = larger;
    }
    names_put(t, (uint64_t)name_tag(name) << 32 | id);
}

PrefixId prefix_find(const Prefix *p, uint64_t name) {
    const PrefixNames *t = __atomic_load_n(&p->names, __ATOMIC_ACQUIRE);
    uint32_t tag = name_tag(name);
    for (size_t i = tag & (t->cap - 1);; i = (i + 1) & (t->cap - 1)) {
        uint64_t slot = __atomic_load_n(&t->slots[i], __ATOMIC_ACQUIRE);
        if (!slot) return 0;
        if (slot >> 32 == tag && p->events.data[(PrefixId)slot].name == name) return (PrefixId)slot;
    }
}

static uint64_t names_bytes(const PrefixNames *t) {
    uint64_t bytes = 0;
    for (; t; t = t->older) bytes += sizeof *t + t->cap * sizeof t->slots[0];
    return bytes;
}

/* --- the prefix ------------------------------------------------------------------------------- */

void prefix_init(Prefix *p, Scratch *scratch) {
    *p = (Prefix){.scratch = scratch, .arena = arena_new(), .names = names_new(64, NULL)};
    p->events.data = base_reserve(PREFIX_MAX_EVENTS * sizeof *p->events.data);
    p->events.cap = PREFIX_MAX_EVENTS;
    PrefixEvent none = {0};
    vec_push(&p->events, none);
}

void prefix_free(Prefix *p) {
    base_release(p->events.data, PREFIX_MAX_EVENTS * sizeof *p->events.data);
    vec_free(&p->branches);
    vec_free(&p->linked);
    vec_free(&p->notifications);
    vec_free(&p->actions);
    vec_free(&p->logs);
    index_free(&p->by_cause);
    for (PrefixNames *t = p->names, *older; t; t = older) {
        older = t->older;
        free(t);
    }
    index_free(&p->by_action);
    index_free(&p->by_log);
    arena_free(p->arena);
}

Prefix prefix_view(const Prefix *p, Scratch *scratch, void *context) {
    Prefix view = *p;
    view.scratch = scratch;
    view.context = context;
    return view;
}

/* --- branches --------------------------------------------------------------------------------- */

static uint64_t branch_hash(PrefixId previous, uint32_t thread, uint32_t other, PrefixId cause) {
    return hash_mix(hash_mix((uint64_t)previous << 32 | cause) + ((uint64_t)thread << 32 | other));
}

PrefixBranch *prefix_branch(const Prefix *p, PrefixId previous, uint32_t thread, uint32_t other,
                            PrefixId cause) {
    uint32_t number =
        index_find(&p->by_cause, branch_hash(previous, thread, other, cause), n,
                   p->branches.data[n].previous == previous && p->branches.data[n].cause == cause &&
                       p->branches.data[n].thread == thread && p->branches.data[n].other == other);
    return number == INDEX_NONE ? NULL : &p->branches.data[number];
}

static void add_to_branches(Prefix *p, PrefixId id) {
    const PrefixEvent *e = prefix_event(p, id);
    uint32_t own = (uint32_t)e->action->thread;
    for (uint32_t u = 0; u < p->nthreads; u++) {
        PrefixId cause = prefix_last(e, u);
        if (u == own) continue;
        *prefix_next(e, u) = 0;
        PrefixBranch *b = prefix_branch(p, e->previous, own, u, cause);
        if (b) {
            *prefix_next(prefix_event(p, b->newest), u) = id;
            b->newest = id;
            continue;
        }
        PrefixBranch n = {e->previous, cause, (uint16_t)own, (uint16_t)u, id, id};
        index_add(&p->by_cause, branch_hash(e->previous, own, u, cause), (uint32_t)p->branches.len);
        vec_push(&p->branches, n);
    }
}

/* Links an event to its branches, which are in the order of turns. */
static void link_into_trees(Prefix *p, PrefixId id) {
    const PrefixEvent *e = prefix_event(p, id);
    PrefixEvent *before = &p->events.data[e->previous];
    for (uint32_t u = 0; u < p->nthreads; u++)
        before->followed |= prefix_branch_bit(u, prefix_last(e, u));
    add_to_branches(p, id);
}

void prefix_link(Prefix *p, PrefixId id) {
    PrefixEvent *e = &p->events.data[id];
    invariant(!e->turn);
    /* The causes of an event have their turns before it. */
    for (uint32_t u = 0; unlikely(base_invariants) && u < e->nlast; u++)
        invariant(e->last[u] == id || !e->last[u] || prefix_event(p, e->last[u])->turn);
    vec_push(&p->linked, id);
    e->turn = (uint32_t)p->linked.len;
    link_into_trees(p, id);
    if (operation_open(e->action->op.kind)) vec_push(&p->notifications, id);
}

/* Allocates room for the newest causes of an event, followed by its successors in its branches. */
static PrefixId *take_causes(Prefix *p, uint32_t nlast) {
    return arena_alloc_aligned(p->arena, (nlast + p->nthreads) * sizeof(PrefixId),
                               sizeof(PrefixId));
}

/* Extends the prefix to more threads; existing events have no causes in the new ones. */
static void cover_threads(Prefix *p, uint32_t threads) {
    if (threads <= p->nthreads) return;
    p->nthreads = threads;
    p->branches.len = 0;
    index_clear(&p->by_cause);
    for (PrefixId id = 1; id < p->events.len; id++) {
        PrefixEvent *e = &p->events.data[id];
        PrefixId *last = take_causes(p, e->nlast);
        memcpy(last, e->last, e->nlast * sizeof *last);
        e->last = last;
    }
    for (size_t k = 0; k < p->linked.len; k++) link_into_trees(p, p->linked.data[k]);
}

/* --- what is kept once ------------------------------------------------------------------------ */

static bool operation_same(const Operation *x, const Operation *y) {
    return x->kind == y->kind && x->size == y->size && x->flags == y->flags &&
           x->order == y->order && x->target == y->target && x->object == y->object &&
           x->detail == y->detail && x->condition == y->condition &&
           x->generation == y->generation && x->loc == y->loc;
}

static bool action_same(const Action *x, const Action *y) {
    return x->thread == y->thread && x->index == y->index && x->outcome == y->outcome &&
           operation_same(&x->op, &y->op);
}

static const Action *keep_action(Prefix *p, const Action *a) {
    uint64_t hash =
        hash_combine((uint64_t)a->thread << 32 | a->index, (uint64_t)a->outcome << 32 | a->op.loc);
    hash = hash_combine(hash, a->op.object);
    hash = hash_combine(hash, (uint64_t)a->op.kind << 48 ^ a->op.detail);
    uint32_t n = index_find(&p->by_action, hash, k, action_same(p->actions.data[k], a));
    if (n != INDEX_NONE) return p->actions.data[n];
    Action *kept = arena_alloc(p->arena, sizeof *kept);
    *kept = *a;
    index_add(&p->by_action, hash, (uint32_t)p->actions.len);
    vec_push(&p->actions, kept);
    return kept;
}

static const Operation *keep_pending(Prefix *p, const Thread *t, uint32_t thread) {
    static const Operation none = {0};
    if (t->status != THREAD_READY) return &none;
    return &keep_action(p, &(Action){.thread = (int32_t)thread, .op = t->pending})->op;
}

/* The place of a thread by which findings tell it (finding_key): its innermost line outside
 * libraries. */
static uint64_t thread_place(const Machine *m, const Thread *t) {
    bool there = t->status == THREAD_STOPPED || t->status == THREAD_READY;
    return there ? hash_mix(machine_loc(m, t)) : 0;
}

/* Invariant of an event of the prefix: its causes were added before it and are causally closed,
 * each entry belongs to its thread, and the event is the newest cause in its own thread. */
static void prefix_check_event(const Prefix *p, PrefixId id) {
    const PrefixEvent *e = prefix_event(p, id);
    uint32_t own = (uint32_t)e->action->thread;
    invariant(own < e->nlast && e->nlast <= p->nthreads);
    invariant(e->last[own] == id && e->depth == e->action->index);
    invariant(e->previous < id && prefix_depth(p, e->previous) + 1 == e->depth);
    invariant(prefix_find(p, e->name) == id);
    for (uint32_t u = 0; u < e->nlast; u++) {
        PrefixId z = u == own ? e->previous : e->last[u];
        const PrefixEvent *x = prefix_event(p, z);
        if (!z) continue;
        invariant(z < id && (uint32_t)x->action->thread == u);
        for (uint32_t v = 0; v < x->nlast; v++)
            if (v != own) invariant(prefix_known(p, x, v) <= prefix_known(p, e, v));
        /* Causality has no cycles. */
        invariant(prefix_known(p, x, own) < e->depth);
    }
}

PrefixId prefix_add(Prefix *p, const History *h, const Event *e, const PrefixId *ids,
                    const Machine *m) {
    PrefixId id = (PrefixId)p->events.len;
    uint32_t own = (uint32_t)e->action.thread;
    const Thread *t = m->threads[own];
    cover_threads(p, e->nclock);
    PrefixEvent n = {.action = keep_action(p, &e->action),
                     .name = e->name,
                     .touches = operation_footprint(&e->action),
                     .pending = keep_pending(p, t, own),
                     .depth = e->action.index,
                     .last = take_causes(p, e->nclock),
                     .nlast = (uint16_t)e->nclock,
                     .stopped = t->status == THREAD_STOPPED,
                     .looping = t->looping,
                     .place = (uint32_t)thread_place(m, t),
                     .state = hash_combine(e->state.a, e->state.b)};
    for (uint32_t u = 0; u < e->nclock; u++) {
        uint32_t c = event_strong_clock(h, e, u);
        if (u == own) c--;
        n.last[u] = c ? ids[history_own(h, u, c)->position] : 0;
        invariant(n.last[u] < id);
    }
    n.previous = n.last[own];
    n.touched = n.touches | p->events.data[n.previous].touched;
    n.last[own] = id;
    PrefixEvent *before = &p->events.data[n.previous];
    if (n.previous) n.sibling = before->first_child;
    invariant(id < PREFIX_MAX_EVENTS - 1);
    vec_push(&p->events, n);
    /* Release store: a reader that sees `id` also sees the finished event. */
    if (n.previous) __atomic_store_n(&before->first_child, id, __ATOMIC_RELEASE);
    names_add(p, e->name, id);
    if (unlikely(base_invariants)) prefix_check_event(p, id);
    return id;
}

void prefix_keep_log(Prefix *p, PrefixId id, const LogEntry *log, size_t n) {
    PrefixEvent *e = &p->events.data[id];
    if (!n || e->log) return;
    uint64_t hash = n;
    for (size_t k = 0; k < n; k++)
        hash = hash_combine(hash, log[k].word ^ (uint64_t)log[k].writes << 56 ^
                                      (uint64_t)log[k].loc << 32);
    uint32_t found = index_find(&p->by_log, hash, k,
                                p->logs.data[k]->n == n &&
                                    !memcmp(p->logs.data[k]->entry, log, n * sizeof *log));
    if (found != INDEX_NONE) {
        e->log = p->logs.data[found];
        return;
    }
    PrefixLog *kept = arena_alloc(p->arena, sizeof *kept + n * sizeof *log);
    *kept = (PrefixLog){.n = (uint32_t)n};
    memcpy(kept->entry, log, n * sizeof *log);
    for (size_t k = 0; k < n; k++) {
        uint64_t words = log[k].words > 1 ? UINT64_MAX : 1ull << (hash_mix(log[k].word) & 63);
        *(log[k].writes ? &kept->writes : &kept->reads) |= words;
    }
    index_add(&p->by_log, hash, (uint32_t)p->logs.len);
    vec_push(&p->logs, kept);
    e->log = kept;
}

/* --- configurations --------------------------------------------------------------------------- */

PrefixId prefix_creation(const Prefix *p, PrefixId id) {
    const PrefixEvent *e = prefix_event(p, id);
    for (uint32_t u = 0; e->action->op.kind == OPERATION_START && u < e->nlast; u++) {
        const Action *a = e->last[u] ? prefix_event(p, e->last[u])->action : NULL;
        if (a && a->op.kind == OPERATION_CREATE && a->op.target == e->action->thread)
            return e->last[u];
    }
    return 0;
}

/* Whether an event outside of a configuration conflicts with one of it that is no cause of `e`. */
static ALWAYS_INLINE bool prefix_conflicts(const Prefix *p, const PrefixId *last,
                                           const PrefixEvent *e, const PrefixEvent *z,
                                           bool contextual) {
    const Action *x = z->action;
    for (uint32_t v = 0; v < p->nthreads; v++) {
        if (v == (uint32_t)x->thread || !(p->events.data[last[v]].touched & z->touches)) continue;
        uint32_t known = prefix_known(p, e, v);
        for (const PrefixEvent *w = &p->events.data[last[v]];
             w->depth > known && w->touched & z->touches; w = &p->events.data[w->previous]) {
            const Action *y = w->action;
            if (w->touches & z->touches && operation_dependent(y, x) &&
                !(contextual && contextual_together(y, x)))
                return true;
        }
    }
    return false;
}

/* Invariant: an event that is passed over by what it touches does not conflict. */
static void prefix_check_footprints(const Prefix *p, const PrefixId *last, const PrefixEvent *z) {
    for (uint32_t v = 0; v < p->nthreads; v++)
        for (PrefixId w = last[v]; w; w = p->events.data[w].previous) {
            const PrefixEvent *y = &p->events.data[w];
            invariant(!(y->touches & ~p->events.data[last[v]].touched));
            invariant(v == (uint32_t)z->action->thread || y->touches & z->touches ||
                      !operation_dependent(y->action, z->action));
        }
}

static ALWAYS_INLINE bool prefix_join_event(const Prefix *p, PrefixId *last, PrefixId id,
                                            bool contextual) {
    const PrefixEvent *e = prefix_event(p, id);
    for (uint32_t u = 0; u < e->nlast; u++) {
        PrefixId x = last[u], y = e->last[u];
        if (!x || !y || x == y) continue;
        if (prefix_depth(p, y) <= prefix_depth(p, x)
                ? prefix_ancestor(p, x, prefix_depth(p, y)) != y
                : prefix_ancestor(p, y, prefix_depth(p, x)) != x)
            return false;
    }
    for (uint32_t u = 0; u < e->nlast; u++) {
        uint32_t known = last[u] ? prefix_depth(p, last[u]) : 0;
        for (PrefixId z = e->last[u]; z && prefix_depth(p, z) > known;
             z = p->events.data[z].previous) {
            if (unlikely(base_invariants)) prefix_check_footprints(p, last, prefix_event(p, z));
            if (prefix_conflicts(p, last, e, prefix_event(p, z), contextual)) return false;
        }
        if (!contextual && e->last[u] && prefix_depth(p, e->last[u]) > known) last[u] = e->last[u];
    }
    if (!contextual) return true;
    if (!contextual_compatible(p, last, id)) return false;
    for (uint32_t u = 0; u < e->nlast; u++)
        if (e->last[u] && (!last[u] || prefix_depth(p, e->last[u]) > prefix_depth(p, last[u])))
            last[u] = e->last[u];
    return true;
}

static __attribute__((noinline)) bool join_contextual(const Prefix *p, PrefixId *last,
                                                      PrefixId id) {
    return prefix_join_event(p, last, id, true);
}

/* Invariant of a set of events, given by the newest of each thread, to which `id` was joined: it
 * contains the causes of its events. */
static void prefix_check_joined(const Prefix *p, const PrefixId *last, PrefixId id) {
    invariant(prefix_has(p, last, p->nthreads, id));
    for (uint32_t u = 0; u < p->nthreads; u++) {
        const PrefixEvent *e = prefix_event(p, last[u]);
        if (!last[u]) continue;
        invariant((uint32_t)e->action->thread == u);
        for (uint32_t v = 0; v < e->nlast; v++)
            invariant(!e->last[v] || prefix_has(p, last, p->nthreads, e->last[v]));
    }
}

bool prefix_join(const Prefix *p, PrefixId *last, PrefixId id) {
    bool joined = unlikely(p->contextual) ? join_contextual(p, last, id)
                                          : prefix_join_event(p, last, id, false);
    if (unlikely(base_invariants) && joined) prefix_check_joined(p, last, id);
    return joined;
}

size_t prefix_size(const Prefix *p, const PrefixId *last) {
    size_t n = 0;
    for (uint32_t u = 0; u < p->nthreads; u++) n += last[u] ? prefix_depth(p, last[u]) : 0;
    return n;
}

static int compare_ids(const void *a, const void *b) {
    PrefixId x = *(const PrefixId *)a, y = *(const PrefixId *)b;
    return x < y ? -1 : x > y;
}

/* Lists events by number: an event is added after its causes, so numbers grow along causality. */
size_t prefix_list(const Prefix *p, const PrefixId *last, PrefixId *out) {
    size_t n = 0;
    for (uint32_t u = 0; u < p->nthreads; u++)
        for (PrefixId z = last[u]; z; z = p->events.data[z].previous) out[n++] = z;
    if (n) qsort(out, n, sizeof *out, compare_ids);
    return n;
}

uint64_t prefix_bytes(const Prefix *p) {
    return p->events.len * sizeof p->events.data[0] + p->branches.len * sizeof p->branches.data[0] +
           names_bytes(p->names) +
           (p->by_cause.cap + p->by_action.cap + p->by_log.cap) * sizeof p->by_cause.slots[0] +
           p->linked.len * sizeof p->linked.data[0] +
           (p->actions.len + p->logs.len) * sizeof(void *) + arena_bytes(p->arena);
}
