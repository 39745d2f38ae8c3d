/*
 * dpor.c — dynamic partial-order reduction (Flanagan and Godefroid, POPL 2005) with sleep sets
 * (Godefroid 1996) and symbolic branches: the baseline for partial-order techniques.
 *
 * The tree of runs is walked depth first. A node has a backtrack set of threads, initially one.
 * Each reversal that a run shows (event/extension.h) adds a backtrack point at the node before the
 * first event that the reversal removes: a thread that leads to it. A thread is tried with all
 * outcomes, so with both sides of a branch. Events explored at a node stay in the sleep sets of
 * later subtrees until a dependent event occurs. A run in which all enabled operations are asleep
 * repeats others and counts as redundant. Every maximal configuration is met at least once.
 */
#include "event/extension.h"
#include "strategies/hunt/hunt.h"
#include "versions/choices.h"
#include "versions/following.h"
#include "explore/internal.h"
#include "versions/pruner.h"
#include <stdlib.h>

typedef struct DporNode {
    VEC(int32_t) enabled;  /* threads */
    VEC(int32_t) to_try;   /* the backtrack set, in the order in which it grew */
    VEC(Choice) explored;  /* choices explored here or known to be infeasible */
    VEC(Event *) sleeping; /* the sleep set, with a reference to each event */
    bool unsettled;        /* some run below does not show all choices on its path (choices.h) */
} DporNode;

typedef struct Dpor {
    Campaign *c;
    Run *run;
    History *h;
    VEC(DporNode) nodes; /* by path position, and one for the tip */
    Extensions extensions;
    Scratch scratch;
    size_t fresh;   /* path positions from here on have not been examined for reversals */
    Pruner *pruner; /* NULL: no pruning and no summaries */
    bool covered;   /* a summary covers the tip: it leads to nothing new */
    bool settled;   /* choices on the current path may be pruned */
} Dpor;

/* --- nodes ------------------------------------------------------------------------------------ */

/* Invariant: an event of the sleep set was explored here or above, and no event on the path since
 * then is dependent with it. So it is enabled at the node and would lead to nothing new. */
static void check_sleeping(const Dpor *d, const DporNode *n) {
    Machine *m = d->run->machine;
    for (size_t k = 0; k < n->sleeping.len; k++) {
        const Action *a = &n->sleeping.data[k]->action;
        const Thread *t = m->threads[a->thread];
        invariant(n->sleeping.data[k]->refs);
        invariant(t->status == THREAD_READY && a->index == t->steps + 1);
        invariant(a->op.kind == t->pending.kind && a->op.object == t->pending.object);
        /* Only the strategy may delay it: the end of the process comes last, and a thread within an
         * indivisible operation comes first. */
        invariant(operation_enabled(m, a->thread) || a->op.kind == OPERATION_PROCESS_EXIT);
        for (size_t j = 0; j < k; j++) {
            const Action *b = &n->sleeping.data[j]->action;
            invariant(a->thread != b->thread || a->outcome != b->outcome);
        }
    }
}

static bool is_enabled(const DporNode *n, int thread) {
    for (size_t k = 0; k < n->enabled.len; k++)
        if (n->enabled.data[k] == thread) return true;
    return false;
}

/* Invariant: the backtrack set and the explored choices have only threads enabled at the node, each
 * once. */
static void check_tried(const DporNode *n) {
    for (size_t k = 0; k < n->to_try.len; k++) {
        invariant(is_enabled(n, n->to_try.data[k]));
        for (size_t j = 0; j < k; j++) invariant(n->to_try.data[j] != n->to_try.data[k]);
    }
    for (size_t k = 0; k < n->explored.len; k++) {
        const Choice *x = &n->explored.data[k];
        invariant(is_enabled(n, x->thread));
        for (size_t j = 0; j < k; j++)
            invariant(n->explored.data[j].thread != x->thread ||
                      n->explored.data[j].outcome != x->outcome);
    }
}

static void push_node(Dpor *d) {
    DporNode n = {0};
    int threads[MAX_THREADS];
    unsigned enabled = run_enabled(d->run, threads);
    for (unsigned k = 0; k < enabled; k++) vec_push(&n.enabled, threads[k]);
    if (d->nodes.len) {
        const DporNode *above = &vec_last(&d->nodes);
        const Event *e = vec_last(&d->h->path);
        for (size_t k = 0; k < above->sleeping.len; k++)
            if (!events_conflict(above->sleeping.data[k], e))
                vec_push(&n.sleeping, event_ref(above->sleeping.data[k]));
    }
    if (unlikely(base_invariants)) check_sleeping(d, &n);
    vec_push(&d->nodes, n);
    invariant(d->nodes.len == d->h->path.len + 1);
}

