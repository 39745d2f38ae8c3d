/* extension.c — see extension.h. */
#include "event/extension.h"
#include "event/history_check.h"
#include <stdlib.h>

/* The operation that is reversed: of an event of the path, or the pending one of a thread. */
typedef struct Subject {
    const Action *action;
    const Objects *related; /* what it may depend on */
    const Event *past;      /* the event before it in its thread, or NULL */
    size_t position;        /* in the path; its length for a pending operation */
} Subject;

void extensions_free(Extensions *x) { vec_free(&x->past); }

/* --- the operation without some of the path --------------------------------------------------- */

/* Invariant of a conflicting extension: all causes of the event remain after the removal, and the
 * event excludes each removed event. */
static void check_extension(const History *h, const Extension *x) {
    history_check_without(h, x->event, &x->removed);
    for (unsigned k = 0; k < x->removed.n; k++) {
        const Event *y = x->removed.event[k];
        invariant(y->position >= x->node && h->path.data[y->position] == y);
        invariant(events_conflict(y, x->event));
        invariant(!event_precedes(y, x->event) || y->action.thread == x->event->action.thread);
        /* None of them goes with another one: else it need not be named. */
        for (unsigned j = 0; j < x->removed.n; j++)
            invariant(j == k || !event_precedes(x->removed.event[j], y));
    }
}

/* A name stands for one causal history, whichever paths show it: of two extensions met with one
 * name, the action, the strong causes and their number are the same. The last ones met are
 * remembered. */
static void check_name(const History *h, const Event *e) {
    static _Thread_local struct {
        const History *h;
        uint64_t name, digest;
    } met[4096];
    uint64_t digest = hash_combine((uint64_t)e->action.thread << 32 | e->action.index,
                                   (uint64_t)e->action.op.kind << 32 | e->action.outcome);
    for (uint32_t u = 0; u < e->nclock; u++)
        digest += hash_mix((uint64_t)u << 32 | event_strong_clock(h, e, u)) *
                  (event_strong_clock(h, e, u) > 0);
    size_t at = hash_mix(e->name) % ARRAY_LEN(met);
    invariant(met[at].h != h || met[at].name != e->name || met[at].digest == digest);
    met[at].h = h;
    met[at].name = e->name;
    met[at].digest = digest;
}

/* Reports action `a` of the subject after the rest of the path. */
static void extend_without(Extensions *x, const Subject *s, const Action *a, Removed removed) {
    History *h = x->h;
    Extension e = {.removed = removed, .node = removed.event[0]->position};
    invariant(removed.n && (int32_t)a->thread == s->action->thread && a->index == s->action->index);
    for (unsigned k = 1; k < removed.n; k++) e.node = MIN(e.node, removed.event[k]->position);
    /* No event may follow a cut-off that remains. */
    for (uint32_t t = 0; t < h->own.len; t++) {
        const Event *y = history_last(h, t);
        if (y && y->cutoff && y->position < e.node && operation_dependent(&y->action, a)) return;
    }
    e.event = history_event_without(h, a, s->related, s->past, &removed);
    if (unlikely(base_invariants)) {
        check_extension(h, &e);
        check_name(h, e.event);
    }
    x->found(x->context, &e);
    event_unref(h, e.event);
}

typedef struct WordsContext {
    Extensions *x;
    const Removed *removed;
} WordsContext;

static uint32_t word_without(void *context, uint64_t object) {
    const WordsContext *w = context;
    return history_kernel_word(w->x->h, w->x->m, object, w->removed);
}

static uint32_t timeouts_before(void *context, const Action *a) {
    const WordsContext *w = context;
    uint32_t n = 0;
    for (uint32_t k = 1; w->x->m->system->max_timeouts && k < a->index; k++) {
        const Action *y = &history_own(w->x->h, (uint32_t)a->thread, k)->action;
        n += y->op.kind == OPERATION_KERNEL && y->outcome;
    }
    return n;
}

/* The outcomes of `a` after everything of the path on its objects that is not gone; 0: not
 * enabled. */
static unsigned outcomes_without(Extensions *x, const Subject *s, Removed removed, Action *a,
                                 uint32_t *outcomes) {
    History *h = x->h;
    if (operation_in_words(a->op.kind)) {
        WordsContext context = {x, &removed};
        PastWords past = {x->m, &context, word_without, timeouts_before};
        return operation_after_words(a, &past, outcomes);
    }
    x->past.len = 0;
    Related r;
    history_related(h, s->related, h->path.len, a->op.kind == OPERATION_LOAD, &r);
    for (size_t k; related_next(&r, &k);)
        if (!removed_has(&removed, h->path.data[k])) vec_push(&x->past, &h->path.data[k]->action);
    for (size_t i = 0, j = x->past.len; i + 1 < j; i++) {
        const Action *swap = x->past.data[--j];
        x->past.data[j] = x->past.data[i];
        x->past.data[i] = swap;
    }
    return operation_after(a, x->past.data, x->past.len, outcomes);
}

