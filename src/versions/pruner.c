/* pruner.c — see pruner.h. docs/proofs/versions.md proves that nothing is lost. */
#include "versions/pruner.h"
#include "versions/pruner_internal.h"
#include "versions/choices.h"
#include "versions/following.h"
#include "vm/state/fingerprint.h"
#include <stdlib.h>

/* The maximal numbers of parts of a condition that is passed to the solver, or kept. */
#define MOST_ASKED 25
#define MOST_NODES 1500

/* --- control states --------------------------------------------------------------------------- */

static Fingerprint control_state_of(Pruner *p, const PrunerNode *n) {
    const Machine *m = p->m;
    Fingerprint f = n->objects;
    for (uint32_t k = 0; k < m->nslots; k++) {
        const Thread *t = m->threads[k];
        if (!t || t->status == THREAD_UNUSED) continue;
        Fingerprint x = control_thread(p->m, p->names, t);
        fingerprint_mix(&f, x.a);
        fingerprint_mix(&f, x.b);
    }
    fingerprint_mix(&f, p->visible);
    fingerprint_mix(&f, (uint64_t)(m->nthreads > 1) << 2 | (uint64_t)m->patient << 1 | m->exited);
    return f;
}

/* --- conditions ------------------------------------------------------------------------------- */

/* Counts the parts of an expression that were not counted since p->round began, as long as they are
 * few. */
static void count_parts(Pruner *p, const Expr *e, unsigned *n) {
    if (*n > MOST_NODES || expr_is_const(e)) return;
    while (p->counted.len <= e->id) vec_push(&p->counted, 0u);
    if (p->counted.data[e->id] == p->round) return;
    p->counted.data[e->id] = p->round;
    ++*n;
    unsigned kids = expr_kid_count(e);
    for (unsigned k = 0; k < kids; k++) count_parts(p, e->kid[k], n);
    for (uint32_t k = 0; e->op == EXPR_TABLE && k < e->table->len; k++)
        count_parts(p, e->table->byte[k], n);
}

static unsigned parts_of(Pruner *p, const Expr *e) {
    unsigned n = 0;
    p->round++;
    count_parts(p, e, &n);
    return n;
}

static bool is_large(Pruner *p, const Expr *e) {
    enum { UNKNOWN, SMALL, LARGE };
    while (p->sizes.len <= e->id) vec_push(&p->sizes, (uint8_t)UNKNOWN);
    if (p->sizes.data[e->id] == UNKNOWN)
        p->sizes.data[e->id] = parts_of(p, e) > MOST_NODES ? LARGE : SMALL;
    return p->sizes.data[e->id] == LARGE;
}

/* A condition that says less and is small: that everything the condition is about is what it is in
 * the state at hand. NULL where that is not known in numbers. */
static const Expr *as_it_is(Pruner *p, const Expr *e) {
    ExprPool *pool = p->m->pool;
    const ExprInputs *in = expr_inputs(pool, e);
    const Expr *all = expr_bool(pool, true);
    for (uint32_t k = 0; k < in->len; k++) {
        const Symbol *s = lifter_symbol(p->lifter, in->input[k]);
        const Expr *actual = s ? lifter_actual(p->lifter, s) : NULL;
        if (!actual || !expr_is_const(actual)) return NULL;
        all = expr_and(pool, all, expr_eq(pool, expr_read_le(pool, in->input[k], 0, 8), actual));
    }
    return is_large(p, all) ? NULL : all;
}

/* Inputs that a slice introduces stand for every value: each time for others. */
static const Expr *with_fresh_inputs(Pruner *p, const Transfer *t, const Expr *e) {
    const ExprInputs *in = expr_inputs(p->m->pool, e);
    bool any = false;
    substitution_begin(p->renaming);
    for (size_t k = 0; k < t->inputs.len; k++) {
        const Input *old = t->inputs.data[k];
        bool used = false;
        for (uint32_t j = 0; j < in->len && !used; j++) used = in->input[j] == old;
        if (!used) continue;
        if (old->size > 8) return NULL;
        const Input *new = summaries_any_input(&p->summaries, old->size);
        substitution_set(p->renaming, old, expr_read_le(p->m->pool, new, 0, old->size));
        any = true;
    }
    return any ? substitution_apply(p->renaming, e) : e;
}