static void drop_node(Dpor *d) {
    DporNode *n = &vec_last(&d->nodes);
    for (size_t k = 0; k < n->sleeping.len; k++) event_unref(d->h, n->sleeping.data[k]);
    vec_free(&n->enabled);
    vec_free(&n->to_try);
    vec_free(&n->explored);
    vec_free(&n->sleeping);
    d->nodes.len--;
}

static bool is_tried(const DporNode *n, int thread) {
    for (size_t k = 0; k < n->to_try.len; k++)
        if (n->to_try.data[k] == thread) return true;
    return false;
}

static void try_thread(DporNode *n, int thread) {
    if (!is_tried(n, thread)) vec_push(&n->to_try, thread);
}

/* Whether a choice at the node was explored or is in the sleep set, so that it leads to nothing
 * new. */
static bool dpor_is_done(const DporNode *n, const Run *r, Choice x) {
    for (size_t k = 0; k < n->explored.len; k++)
        if (n->explored.data[k].thread == x.thread && n->explored.data[k].outcome == x.outcome)
            return true;
    for (size_t k = 0; k < n->sleeping.len; k++) {
        const Action *a = &n->sleeping.data[k]->action;
        if (a->thread == x.thread && a->outcome == x.outcome &&
            a->op.kind == r->machine->threads[x.thread]->pending.kind)
            return true;
    }
    return false;
}

/* Notes that a choice at this node is pruned. */
static void left_out(Dpor *d, size_t node) {
    d->c->result->stats.left_out++;
    if (d->pruner) pruner_left_out(d->pruner, node);
}

static bool is_covered(Dpor *d) {
    const DporNode *n = &vec_last(&d->nodes);
    SleepSet asleep = {0};
    for (size_t k = 0; k < n->sleeping.len; k++) {
        const Action *a = &n->sleeping.data[k]->action;
        Asleep x = {a->thread, a->outcome};
        vec_push(&asleep, x);
    }
    bool covered = pruner_after(d->pruner, &asleep);
    vec_free(&asleep);
    return covered;
}

/* Whether the other side of a branch is pruned after one side was explored. */
static bool is_left_out(Dpor *d, const DporNode *here, int thread) {
    bool explored = false;
    if (!d->c->shared->options->prune.influences || here->unsettled) return false;
    for (size_t k = 0; k < here->explored.len; k++)
        explored |= here->explored.data[k].thread == thread;
    if (!explored || !choices_side(d->c, d->run->machine, thread)) return false;
    left_out(d, d->nodes.len - 1);
    return true;
}

/* Takes the first choice of a thread at the tip that is not done. False if there is none. */
static bool step_thread(Dpor *d, int thread) {
    uint32_t outcomes[MAX_OUTCOMES];
    unsigned n = operation_outcomes(d->run->machine, thread, outcomes);
    for (unsigned k = 0; k < n; k++) {
        DporNode *here = &vec_last(&d->nodes);
        Choice x = {thread, outcomes[k]};
        if (dpor_is_done(here, d->run, x) || is_left_out(d, here, thread)) continue;
        vec_push(&here->explored, x);
        if (d->pruner) pruner_before(d->pruner, thread, x.outcome);
        if (!run_step(d->run, thread, x.outcome)) {
            if (d->pruner) pruner_refused(d->pruner);
            continue;
        }
        push_node(d);
        d->covered = d->pruner && is_covered(d);
        return true;
    }
    return false;
}

/* --- reversals -------------------------------------------------------------------------------- */

/* Adds a backtrack point for a reversal. The events that lead to it from its node are the extension
 * and its causes after the node. Each of these without a cause among them can come first, and the
 * thread of one of them must be tried at the node. */