/* Whether the action excludes each removed event, where only its outcome and details tell. A
 * wait that wakes spuriously does not exclude the signals that a sleeping one does: it is what
 * another choice of the wait leads to, whatever they do. An arrival at a barrier excludes only
 * operations of the generation that it belongs to. A time-out, which takes the place of a wake-up
 * whose notification is a cut-off, excludes notifications, but no operations on the mutex. A signal
 * that wakes another thread once a wait is gone goes with that wait: it is another choice. */
static bool excludes(const Action *was, const Action *a, const Removed *removed) {
    bool told_by_outcome = a->op.kind == OPERATION_ARRIVE || a->op.kind == OPERATION_SIGNAL ||
                           (a->op.kind == OPERATION_WAIT && a->outcome & WAIT_SPURIOUS);
    if (!told_by_outcome && a->op.kind == was->op.kind) return true;
    for (unsigned k = 0; k < removed->n; k++) {
        const Action *y = &removed->event[k]->action;
        if (y->thread != a->thread && !operation_dependent(y, a)) return false;
    }
    return true;
}

/* Reports one extension for each outcome of the subject after the removed events and their
 * successors are taken away. With `same`, only outcomes that differ from its own. False if it is
 * then not enabled. */
static bool reverse(Extensions *x, const Subject *s, Removed removed, bool same) {
    if (operation_settled(s->action->op.kind)) {
        extend_without(x, s, s->action, removed);
        return true;
    }
    Action a = *s->action;
    uint32_t outcomes[MAX_OUTCOMES];
    unsigned n = outcomes_without(x, s, removed, &a, outcomes);
    invariant(n <= MAX_OUTCOMES);
    for (unsigned k = 0; k < n; k++) {
        if (same && a.op.kind == s->action->op.kind && outcomes[k] == s->action->outcome) continue;
        a.outcome = outcomes[k];
        if (!excludes(s->action, &a, &removed)) continue;
        extend_without(x, s, &a, removed);
    }
    return n > 0;
}

static bool enabled_without(Extensions *x, const Subject *s, Removed removed) {
    Action a = *s->action;
    uint32_t outcomes[MAX_OUTCOMES];
    return outcomes_without(x, s, removed, &a, outcomes) > 0;
}

/* --- blocking operations ---------------------------------------------------------------------- */

/* The events on the object of an operation, newest first. */
typedef struct ObjectEvents {
    const Event **event;
    size_t n;
} ObjectEvents;

/* Finds the acquisition since which each thread shares the object, if some events are removed;
 * NULL: it does not share it. */
static void find_sharers(const History *h, ObjectEvents all, Removed removed, uint32_t *depth,
                         const Event **since) {
    memset(depth, 0, h->nthreads * sizeof *depth);
    memset(since, 0, h->nthreads * sizeof *since);
    while (all.n--) {
        const Event *y = all.event[all.n];
        if (removed_precedes(&removed, y)) continue;
        uint32_t t = (uint32_t)y->action.thread;
        int sharing = operation_sharing(&y->action);
        /* Only who shares it gives it back. */
        invariant(sharing >= 0 || y->cutoff || depth[t]);
        if (sharing > 0 && !depth[t]++) since[t] = y;
        /* Nothing follows a cut-off: its thread still shares. */
        if (sharing < 0 && !y->cutoff && !--depth[t]) since[t] = NULL;
    }
}

/* Adds an event to those removed, none of which follows another one. There is room for one of each
 * thread. */
static void remove_event(Removed *removed, const Event **event, const Event *y) {
    unsigned n = 0;
    if (removed_precedes(removed, y)) return;
    for (unsigned k = 0; k < removed->n; k++)
        if (!event_precedes(y, event[k])) event[n++] = event[k];
    event[n++] = y;
    *removed = (Removed){event, n};
}

/* Adds to the removed events what keeps an operation waiting that waits until nobody shares its
 * object (a writer): the acquisitions of those who share it. What follows them is removed with
 * them, and may have a release of another thread, which waited for one of them while it shared the
 * object. Then that thread shares it, and its acquisition is removed, too, and so on. That is the
 * least set with the given events without which the operation is enabled. False if it has an event
 * of the past of the operation. There is room for an event of each thread. */
