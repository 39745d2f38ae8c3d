/* prefix.c — see prefix.h. */
#include "event/prefix.h"
#include "event/contextual.h"
#include <stdlib.h>

void prefix_init(Prefix *p, Scratch *scratch) {
    *p = (Prefix){.scratch = scratch};
    PrefixEvent none = {0};
    vec_push(&p->events, none);
}

void prefix_free(Prefix *p) {
    for (size_t k = 0; k < p->events.len; k++) {
        free(p->events.data[k].last);
        free(p->events.data[k].log);
    }
    vec_free(&p->events);
    for (size_t k = 0; k < p->branches.len; k++) free(p->branches.data[k].events);
    vec_free(&p->branches);
    vec_free(&p->notifications);
    index_free(&p->by_cause);
    index_free(&p->by_name);
}

PrefixId prefix_find(const Prefix *p, uint64_t name) {
    uint32_t n = index_find(&p->by_name, hash_mix(name), k, p->events.data[k].name == name);
    return n == INDEX_NONE ? 0 : n;
}

static uint64_t branch_hash(PrefixId previous, uint32_t thread, uint32_t other, PrefixId cause) {
    return hash_mix(hash_mix((uint64_t)previous << 32 | cause) + ((uint64_t)thread << 32 | other));
}

/* The branch of events of `thread` that follow `previous`, with this newest cause in thread `other`; NULL
 * where there is none. */
static PrefixBranch *find_branch(const Prefix *p, PrefixId previous, uint32_t thread, uint32_t other,
                                 PrefixId cause) {
    uint32_t number =
        index_find(&p->by_cause, branch_hash(previous, thread, other, cause), n,
                   p->branches.data[n].previous == previous && p->branches.data[n].cause == cause &&
                       p->branches.data[n].thread == thread && p->branches.data[n].other == other);
    return number == INDEX_NONE ? NULL : &p->branches.data[number];
}

static void add_to_branches(Prefix *p, PrefixId id) {
    const PrefixEvent *e = prefix_event(p, id);
    uint32_t own = (uint32_t)e->action.thread;
    for (uint32_t u = 0; u < p->nthreads; u++) {
        PrefixId cause = u < e->nlast ? e->last[u] : 0;
        if (u == own) continue;
        PrefixBranch *b = find_branch(p, e->previous, own, u, cause);
        if (!b) {
            PrefixBranch n = {.previous = e->previous, .cause = cause, .thread = own, .other = u};
            index_add(&p->by_cause, branch_hash(e->previous, own, u, cause), (uint32_t)p->branches.len);
            vec_push(&p->branches, n);
            b = &vec_last(&p->branches);
        }
        if (b->len == b->cap) {
            b->cap = b->cap ? 2 * b->cap : 2;
            b->events = xrealloc(b->events, b->cap * sizeof *b->events);
        }
        b->events[b->len++] = id;
    }
}

/* More threads than before: what is there has no cause in them. */
static void cover_threads(Prefix *p, uint32_t threads) {
    if (threads <= p->nthreads) return;
    p->nthreads = threads;
    for (size_t k = 0; k < p->branches.len; k++) p->branches.data[k].len = 0;
    for (PrefixId id = 1; id < p->events.len; id++)
        if (p->events.data[id].included) add_to_branches(p, id);
}

/* Where a thread is: the innermost line, or where it stopped. */
static uint64_t place_of(const Machine *m, const Thread *t) {
    uint32_t loc;
    const char *function;
    if (t->status == THREAD_STOPPED) return hash_mix(machine_loc(m, t));
    if (t->status != THREAD_READY || !machine_stack_locs(m, t, &loc, &function, 1)) return 0;
    return hash_combine(hash_string(function), loc);
}