static void on_reversal(void *context, const Extension *x) {
    Dpor *d = context;
    const History *h = d->h;
    DporNode *node = &d->nodes.data[x->node];
    int first = -1;
    /* The node is above the tip, and its backtrack set has the thread executed there. */
    invariant(x->node < h->path.len && is_tried(node, h->path.data[x->node]->action.thread));
    const Footprint *follows = d->covered ? pruner_follows(d->pruner) : NULL;
    if (d->settled &&
        choices_reversal(d->c, d->run, x, follows, follows ? pruner_summaries(d->pruner) : NULL)) {
        left_out(d, x->node);
        return;
    }
    bool direct = true;
    for (size_t k = x->node + 1; k < h->path.len; k++) {
        const Event *y = h->path.data[k];
        if (!event_precedes(y, x->event)) continue;
        direct = false;
        bool initial = true;
        for (size_t q = x->node + 1; q < k && initial; q++)
            initial =
                !event_precedes(h->path.data[q], y) || !event_precedes(h->path.data[q], x->event);
        if (!initial || !is_enabled(node, y->action.thread)) continue;
        if (is_tried(node, y->action.thread)) return;
        if (first < 0) first = y->action.thread;
    }
    int own = x->event->action.thread;
    if (direct && is_enabled(node, own)) {
        if (is_tried(node, own)) return;
        first = own;
    }
    if (first >= 0)
        try_thread(node, first);
    else
        for (size_t k = 0; k < node->enabled.len; k++) try_thread(node, node->enabled.data[k]);
}

static void dpor_on_incomplete(void *context, const char *why) {
    Dpor *d = context;
    campaign_incomplete(d->c, why);
}

/* Determines whether choices on the path may be pruned. If not, pruned choices of earlier runs
 * along this path must be examined again. */
static void dpor_settle_node(Dpor *d, bool ended) {
    const Campaign *c = d->c;
    if (!c->shared->options->prune.influences) return;
    d->settled = d->covered ? !pruner_unsettled(d->pruner) : ended && choices_settled(c, d->run);
    /* The runs that a redundant run repeats decide for it. */
    if (d->settled || c->shared->options->prune.paper || (!ended && !d->covered)) return;
    d->fresh = 0;
    for (size_t k = 0; k < d->nodes.len; k++) d->nodes.data[k].unsettled = true;
    if (d->pruner) pruner_unsettle(d->pruner);
}

static void find_reversals(Dpor *d) {
    History *h = d->h;
    const Machine *m = d->run->machine;
    for (size_t k = 0; k < h->path.len && !watch_over(d->c->shared->watch); k++) {
        const Event *e = h->path.data[k];
        unsigned kind = e->action.op.kind;
        /* Always examine notifications: whom they can wake depends on events concurrent with
         * them. */
        if (k < d->fresh && !operation_open(kind)) continue;
        extensions_of_event(&d->extensions, e, false, 0);
        if (operation_chooses(kind) && kind != OPERATION_BRANCH)
            extensions_of_choice(&d->extensions, e);
    }
    d->fresh = h->path.len;
    const DporNode *tip = &vec_last(&d->nodes);
    for (uint32_t t = 0; t < m->nslots; t++)
        if (m->threads[t] && m->threads[t]->status == THREAD_READY && !is_enabled(tip, (int)t))
            extensions_of_pending(&d->extensions, (int)t);
}

/* --- behind a node that is covered ------------------------------------------------------------ */

/* Whether `x` only enables `y`, so that reversing the two is not itself of interest. A later lock
 * is reversed with the earlier lock, not with the unlock, the wait or the end of the owner that
 * releases the mutex. */
static bool only_enables(const Action *x, const Operation *y) {
    unsigned kind = x->op.kind;
    if (y->kind == OPERATION_LOCK)
        return (kind == OPERATION_UNLOCK && !operation_is_misplaced_unlock(x)) ||
               kind == OPERATION_WAIT || kind == OPERATION_ABANDON;
    return kind == OPERATION_EXIT && y->kind == OPERATION_JOIN;
}

/* Adds backtrack points for an operation `f` that follows the covered tip. It can come before the
 * events of the path with which it is dependent, unless these are its causes for another reason
 * (`clock`). A lock is reversed with the earlier lock (only_enables). Other operations that may
 * block are reversed with all such events, not only with the latest ones. */
static void reverse_following(Dpor *d, const Following *f, const uint32_t *clock) {
    History *h = d->h;
    Action a = following_action(f);
    unsigned kind = f->op.kind;
    bool all = kind != OPERATION_LOCK &&
               (operation_may_block(kind) || operation_chooses(kind) || operation_open(kind));
    VEC(const Event *) accepted = {0};
    for (size_t k = h->path.len; k-- > 0;) {
        const Event *y = h->path.data[k];
        if (y->action.thread == f->thread || y->action.index <= clock[y->action.thread] ||
            !operation_dependent(&y->action, &a) || only_enables(&y->action, &f->op) ||
            y->action.op.kind == OPERATION_BRANCH)
            continue;
        bool immediate = true;
        for (size_t q = 0; !all && q < accepted.len && immediate; q++)
            immediate = !event_precedes(y, accepted.data[q]);
        if (!immediate) continue;
        vec_push(&accepted, y);
        DporNode *node = &d->nodes.data[k];
        if (f->thread >= 0 && is_enabled(node, f->thread))
            try_thread(node, f->thread);
        else
            for (size_t q = 0; q < node->enabled.len; q++) try_thread(node, node->enabled.data[q]);
    }
    vec_free(&accepted);
}