/* What has to hold before a slice so that `condition` holds after it, and the slice goes that
 * way. */
static const Expr *compute_before(Pruner *p, const Transfer *t, const Expr *condition) {
    ExprPool *pool = p->m->pool;
    if (!expr_is_const(condition)) {
        substitution_begin(p->after);
        for (size_t k = 0; k < t->outputs.len; k++)
            substitution_set(p->after, t->outputs.data[k].symbol, t->outputs.data[k].value);
        condition = substitution_apply(p->after, condition);
    }
    condition = expr_and(pool, t->condition, condition);
    if (t->inputs.len) condition = with_fresh_inputs(p, t, condition);
    return condition;
}

/* The precondition of a slice, computed once for each condition. */
static const Expr *before_slice(Pruner *p, uint32_t transfer, const Expr *condition) {
    const Transfer *t = &p->transfers.data[transfer].transfer;
    uint64_t hash = hash_mix((uint64_t)transfer << 32 | condition->id);
    uint32_t found = index_find(&p->by_condition, hash, n,
                                p->befores.data[n].transfer == transfer &&
                                    p->befores.data[n].after == condition);
    if (found != INDEX_NONE) return p->befores.data[found].before;
    Before new = {transfer, condition, compute_before(p, t, condition)};
    if (t->inputs.len) return new.before;
    index_add(&p->by_condition, hash, (uint32_t)p->befores.len);
    vec_push(&p->befores, new);
    return new.before;
}

static void add_side(PrunerNode *above, int32_t thread, const Expr *branch, unsigned side,
                     const Expr *e) {
    for (size_t k = 0; k < above->sides.len; k++) {
        Sides *s = &above->sides.data[k];
        if (s->thread != thread) continue;
        if (s->branch != branch) above->unknown = true;
        s->side[side] = e;
        return;
    }
    Sides new = {thread, branch, {NULL, NULL}};
    new.side[side] = e;
    vec_push(&above->sides, new);
}

/* What a slice touches is known of the operation that it follows. */
static void note_touched(Pruner *p, uint32_t operation, uint32_t transfer) {
    const Transfer *t = &p->transfers.data[transfer].transfer;
    if (!hash_set_add(&p->touched, ((uint64_t)operation << 32 | transfer) + 1)) return;
    for (size_t k = 0; k < t->log.len; k++) {
        const LogEntry *e = &t->log.data[k];
        Touched x = {e->word, e->words, e->reads, e->writes};
        summaries_touch(&p->summaries, operation, &x);
    }
}

/* Passes the results below a node to the node above. */
static void tell_above(Pruner *p, PrunerNode *n, const Expr *condition) {
    PrunerNode *above = &p->nodes.data[p->nodes.len - 2];
    const Event *e = vec_last(&p->run->history.path);
    const Action *a = &e->action;
    if (n->unknown || !condition || n->transfer == NO_TRANSFER || a->op.kind == OPERATION_KERNEL)
        above->unknown = true;
    if (above->unknown) return;
    /* A branch is dependent with nothing, but what is touched after it follows what is before
     * it. */
    Following f = {.thread = a->thread,
                   .name = hash_string(p->m->threads[a->thread]->name),
                   .outcome = a->outcome,
                   .op = a->op};
    f.op.condition = NULL;
    if (a->op.kind == OPERATION_BRANCH) f.op = (Operation){.kind = OPERATION_BRANCH, .target = -1};
    uint32_t operation = summaries_operation(&p->summaries, &f);
    footprint_precede(&p->summaries, &n->follows, operation);
    note_touched(p, operation, n->transfer);
    above->unsettled |= n->unsettled;
    footprint_merge(&above->follows, &n->follows);
    for (size_t k = 0; k < n->findings.len; k++) key_set_add(&above->findings, n->findings.data[k]);
    const Transfer *t = &p->transfers.data[n->transfer].transfer;
    const Expr *before = before_slice(p, n->transfer, condition);
    if (!before || (n->branched && !t->branch))
        above->unknown = true;
    else if (n->branched)
        add_side(above, n->thread, t->branch, n->outcome != 0, before);
    else
        above->condition = expr_and(p->m->pool, above->condition, before);
}