PrefixId prefix_add(Prefix *p, const History *h, const Event *e, const PrefixId *ids, const Machine *m) {
    PrefixId id = (PrefixId)p->events.len;
    uint32_t own = (uint32_t)e->action.thread;
    const Thread *t = m->threads[own];
    PrefixEvent n = {.action = e->action,
                     .name = e->name,
                     .nlast = e->nclock,
                     .stopped = t->status == THREAD_STOPPED,
                     .looping = t->looping,
                     .place = place_of(m, t)};
    if (t->status == THREAD_READY) n.pending = t->pending;
    n.last = xcalloc(e->nclock, sizeof *n.last);
    for (uint32_t u = 0; u < e->nclock; u++) {
        uint32_t c = event_strong_clock(h, e, u);
        if (u == own) c--;
        if (c) n.last[u] = ids[history_own(h, u, c)->position];
    }
    for (uint32_t u = 0; u < e->nclock; u++) invariant(n.last[u] < id);
    n.previous = n.last[own];
    n.last[own] = id;
    cover_threads(p, e->nclock);
    if (n.previous) {
        PrefixEvent *before = &p->events.data[n.previous];
        n.sibling = before->first_child;
        before->first_child = id;
    }
    vec_push(&p->events, n);
    index_add(&p->by_name, hash_mix(e->name), id);
    return id;
}

void prefix_keep_log(Prefix *p, PrefixId id, const LogEntry *log, size_t n) {
    PrefixEvent *e = &p->events.data[id];
    if (!n || e->log) return;
    e->log = xmalloc(n * sizeof *log);
    memcpy(e->log, log, n * sizeof *log);
    e->nlog = (uint32_t)n;
    for (size_t k = 0; k < n; k++) {
        uint64_t words = log[k].words > 1 ? UINT64_MAX : 1ull << (hash_mix(log[k].word) & 63);
        *(log[k].writes ? &e->writes : &e->reads) |= words;
    }
}

/* --- configurations ---------------------------------------------------------------------------------- */

static inline uint32_t depth(const Prefix *p, PrefixId id) { return p->events.data[id].action.index; }

/* The event of the tree path to `id` that is its thread's n-th. */
static PrefixId ancestor(const Prefix *p, PrefixId id, uint32_t n) {
    while (depth(p, id) > n) id = p->events.data[id].previous;
    return id;
}

/* Whether an earlier event of another thread is a cause, and so tells later ones apart. */
static inline bool is_cause(const Prefix *p, const Action *y, const Action *a) {
    return operation_dependent(y, a) && !(p->contextual && contextual_loads(y, a));
}
/* Whether an event outside of a configuration excludes one of it that is no cause of `e`. */
static ALWAYS_INLINE bool conflicts(const Prefix *p, const PrefixId *last, const PrefixEvent *e,
                                    const Action *x, bool contextual) {
    for (uint32_t v = 0; v < p->nthreads; v++) {
        if (v == (uint32_t)x->thread) continue;
        uint32_t known = prefix_last(e, v) ? depth(p, prefix_last(e, v)) : 0;
        for (PrefixId w = last[v]; w && depth(p, w) > known; w = p->events.data[w].previous) {
            const Action *y = &p->events.data[w].action;
            if (operation_dependent(y, x) && !(contextual && contextual_together(y, x))) return true;
        }
    }
    return false;
}

static ALWAYS_INLINE bool join(const Prefix *p, PrefixId *last, PrefixId id, bool contextual) {
    const PrefixEvent *e = prefix_event(p, id);
    for (uint32_t u = 0; u < e->nlast; u++) {
        PrefixId x = last[u], y = e->last[u];
        if (!x || !y || x == y) continue;
        if (depth(p, y) <= depth(p, x) ? ancestor(p, x, depth(p, y)) != y : ancestor(p, y, depth(p, x)) != x)
            return false;
    }
    for (uint32_t u = 0; u < e->nlast; u++) {
        uint32_t known = last[u] ? depth(p, last[u]) : 0;
        for (PrefixId z = e->last[u]; z && depth(p, z) > known; z = p->events.data[z].previous)
            if (conflicts(p, last, e, &p->events.data[z].action, contextual)) return false;
        if (!contextual && e->last[u] && depth(p, e->last[u]) > known) last[u] = e->last[u];
    }
    if (!contextual) return true;
    if (!contextual_compatible(p, last, id)) return false;
    for (uint32_t u = 0; u < e->nlast; u++)
        if (e->last[u] && (!last[u] || depth(p, e->last[u]) > depth(p, last[u]))) last[u] = e->last[u];
    return true;
}