static void reverse_all_following(Dpor *d) {
    const Footprint *all = pruner_follows(d->pruner);
    d->c->result->stats.pruned++;
    for (size_t k = 0; k < all->len; k++) {
        const FootprintEntry *e = &all->data[k];
        const Following *f = &pruner_summaries(d->pruner)->operations.data[e->operation];
        uint32_t clock[MAX_THREADS];
        if (f->op.kind == OPERATION_BRANCH || !operation_reversible(f->op.kind)) continue;
        following_clock(pruner_summaries(d->pruner), d->h, e, clock);
        reverse_following(d, f, clock);
    }
}

/* --- the walk --------------------------------------------------------------------------------- */

/* Extends the run until nothing is enabled (true) or all enabled operations are asleep (false). */
static bool dpor_extend(Dpor *d) {
    while (!campaign_stop(d->c)) {
        const DporNode *tip = &vec_last(&d->nodes);
        if (!tip->enabled.len || d->covered) return true;
        int last = d->run->last_thread;
        bool down = is_enabled(tip, last) && !operation_is_late(d->run->machine, last);
        int thread = last;
        if (down) down = step_thread(d, last);
        for (size_t k = 0; !down && k < vec_last(&d->nodes).enabled.len; k++) {
            thread = vec_last(&d->nodes).enabled.data[k];
            down = step_thread(d, thread);
        }
        if (!down) return false;
        try_thread(&d->nodes.data[d->nodes.len - 2], thread);
    }
    return true;
}

/* Backtracks to the last node where a thread of the backtrack set has an outcome left, and takes
 * it. False if there is none. */
static bool dpor_back_up(Dpor *d) {
    while (d->h->path.len) {
        drop_node(d);
        if (d->pruner) pruner_leave(d->pruner);
        Event *e = run_undo_step(d->run);
        d->fresh = MIN(d->fresh, d->h->path.len);
        invariant(d->nodes.len == d->h->path.len + 1);
        vec_push(&vec_last(&d->nodes).sleeping, e);
        if (unlikely(base_invariants)) {
            check_sleeping(d, &vec_last(&d->nodes));
            check_tried(&vec_last(&d->nodes));
        }
        for (size_t k = 0; k < vec_last(&d->nodes).to_try.len; k++)
            if (step_thread(d, vec_last(&d->nodes).to_try.data[k])) return true;
    }
    return false;
}

static void dpor_explore(Campaign *c) {
    Dpor d = {.c = c, .run = c->run, .h = &c->run->history};
    scratch_init(&d.scratch);
    d.extensions = (Extensions){.h = d.h,
                                .m = c->run->machine,
                                .context = &d,
                                .found = on_reversal,
                                .incomplete = dpor_on_incomplete,
                                .scratch = &d.scratch};
    /* Summaries compare values: they do not know which bytes were written. */
    if (c->shared->options->prune.summaries && !c->shared->options->run.check_uninitialised)
        d.pruner = pruner_new(c);
    if (d.pruner) pruner_begin(d.pruner);
    push_node(&d);
    do {
        bool ended = dpor_extend(&d);
        if (campaign_stop(c)) break;
        if (d.covered)
            reverse_all_following(&d);
        else if (ended)
            campaign_leaf(c);
        else
            campaign_redundant(c);
        if (campaign_stop(c)) break;
        if (d.pruner && !d.covered) pruner_leaf(d.pruner);
        dpor_settle_node(&d, ended);
        find_reversals(&d);
        d.covered = false;
    } while (dpor_back_up(&d));
    pruner_free(d.pruner);
    while (d.nodes.len) drop_node(&d);
    vec_free(&d.nodes);
    extensions_free(&d.extensions);
    scratch_free(&d.scratch);
}

const Strategy dpor_strategy = {
    .name = "dpor",
    .help = "dynamic partial-order reduction with sleep sets, a baseline",
    .explore = dpor_explore,
    .leaves_out = true,
    .summarises = true,
    .hunts = &hunt_ops,
    .exhaustive = true,
};
