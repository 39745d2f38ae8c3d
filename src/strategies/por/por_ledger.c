/*
 * por_ledger.c — explores tasks of a ledger, which outlive the process (explore/ledger.h).
 *
 * A task is a subtree as in por_tasks.c. Its state is committed after a maximal run, before the
 * exploration backtracks: then the path, D and the alternatives are all that the rest depends on.
 * Where the path comes to a subtree that was given away and is not done, the task waits for it, and
 * the worker takes another one. docs/proofs/campaigns.md has the argument.
 */
#include "strategies/por/por_state.h"
#include <stdlib.h>

/* A task in hand. */
typedef struct Holding {
    Por p;
    const Ledger *ledger;
    PorState start;        /* where the task stood when it was taken */
    VEC(Task *) given;     /* stands for its children in the tree */
    VEC(LedgerChild) born; /* children since the last commit */
    VEC(uint32_t) taken;   /* children taken back since then */
    uint32_t nchildren;
} Holding;

/* --- children --------------------------------------------------------------------------------- */

static Task *child_new(Holding *h, uint32_t number) {
    Task *t = xcalloc(1, sizeof *t);
    t->number = number;
    vec_push(&h->given, t);
    return t;
}

static void forget_born(Holding *h) {
    for (size_t k = 0; k < h->born.len; k++) vec_free(&h->born.data[k].state);
    h->born.len = 0;
    h->taken.len = 0;
}

/* The number of branches of a node as far as it is known: those explored, the one on the path, and
 * the alternatives. */
static double branches_of(const Por *p, size_t node, size_t *sleeper, double *explored) {
    size_t first = *sleeper;
    while (*sleeper < p->tree.sleepers.len && p->tree.sleepers.data[*sleeper].from == node)
        ++*sleeper;
    *explored = (double)(*sleeper - first);
    return 1 + *explored + (double)p->tree.nodes.data[node].alternatives.len;
}

/* The estimated part of the task's subtree that lies below a branch of node `until`, and the part
 * that was explored before it. */
static double share_of_branch(const Por *p, size_t until, double *before) {
    double share = 1, explored;
    size_t sleeper = 0;
    *before = 0;
    while (sleeper < p->tree.sleepers.len && p->tree.sleepers.data[sleeper].from < p->base)
        sleeper++;
    for (size_t k = p->base; k <= until && k < p->tree.nodes.len; k++) {
        double branches = branches_of(p, k, &sleeper, &explored);
        *before += share * explored / branches;
        share /= branches;
    }
    return share;
}

/* Gives away the subtree of an alternative of the highest possible node. False if there is none. */
static bool give_child(Holding *h) {
    Por *p = &h->p;
    for (size_t at = p->base; at + 1 < p->h->path.len; at++) {
        double before;
        Alternative *best = tree_best(&p->tree, at, p->h->path.data[at]);
        if (!best || best->task) continue;
        if (unlikely(base_invariants)) por_check_given(p, at, best);
        LedgerChild child = {.number = h->nchildren, .share = share_of_branch(p, at, &before)};
        por_state_put_task(p, at, best, &child.state);
        vec_push(&h->born, child);
        best->task = child_new(h, h->nchildren++);
        return true;
    }
    return false;
}

/* At the end of the path to a subtree that was given away: takes back what was found there. False
 * if it is not done. */
static bool take_child(Holding *h, uint32_t number) {
    Campaign *c = h->p.c;
    Wire found = {0};
    bool done = h->ledger->child(h->ledger->context, c, number, &found);
    WireReader r = wire_reader(found.data, found.len);
    if (done && !por_found_keep(&h->p, &r)) h->ledger->damaged(h->ledger->context, c);
    if (done) vec_push(&h->taken, number);
    vec_free(&found);
    return done;
}

/* --- commits ---------------------------------------------------------------------------------- */

static LedgerAnswer por_commit(Holding *h, LedgerEnd end, uint32_t waits_for) {
    Por *p = &h->p;
    Wire state = {0};
    double share = 1, before = 0;
    if (end == LEDGER_DONE)
        por_found_put(p, &state);
    else {
        por_state_put(p, end == LEDGER_WAITS ? POR_TAKES_BACK : POR_BACKS_UP, waits_for,
                      h->nchildren, &state);
        share = share_of_branch(p, p->h->path.len, &before);
        share = end == LEDGER_WAITS ? before : before + share;
    }
    LedgerCommit x = {.end = end,
                      .waits_for = waits_for,
                      .state = &state,
                      .child = h->born.data,
                      .nchildren = h->born.len,
                      .taken = h->taken.data,
                      .ntaken = h->taken.len,
                      .share = share};
    LedgerAnswer answer = h->ledger->commit(h->ledger->context, p->c, &x);
    forget_born(h);
    vec_free(&state);
    return answer;
}

/* Whether nothing that was seen since the last commit forbids to commit it: a pass that must begin
 * again leaves no result. */
static bool may_commit(Campaign *c) {
    return !campaign_stop(c) && !c->grown && !c->deferred.len && !c->restart && !c->halt;
}

/* Ends a slice after a maximal run if it is time. False if the task is no longer in hand. */
static bool end_slice(Holding *h) {
    const Ledger *l = h->ledger;
    if (!l->is_due(l->context)) return true;
    for (unsigned n = l->wanted(l->context); n && give_child(h); n--) {}
    return por_commit(h, LEDGER_GOES_ON, POR_NO_CHILD) == LEDGER_HELD;
}