static bool remove_sharers(const Extensions *x, const Subject *s, Removed *removed,
                           const Event **event) {
    const History *h = x->h;
    size_t top = x->scratch->top;
    ObjectEvents all = {scratch_take(x->scratch, (s->position + 1) * sizeof *all.event), 0};
    const Event **since = scratch_take(x->scratch, h->nthreads * sizeof *since);
    uint32_t *depth = scratch_take(x->scratch, h->nthreads * sizeof *depth);
    Related r;
    history_related(h, s->related, s->position, false, &r);
    for (size_t k; related_next(&r, &k);)
        if (h->path.data[k]->action.op.object == s->action->op.object)
            all.event[all.n++] = h->path.data[k];
    bool possible = true, shared = true;
    while (possible && shared) {
        shared = false;
        find_sharers(h, all, *removed, depth, since);
        for (uint32_t t = 0; t < h->nthreads; t++) {
            if (!since[t]) continue;
            possible &=
                (int32_t)t != s->action->thread && !(s->past && event_precedes(since[t], s->past));
            remove_event(removed, event, since[t]);
            shared = true;
        }
    }
    x->scratch->top = top;
    return possible;
}

/* The reversal of an operation at the end of the path that threads keep waiting which may never
 * leave. False where no sharer keeps it waiting. */
static bool reverse_sharers(Extensions *x, const Subject *s) {
    size_t top = x->scratch->top;
    const Event **event = scratch_take(x->scratch, x->h->nthreads * sizeof *event);
    Removed removed = {event, 0};
    bool possible = remove_sharers(x, s, &removed, event);
    if (removed.n && possible) reverse(x, s, removed, false);
    x->scratch->top = top;
    return removed.n > 0;
}

/* Where taking one event away is not enough to enable what blocks: up to MAX_REMOVED of the
 * candidates are taken away, with at most MAX_TRIES tries. */
#define MAX_REMOVED 4
#define MAX_TRIES 4096
typedef struct Candidates {
    const Event *const *event;
    size_t n;
    const Event *removed[MAX_REMOVED];
    unsigned tries;
} Candidates;

/* Whether the event is a cause of a removed event or the other way round: then removing both is the
 * same as removing one of them. */
static bool is_ordered_with(Removed removed, const Event *e) {
    bool ordered = removed_has(&removed, e);
    for (size_t k = 0; k < removed.n && !ordered; k++)
        ordered = event_precedes(e, removed.event[k]);
    return ordered;
}

/* Tries to remove further candidates, from number `from` on, in addition to the first `n` of
 * c->removed. */
static bool reverse_more(Extensions *x, const Subject *s, Candidates *c, unsigned n, size_t from) {
    bool any = false;
    if (n == MAX_REMOVED) return false;
    for (size_t k = from; k < c->n && c->tries; k++) {
        if (is_ordered_with((Removed){c->removed, n}, c->event[k])) continue;
        c->removed[n] = c->event[k];
        c->tries--;
        any |= reverse(x, s, (Removed){c->removed, n + 1}, false) ||
               reverse_more(x, s, c, n + 1, k + 1);
    }
    return any;
}

/* --- reversals -------------------------------------------------------------------------------- */

/* What one operation is reversed with: the latest events that it depends on, so none of them is a
 * cause of another one, and none is known to its thread before. */
static void check_accepted(const Subject *s, const Event *const *accepted, size_t n) {
    for (size_t k = 0; k < n; k++) {
        invariant(accepted[k]->position < s->position &&
                  accepted[k]->action.thread != s->action->thread);
        invariant(!s->past || !event_precedes(accepted[k], s->past));
        invariant(!k || accepted[k - 1]->position > accepted[k]->position);
        for (size_t j = 0; j < k; j++) invariant(!event_precedes(accepted[k], accepted[j]));
    }
}

static bool is_one_of_removed(Removed removed, const Event *y) {
    unsigned k = 0;
    while (k < removed.n && removed.event[k] != y) k++;
    return k < removed.n;
}

/* Returns the lowest position of the removed events: where the extension leaves the path. */
static size_t lowest_position(Removed removed) {
    size_t low = removed.event[0]->position;
    for (unsigned k = 1; k < removed.n; k++) low = MIN(low, removed.event[k]->position);
    return low;
}

/* All reversals of one operation. With `filtered`, only those at wanted positions; none below
 * `low`. */