/* The condition that covers everything explored below a node; NULL: unknown. */
static const Expr *condition_of(Pruner *p, const PrunerNode *n) {
    ExprPool *pool = p->m->pool;
    const Expr *all = n->condition;
    if (n->unknown) return NULL;
    invariant(all->width == 1);
    for (size_t k = 0; k < n->sides.len; k++) {
        const Sides *s = &n->sides.data[k];
        const Expr *e;
        /* A branch is here since one of its sides was explored. */
        invariant(s->branch->width == 1 && (s->side[0] || s->side[1]));
        if (s->side[0] && s->side[1])
            e = expr_ite(pool, s->branch, s->side[1], s->side[0]);
        else if (s->side[1])
            e = expr_and(pool, s->branch, s->side[1]);
        else
            e = expr_and(pool, expr_not(pool, s->branch), s->side[0]);
        all = expr_and(pool, all, e);
    }
    return is_large(p, all) ? as_it_is(p, all) : all;
}

/* --- nodes ------------------------------------------------------------------------------------ */

static PrunerNode *pruner_push(Pruner *p) {
    PrunerNode n = {.condition = expr_bool(p->m->pool, true), .transfer = NO_TRANSFER};
    vec_push(&p->nodes, n);
    return &vec_last(&p->nodes);
}

static void pruner_pop(Pruner *p) {
    PrunerNode n = vec_pop(&p->nodes);
    vec_free(&n.sides);
    vec_free(&n.asleep);
    vec_free(&n.findings);
    footprint_clear(&n.follows);
}

void pruner_begin(Pruner *p) {
    while (p->nodes.len) pruner_pop(p);
    p->visible = campaign_visible_hash(p->c);
    pruner_push(p);
    /* Which accesses that are events race depends on more than is kept of their order. */
    p->prunes = !p->c->weak && (!p->run->visible_races || !p->c->visible.len);
}

/* Whether this exploration has reported all of these findings, so that they need not be met
 * again. */
static bool all_met(const Pruner *p, const KeySet *findings) {
    for (size_t k = 0; k < findings->len; k++)
        if (!hash_set_has(&p->met, findings->data[k])) return false;
    return true;
}

/* Whether a summary of its control state covers the values of the current state. */
static bool pruner_covers(Pruner *p, PrunerNode *n) {
    Machine *m = p->m;
    const Expr *any = NULL;
    size_t at = 0;
    for (const Summary *s; (s = summaries_next(&p->summaries, n->control, &at));) {
        Holds holds = lifter_holds(p->lifter, s->condition);
        invariant(fingerprint_same(s->control, n->control) && n->control.a | n->control.b);
        if (holds == HOLDS_NOT || !all_met(p, &p->summaries.found.data[s->findings]) ||
            !sleep_set_within(&p->summaries.sleeps.data[s->asleep], &n->asleep))
            continue;
        const Expr *e =
            holds == HOLDS ? expr_bool(m->pool, true) : lifter_evaluate(p->lifter, s->condition);
        if (!e || expr_is_false(e)) continue;
        n->unsettled |= s->unsettled;
        const KeySet *found = &p->summaries.found.data[s->findings];
        for (size_t k = 0; k < found->len; k++) key_set_add(&n->findings, found->data[k]);
        footprint_merge(&n->follows, &p->summaries.footprints.data[s->follows]);
        n->condition = any ? expr_or(m->pool, n->condition, s->condition) : s->condition;
        any = any ? expr_or(m->pool, any, e) : e;
        if (expr_is_true(any)) break;
    }
    bool safe =
        any && !following_races(&p->summaries, &p->run->history, p->run->races, &n->follows);
    if (safe && expr_is_true(any)) return true;
    if (safe && parts_of(p, any) <= MOST_ASKED) {
        const Expr **facts = xmalloc((m->nconstraints + 1) * sizeof *facts);
        for (uint32_t k = 0; k < m->nconstraints; k++) facts[k] = m->constraints.data[k].constraint;
        SolverResult r =
            solver_check(m->solver, facts, m->nconstraints, expr_not(m->pool, any), m->model, NULL);
        free(facts);
        if (r == SOLVER_UNSAT) return true;
    }
    n->condition = expr_bool(m->pool, true);
    footprint_clear(&n->follows);
    n->findings.len = 0;
    return false;
}