static __attribute__((noinline)) bool join_contextual(const Prefix *p, PrefixId *last, PrefixId id) {
    return join(p, last, id, true);
}

bool prefix_join(const Prefix *p, PrefixId *last, PrefixId id) {
    if (unlikely(p->contextual)) return join_contextual(p, last, id);
    return join(p, last, id, false);
}

size_t prefix_size(const Prefix *p, const PrefixId *last) {
    size_t n = 0;
    for (uint32_t u = 0; u < p->nthreads; u++) n += last[u] ? depth(p, last[u]) : 0;
    return n;
}

static int compare_ids(const void *a, const void *b) {
    PrefixId x = *(const PrefixId *)a, y = *(const PrefixId *)b;
    return x < y ? -1 : x > y;
}

/* Numbers grow along causality, since an event comes to the prefix after its causes. */
size_t prefix_list(const Prefix *p, const PrefixId *last, PrefixId *out) {
    size_t n = 0;
    for (uint32_t u = 0; u < p->nthreads; u++)
        for (PrefixId z = last[u]; z; z = p->events.data[z].previous) out[n++] = z;
    if (n) qsort(out, n, sizeof *out, compare_ids);
    return n;
}

uint64_t prefix_bytes(const Prefix *p) {
    uint64_t n = p->events.cap * sizeof p->events.data[0] + p->branches.cap * sizeof p->branches.data[0] +
                 (p->by_name.cap + p->by_cause.cap) * sizeof p->by_name.slots[0];
    for (size_t k = 1; k < p->events.len; k++) {
        const PrefixEvent *e = &p->events.data[k];
        n += e->nlast * sizeof *e->last + e->nlog * sizeof *e->log;
    }
    for (size_t k = 0; k < p->branches.len; k++) n += p->branches.data[k].cap * sizeof(PrefixId);
    return n;
}

/* --- possible extensions ----------------------------------------------------------------------------- */

/* What is looked for: histories of a pending operation after `previous`, of which `newest` is one. */
typedef struct Search {
    Prefix *p;
    Action action; /* its outcome is not chosen yet */
    PrefixId previous, newest;
} Search;

/* The event of the search's operation with one outcome after a configuration, given as a list: its name, and
 * the configuration that is left of it as its causes. */
static void tell(Search *s, const Action *a, const PrefixId *list, size_t n) {
    Prefix *p = s->p;
    size_t top = p->scratch->top;
    uint32_t *clock = scratch_take(p->scratch, p->nthreads * sizeof *clock);
    PrefixId *last = scratch_take(p->scratch, p->nthreads * sizeof *last);
    const PrefixEvent *past = prefix_event(p, s->previous);
    for (uint32_t u = 0; u < p->nthreads; u++) {
        last[u] = s->previous ? prefix_last(past, u) : 0;
        clock[u] = last[u] ? depth(p, last[u]) : 0;
    }
    uint64_t others = 0;
    for (size_t k = n; k-- > 0;) {
        const PrefixEvent *y = prefix_event(p, list[k]);
        uint32_t t = (uint32_t)y->action.thread;
        if ((int32_t)t == a->thread || y->action.index <= clock[t] || !is_cause(p, &y->action, a)) continue;
        for (uint32_t u = 0; u < y->nlast; u++)
            if (y->last[u] && depth(p, y->last[u]) > clock[u]) {
                last[u] = y->last[u];
                clock[u] = depth(p, last[u]);
            }
        others += hash_mix(y->name);
    }
    PossibleExtension x = {
        .action = a, .name = event_name(a, s->previous ? past->name : 0, others), .last = last};
    p->found(p->context, &x);
    p->scratch->top = top;
}

/* The operation after the configuration: all outcomes that it has there. */
static void try_after(Search *s, const PrefixId *last) {
    Prefix *p = s->p;
    size_t top = p->scratch->top, size = prefix_size(p, last);
    PrefixId *list = scratch_take(p->scratch, size * sizeof *list);
    const Action **past = scratch_take(p->scratch, size * sizeof *past);
    uint32_t *outcomes = scratch_take(p->scratch, MAX_OUTCOMES * sizeof *outcomes);
    size_t n = prefix_list(p, last, list);
    for (size_t k = 0; k < n; k++) past[k] = &p->events.data[list[k]].action;
    Action a = s->action;
    unsigned m;
    if (operation_in_words(a.op.kind)) {
        /* The state of its objects is not known here: executing it will tell. */
        outcomes[0] = 0;
        outcomes[1] = 1;
        m = a.op.flags & OPERATION_TIMED ? 2 : 1;
    } else
        m = operation_after(&a, past, n, outcomes);
    for (unsigned k = 0; k < m; k++) {
        a.outcome = outcomes[k];
        tell(s, &a, list, n);
    }
    p->scratch->top = top;
}