/* --- exploring -------------------------------------------------------------------------------- */

/* Goes to where the task stood. False if the path cannot be followed, as the solver gave up. */
static bool go_to_start(Holding *h) {
    Por *p = &h->p;
    const PorState *s = &h->start;
    size_t common = run_common(p->run, s->path.data, s->path.len);
    /* What is new in the subtree is executed here, so that it is reported: the path may lead there
     * already, for a worker that came there to take the subtree back reported nothing. */
    if (s->next == POR_EXTENDS) common = MIN(common, s->task.node);
    run_undo(p->run, common);
    p->task = &s->task;
    p->base = s->base;
    h->nchildren = s->nchildren;
    tree_push(&p->tree);
    for (size_t k = 0; k < s->path.len; k++) {
        if (k < common) {
            por_wake_sleepers(p, k);
            tree_move_down(&p->tree, k);
            continue;
        }
        /* Events of a subtree that was not begun are executed here for the first time. */
        p->c->again = s->next != POR_EXTENDS || k < s->task.node;
        bool fine = por_advance_again(p, s->path.data[k].thread, s->path.data[k].outcome);
        p->c->again = false;
        if (!fine) return false;
    }
    por_wake_sleepers(p, s->path.len);
    for (size_t k = 0; k < s->alternatives.len; k++) {
        const StoredAlternative *a = &s->alternatives.data[k];
        Alternative *kept = por_restore_portable(p, &a->of);
        if (a->child != POR_NO_CHILD) kept->task = child_new(h, a->child);
    }
    p->fresh = s->all_known ? SIZE_MAX : s->task.node;
    invariant(p->h->path.len == s->path.len && p->next_sleeper == s->task.sleepers.len);
    return true;
}

typedef enum RunEnded { RUN_WENT_ON, RUN_STOPPED, RUN_WAITS } RunEnded;

/* Explores one maximal run, or comes to a subtree that was given away. */
static RunEnded explore_run(Holding *h, uint32_t *child) {
    Por *p = &h->p;
    p->c->again = p->guide_task != NULL; /* who was given the subtree reports what is on the way */
    bool maximal = por_extend(p);
    Task *given = p->guide_task;
    p->c->again = false;
    p->guide_task = NULL;
    alternative_free(&p->tree, &p->guide);
    if (campaign_stop(p->c)) return RUN_STOPPED;
    if (given) {
        *child = given->number;
        return take_child(h, given->number) ? RUN_WENT_ON : RUN_WAITS;
    }
    return !maximal || por_arrive(p) ? RUN_WENT_ON : RUN_STOPPED;
}

/* Explores the task in hand until it is done, waits, or must be left. True if it was committed or
 * lost, so that the worker no longer holds it. */
static bool explore_held(Holding *h) {
    Por *p = &h->p;
    Campaign *c = p->c;
    const PorState *s = &h->start;
    uint32_t child = s->waits_for;
    bool extends = s->next == POR_EXTENDS;
    if (s->next == POR_TAKES_BACK && !take_child(h, child)) return false;
    while (may_commit(c) && (extends || por_back_up(p))) {
        extends = false;
        RunEnded end = explore_run(h, &child);
        if (!may_commit(c) || end == RUN_STOPPED) return false;
        if (end == RUN_WAITS) {
            por_commit(h, LEDGER_WAITS, child);
            return true;
        }
        if (!end_slice(h)) return true;
    }
    if (!may_commit(c)) return false;
    por_commit(h, LEDGER_DONE, POR_NO_CHILD);
    return true;
}

static void holding_free(Holding *h) {
    por_close(&h->p);
    por_state_free(&h->start);
    for (size_t k = 0; k < h->given.len; k++) free(h->given.data[k]);
    vec_free(&h->given);
    forget_born(h);
    vec_free(&h->born);
    vec_free(&h->taken);
}

static void explore_task(Campaign *c, Scratch *scratch, Probes *probes, const Wire *state) {
    const Ledger *l = c->shared->ledger;
    Holding h = {.ledger = l};
    bool left = false;
    por_init(&h.p, c, scratch);
    h.p.probes = probes;
    WireReader r = wire_reader(state->data, state->len);
    if (!state->len)
        h.start = (PorState){.next = POR_EXTENDS, .waits_for = POR_NO_CHILD};
    else if (!por_state_get(&r, &h.p, &h.start)) {
        l->damaged(l->context, c);
        holding_free(&h);
        return;
    }
    if (go_to_start(&h)) {
        left = explore_held(&h);
    } else if (may_commit(c)) {
        campaign_incomplete(
            c, "a part of the exploration was given up because the solver reached its limit");
        left = true;
        por_commit(&h, LEDGER_DONE, POR_NO_CHILD);
    }
    if (!left) l->leave(l->context, c);
    holding_free(&h);
}

void por_explore_ledger(Campaign *c) {
    const Ledger *l = c->shared->ledger;
    const Wire *state;
    Scratch scratch;
    scratch_init(&scratch);
    Probes *probes = probes_new(c);
    while (may_commit(c) && l->take(l->context, c, &state))
        explore_task(c, &scratch, probes, state);
    probes_free(probes);
    scratch_free(&scratch);
}