/* By the paper's rules, whether what is about to be executed may affect what was changed. */
static bool affects(const Pruner *p) {
    const uint8_t *set = p->c->shared->options->prune.affects;
    for (uint32_t k = 0; set && k < p->m->nslots; k++) {
        const Thread *t = p->m->threads[k];
        if (!t || t->status != THREAD_READY) continue;
        const Function *f = t->frames[t->top].function;
        if (set[insn_number(f, t->pc)]) return true;
    }
    return false;
}

/* Where threads begin, end and wait for each other, little has happened since the node before. */
static bool is_worth_it(const Pruner *p, const Operation *o) {
    if (p->nodes.len == 2) return true;
    return o->kind != OPERATION_START && o->kind != OPERATION_EXIT && o->kind != OPERATION_JOIN &&
           o->kind != OPERATION_CREATE;
}

bool pruner_after(Pruner *p, const SleepSet *asleep) {
    const PrunerNode above = vec_last(&p->nodes);
    invariant(p->nodes.len == p->run->history.path.len);
    const Event *e = vec_last(&p->run->history.path);
    PrunerNode *n = pruner_push(p);
    const Event *creation = e->action.op.kind == OPERATION_START
                                ? history_creation(&p->run->history, p->m, e->action.thread)
                                : NULL;
    Fingerprint changes =
        operation_changes(p->m, &e->action, creation ? &creation->action.op : NULL);
    n->objects = above.objects;
    n->objects.a += changes.a + p->m->engine_change.a;
    n->objects.b += changes.b + p->m->engine_change.b;
    for (size_t k = 0; k < asleep->len; k++) vec_push(&n->asleep, asleep->data[k]);
    n->thread = e->action.thread;
    n->outcome = e->action.outcome;
    n->branched = p->pending.kind == OPERATION_BRANCH;
    n->transfer = p->coming;
    const Thread *t = p->m->threads[n->thread];
    SliceEnd end = slice_end(t);
    if (n->transfer != NO_TRANSFER &&
        !slice_end_same(&end, &p->transfers.data[n->transfer].transfer.end))
        n->transfer = NO_TRANSFER;
    /* Whether a blocked thread is a deadlock is also a matter of signals, which no event of it
     * tells. */
    if (unlikely(base_invariants)) pruner_check_foretold(p, n->transfer);
    if (t->looping || p->m->parked || p->m->look) n->unknown = true;
    n->looked_at = p->prunes && is_worth_it(p, &e->action.op);
    if (n->looked_at) n->control = control_state_of(p, n);
    /* The first run goes to its end: what can be left out of it is seen better there. */
    const PruneSettings *s = &p->c->shared->options->prune;
    bool first = s->influences && !s->paper && !p->c->result->stats.traces && p->m->nthreads > 1;
    bool is_covered = !n->unknown && n->looked_at && !first && !affects(p) && pruner_covers(p, n);
    Campaign *c = p->c;
    for (; c->reported.len; c->reported.len--) {
        if (vec_last(&c->reported) == REPORTED_RACE) n->unknown = true;
        key_set_add(&n->findings, vec_last(&c->reported));
        hash_set_add(&p->met, vec_last(&c->reported));
    }
    return is_covered;
}

/* What blocked threads wait to do belongs to what follows. */
void pruner_leaf(Pruner *p) {
    PrunerNode *n = &vec_last(&p->nodes);
    for (uint32_t k = 0; k < p->m->nslots; k++) {
        const Thread *t = p->m->threads[k];
        if (!t || t->status != THREAD_READY || t->pending.kind == OPERATION_BRANCH) continue;
        if (t->pending.kind == OPERATION_KERNEL) n->unknown = true;
        if (n->unknown) break;
        Following f = {.thread = (int32_t)k, .name = hash_string(t->name), .op = t->pending};
        f.op.condition = NULL;
        footprint_add(&n->follows, summaries_operation(&p->summaries, &f), &(BitSet){0},
                      &(BitSet){0});
    }
    if (p->c->reported.len || run_end(p->run) == RUN_DEADLOCK || p->m->parked ||
        p->c->result->nincomplete || p->c->grown || p->c->deferred.len)
        n->unknown = true;
    n->unsettled = !choices_settled(p->c, p->run);
    for (; p->c->reported.len; p->c->reported.len--)
        hash_set_add(&p->met, vec_last(&p->c->reported));
}

/* --- beyond this exploration ------------------------------------------------------------------ */

#define SAVE_SECONDS 0.5
#define SAVE_COUNT 20000