/* Whether an event may be a cause of the operation, whatever outcome that has. */
static bool may_depend(const Prefix *p, const Action *y, const Action *a) {
    if (p->contextual && contextual_loads(y, a)) return false;
    Action b = *a;
    const uint32_t outcomes[] = {0, 1, 2, (uint32_t)y->thread + 1};
    for (unsigned k = 0; k < ARRAY_LEN(outcomes); k++) {
        b.outcome = outcomes[k];
        if (operation_dependent(y, &b)) return true;
    }
    return false;
}

static void choose(Search *s, uint32_t thread, const PrefixId *last);

/* Walks the events that follow the newest event of a thread in a configuration, which
 * holds `newest`, and whose causes in the thread of `newest` the configuration has: from that one back to the
 * newest cause that the event before them has, since causes only grow. */
typedef struct Followers {
    const PrefixBranch *branch;
    size_t k;
    PrefixId cause; /* the next one to look at */
    bool last;      /* there is none */
} Followers;

static PrefixId next_follower(const Prefix *p, Followers *f, PrefixId from, uint32_t thread,
                              PrefixId newest) {
    uint32_t other = (uint32_t)p->events.data[newest].action.thread;
    for (;;) {
        if (f->branch && f->k < f->branch->len) return f->branch->events[f->k++];
        if (f->last) return 0;
        f->branch = find_branch(p, from, thread, other, f->cause);
        f->k = 0;
        f->last = !f->cause || (from && f->cause == prefix_last(prefix_event(p, from), other));
        if (!f->last) f->cause = p->events.data[f->cause].previous;
    }
}

/* Goes down the tree of a thread from the configuration: to each event that the operation may depend on, and
 * on from there with the next threads. */
static void descend(Search *s, uint32_t thread, const PrefixId *last) {
    Prefix *p = s->p;
    if (thread == (uint32_t)p->events.data[s->newest].action.thread) return; /* what follows is newer */
    size_t top = p->scratch->top;
    PrefixId *more = scratch_take(p->scratch, p->nthreads * sizeof *more);
    Followers f = {.cause = s->newest};
    for (PrefixId c;
         !p->stopped(p->context) && (c = next_follower(p, &f, last[thread], thread, s->newest));) {
        memcpy(more, last, p->nthreads * sizeof *more);
        if (!prefix_join(p, more, c) || more[s->action.thread] != s->previous) continue;
        if (may_depend(p, &p->events.data[c].action, &s->action)) choose(s, thread + 1, more);
        descend(s, thread, more);
    }
    p->scratch->top = top;
}

/* Chooses the newest event of each thread from `thread` on. */
static void choose(Search *s, uint32_t thread, const PrefixId *last) {
    if (thread == (uint32_t)s->action.thread) thread++;
    if (thread >= s->p->nthreads) {
        try_after(s, last);
        return;
    }
    choose(s, thread + 1, last);
    descend(s, thread, last);
}

/* Whether an operation may have several histories after one of its thread: what leaves a barrier cannot come
 * before the arrivals, but after different ones. */
static bool is_extended(unsigned kind) {
    return operation_has_foreign_causes(kind) && kind != OPERATION_START;
}

/* The pending operation after an event, woken by a notification where it waits for one. False where it has no
 * history but that of its thread. */