static void reversals(Extensions *x, const Subject *s, bool filtered, size_t low) {
    History *h = x->h;
    const Action *e = s->action;
    if (!operation_reversible(e->op.kind)) return;
    bool pending = s->position == h->path.len;
    if (pending && operation_excludes_sharers(e->op.kind) && reverse_sharers(x, s)) return;
    bool blocking = operation_may_block(e->op.kind), any = false;
    const Event **accepted = NULL, **refused = NULL, **event = NULL;
    Removed removed;
    size_t naccepted = 0, nrefused = 0, top = x->scratch->top;
    Related r;
    history_related(h, s->related, s->position, e->op.kind == OPERATION_LOAD, &r);
    for (size_t k; related_next(&r, &k);) {
        if (filtered && k < low) break;
        const Event *y = h->path.data[k];
        if (y->action.thread == e->thread) {
            /* What is older is known, as a cause of the thread's own event. */
            if (operation_covers(&y->action, e)) related_close(&r, &y->action, e);
            continue;
        }
        if (!operation_dependent(&y->action, e)) continue;
        if (y->action.op.kind == OPERATION_BRANCH) continue; /* what it is part of is reversed */
        /* Everything older on the object is a cause as well. What blocks may need to go further
         * back than y, but not further than its own past. */
        bool known = s->past && event_precedes(y, s->past);
        if ((known || !blocking) && operation_covers(&y->action, e))
            related_close(&r, &y->action, e);
        if (known) continue;
        bool immediate = true;
        for (size_t q = 0; q < naccepted && immediate; q++)
            immediate = !event_precedes(y, accepted[q]);
        if (!immediate) continue;
        if (!accepted) {
            accepted = scratch_take(x->scratch, (k + 1) * sizeof *accepted);
            event = scratch_take(x->scratch, MAX(h->nthreads, 1) * sizeof *event);
            if (blocking) refused = scratch_take(x->scratch, (k + 1) * sizeof *refused);
        }
        /* What blocks: the latest without which it is enabled; of a writer, with those who share
         * the object then. Where y goes with an older event, that one is reversed later. */
        removed = (Removed){event, 1};
        event[0] = y;
        if (operation_excludes_sharers(e->op.kind) &&
            (!remove_sharers(x, s, &removed, event) || !is_one_of_removed(removed, y)))
            continue;
        if (!filtered || x->wanted(x->context, lowest_position(removed))) {
            if (!reverse(x, s, removed, false)) {
                if (blocking) refused[nrefused++] = y;
                continue;
            }
        } else if (blocking && !enabled_without(x, s, removed))
            continue;
        any = true;
        accepted[naccepted++] = y;
    }
    if (unlikely(base_invariants)) check_accepted(s, accepted, naccepted);
    if (pending && blocking && !any && nrefused > 1) {
        Candidates c = {.event = refused, .n = nrefused, .tries = MAX_TRIES};
        reverse_more(x, s, &c, 0, 0);
        if (!c.tries && x->incomplete)
            x->incomplete(x->context,
                          "too many ways in which a blocked operation could come first");
    }
    x->scratch->top = top;
}

void extensions_of_event(Extensions *x, const Event *e, bool filtered, size_t low) {
    Subject s = {&e->action, &e->related, history_before(x->h, e), e->position};
    reversals(x, &s, filtered, low);
}

void extensions_of_choice(Extensions *x, const Event *e) {
    const Event *self[1] = {e};
    Subject s = {&e->action, &e->related, history_before(x->h, e), e->position};
    reverse(x, &s, (Removed){self, 1}, true);
}

void extensions_of_pending(Extensions *x, int thread) {
    const Thread *t = x->m->threads[thread];
    if (t->pending.kind == OPERATION_WAKE && t->notified_by < 0) return;
    Action a = {.thread = thread, .index = t->steps + 1, .insn = UINT32_MAX, .op = t->pending};
    /* Slots count their steps on, so that the next event of one comes behind all that the path has
     * of it. */
    const Event *last = history_last(x->h, (uint32_t)thread);
    invariant(a.index == (last ? last->action.index : 0) + 1 && t->status == THREAD_READY);
    /* What the outcome owes to the thread's own past (whether an unlock is the last of several)
     * stays so with less of what others did; operation_after gives the rest. */
    uint32_t outcomes[MAX_OUTCOMES];
    if (operation_outcomes(x->m, thread, outcomes)) a.outcome = outcomes[0];
    Objects touched, related;
    history_objects(x->h, &a, &touched, &related);
    Subject s = {&a, &related, history_last(x->h, (uint32_t)thread), x->h->path.len};
    reversals(x, &s, false, 0);
}