static void pruner_read_chunk(void *pruner, const void *chunk, size_t size) {
    Pruner *p = pruner;
    if (summaries_is_chunk(chunk, size)) summaries_read(&p->summaries, chunk, size);
}

static void save(Pruner *p) {
    size_t size;
    double started = time_wall();
    void *chunk = p->saves ? summaries_chunk(&p->summaries, &size) : NULL;
    if (chunk)
        p->saves =
            p->c->shared->options->store->save(p->c->shared->options->store->context, chunk, size);
    free(chunk);
    p->saved_at = time_wall();
    p->c->result->prune.seconds += p->saved_at - started;
}

/* Stores new summaries from time to time. */
static void save_sometimes(Pruner *p) {
    size_t unsaved = p->summaries.all.len - p->summaries.unsaved;
    if (!p->saves || !unsaved || (unsaved < SAVE_COUNT && (unsaved & 63))) return;
    if (unsaved >= SAVE_COUNT || time_wall() - p->saved_at > SAVE_SECONDS) save(p);
}

/* --- backtracking ----------------------------------------------------------------------------- */

void pruner_leave(Pruner *p) {
    PrunerNode *n = &vec_last(&p->nodes);
    const Expr *condition = condition_of(p, n);
    invariant(p->nodes.len == p->run->history.path.len + 1);
    /* A summary covers the values with which it was explored. */
    invariant(!base_invariants || !condition || lifter_holds(p->lifter, condition) != HOLDS_NOT);
    invariant(!n->looked_at || fingerprint_same(n->control, control_state_of(p, n)));
    if (condition && n->looked_at && !p->c->result->nincomplete && !p->c->grown)
        summaries_add(&p->summaries, n->control, condition, &n->follows, &n->asleep, &n->findings,
                      n->unsettled);
    save_sometimes(p);
    if (p->nodes.len > 1) tell_above(p, n, condition);
    pruner_pop(p);
}

void pruner_left_out(Pruner *p, size_t node) {
    invariant(node < p->nodes.len);
    p->nodes.data[node].unknown = true;
}
void pruner_unsettle(Pruner *p) { vec_last(&p->nodes).unsettled = true; }
bool pruner_unsettled(const Pruner *p) { return vec_last(&p->nodes).unsettled; }

const Footprint *pruner_follows(const Pruner *p) { return &vec_last(&p->nodes).follows; }
const Summaries *pruner_summaries(const Pruner *p) { return &p->summaries; }

Pruner *pruner_new(Campaign *c) {
    Pruner *p = xcalloc(1, sizeof *p);
    p->c = c;
    p->run = c->run;
    p->m = c->run->machine;
    p->names = code_names_new(c->shared->program);
    if (c->shared->options->prune.alias)
        code_names_alias(p->names, c->shared->options->prune.alias,
                         c->shared->options->prune.alias_context);
    p->lifter = lifter_new(p->m, p->names);
    p->after = substitution_new(p->m->pool);
    p->renaming = substitution_new(p->m->pool);
    summaries_init(&p->summaries, p->m, p->lifter);
    const ExploreStore *store = c->shared->options->store;
    if (store) {
        p->summaries.most_bytes = store->most_bytes;
        store->load(store->context, pruner_read_chunk, p);
        p->saves = true;
    }
    p->saved_at = time_wall();
    c->result->prune = (PruneStats){.read = p->summaries.all.len};
    return p;
}

void pruner_free(Pruner *p) {
    if (!p) return;
    save(p);
    PruneStats *stats = &p->c->result->prune;
    stats->kept = p->summaries.all.len - stats->read;
    stats->dropped = p->summaries.dropped;
    while (p->nodes.len) pruner_pop(p);
    for (size_t k = 0; k < p->transfers.len; k++) transfer_clear(&p->transfers.data[k].transfer);
    vec_free(&p->nodes);
    vec_free(&p->transfers);
    vec_free(&p->counted);
    vec_free(&p->befores);
    vec_free(&p->foretold);
    index_free(&p->by_condition);
    vec_free(&p->sizes);
    hash_set_free(&p->met);
    hash_set_free(&p->touched);
    index_free(&p->by_control);
    summaries_free(&p->summaries);
    substitution_free(p->after);
    substitution_free(p->renaming);
    lifter_free(p->lifter);
    code_names_free(p->names);
    free(p);
}