static bool pending_action(const Prefix *p, PrefixId previous, const PrefixEvent *waker, Action *a) {
    const PrefixEvent *e = prefix_event(p, previous);
    *a = (Action){.thread = e->action.thread, .index = e->action.index + 1, .op = e->pending};
    if (!is_extended(a->op.kind)) return false;
    /* What the outcome owes to the thread's own past it has in every history. */
    if (operation_settled(a->op.kind) || a->op.kind == OPERATION_WAIT) {
        PrefixId c = e->first_child;
        while (c && p->events.data[c].action.op.kind != a->op.kind) c = p->events.data[c].sibling;
        if (!c) return false;
        a->outcome = p->events.data[c].action.outcome;
    }
    if (!waker) return true;
    a->op.kind = OPERATION_WAKE;
    a->op.notifier = waker->action.thread;
    a->op.notifier_step = waker->action.index;
    return true;
}

/* All histories of the pending operation after `previous` that begin with a configuration. */
static void search(Prefix *p, PrefixId previous, const PrefixId *last, PrefixId newest) {
    Search s = {.p = p, .previous = previous, .newest = newest};
    if (!pending_action(p, previous, NULL, &s.action)) return;
    bool sleeps = prefix_event(p, previous)->action.op.kind == OPERATION_WAIT;
    if (!sleeps || s.action.op.kind == OPERATION_TIMEOUT) choose(&s, 0, last);
    if (!sleeps) return;
    /* Whoever may have woken the thread: notifications among the causes that are chosen then. */
    for (size_t k = 0; k < p->notifications.len; k++) {
        PrefixId w = p->notifications.data[k];
        const PrefixEvent *e = prefix_event(p, w);
        if (e->action.op.kind == OPERATION_SIGNAL && (int)e->action.outcome - 1 != s.action.thread) continue;
        if (e->action.op.object != s.action.op.object) continue;
        PrefixId in = prefix_last(e, (uint32_t)s.action.thread);
        if (in != previous) continue; /* asleep, and it was this wait */
        size_t top = p->scratch->top;
        PrefixId *more = scratch_take(p->scratch, p->nthreads * sizeof *more);
        memcpy(more, last, p->nthreads * sizeof *more);
        Search woken = s;
        if (prefix_join(p, more, w) && more[s.action.thread] == previous &&
            pending_action(p, previous, e, &woken.action))
            choose(&woken, 0, more);
        p->scratch->top = top;
    }
}

/* Goes down the tree of a thread from a configuration that holds event `id`, for pending operations that may
 * depend on it. */
static void search_below(Prefix *p, PrefixId id, uint32_t thread, const PrefixId *last) {
    PrefixId from = last[thread];
    const Action *x = &p->events.data[id].action;
    if (from) {
        Action a;
        p->met(p->context, id, from);
        bool wakes = prefix_event(p, from)->action.op.kind == OPERATION_WAIT;
        if (pending_action(p, from, NULL, &a) && (wakes || may_depend(p, x, &a))) search(p, from, last, id);
    }
    size_t top = p->scratch->top;
    PrefixId *more = scratch_take(p->scratch, p->nthreads * sizeof *more);
    Followers f = {.cause = id};
    for (PrefixId c; !p->stopped(p->context) && (c = next_follower(p, &f, from, thread, id));) {
        memcpy(more, last, p->nthreads * sizeof *more);
        if (prefix_join(p, more, c)) search_below(p, id, thread, more);
    }
    p->scratch->top = top;
}

bool prefix_needs_next(const Prefix *p, PrefixId id) {
    const PrefixEvent *e = prefix_event(p, id);
    unsigned kind = e->pending.kind;
    if (kind == OPERATION_NONE || e->first_child) return false;
    return !is_extended(kind) || operation_settled(kind) || kind == OPERATION_WAIT;
}

void prefix_include(Prefix *p, PrefixId id) {
    size_t top = p->scratch->top;
    PrefixEvent *e = &p->events.data[id];
    e->included = true;
    add_to_branches(p, id);
    if (operation_open(e->action.op.kind)) vec_push(&p->notifications, id);
    PrefixId *last = scratch_take(p->scratch, p->nthreads * sizeof *last);
    memset(last, 0, p->nthreads * sizeof *last);
    memcpy(last, e->last, e->nlast * sizeof *last);
    search(p, id, last, id);
    for (uint32_t t = 0; t < p->nthreads; t++)
        if (t != (uint32_t)e->action.thread) search_below(p, id, t, last);
    p->scratch->top = top;
}
