/*
 * interference.c — con2colic testing (Farzan, Holzer, Razavi and Veith, ESEC/FSE 2013): branches are covered
 * in the order of how many interferences they need, loads that read what another thread wrote.
 *
 * Each thread is run by itself first; what it does is kept in a forest in which loads of shared memory are
 * variables. For each side of a branch that was not taken there is a candidate, a set of couplings of loads
 * with stores, at first none. If inputs and an order of events can be found with which its scenario happens,
 * it is run, and the thread goes on alone from there and shows more of the forest. If not, the reasons say
 * which loads would have to read something else, and each of these is coupled with each store to the same
 * bytes: a candidate with an interference more. Candidates with fewer interferences come first, so that once
 * none of a degree is left, what can be covered with so many interferences was.
 */
#include "explore/interference.h"
#include <stdio.h>
#include <stdlib.h>

/* A candidate that cannot be realized, and what of it would have to be otherwise: loads that would have to be
 * interfered, joins of threads that would have to go another way. */
typedef struct Kept {
    Candidate *candidate;
    VEC(NodeId) loads;
    VEC(NodeId) joins;       /* any other way of theirs may help */
    VEC(NodeId) quiet_joins; /* one with a store to a word of those loads may */
} Kept;

/* Things that wait for nodes with a key: kept candidates by word of memory, joins by thread. */
typedef struct WaitList {
    uint64_t key;
    VEC(uint32_t) who;
} WaitList;

/* A candidate with a join that needs an end of its thread, or with a thread that holds a mutex at its tip. */
typedef struct Open {
    Candidate *candidate;
    NodeId node;
} Open;

/* Candidates of one degree: those that promise new coverage first, else the oldest. */
typedef struct WorkList {
    VEC(Candidate *) first, later;
    size_t first_taken, later_taken;
} WorkList;

typedef struct Interference {
    Campaign *c;
    Run *run;
    Forest forest;
    Recorder recorder;
    Scenario scenario;
    DataProblem data;
    const InterferenceSettings *settings;
    VEC(WorkList) work; /* by degree */
    HashSet seen;       /* keys of candidates */
    VEC(Kept) kept;
    VEC(WaitList) waiting;
    Index waiting_at;
    VEC(Open) joins, holders;
    VEC(Position) positions;
    Index positions_at;  /* by object */
    uint8_t *cover;      /* as Machine.cover: what was covered so far */
    bool beyond;         /* there are candidates of a degree above the bound */
    bool stop;           /* every side of every branch is covered */
    VEC(Coupling) needs; /* interferences of the run at hand */
} Interference;

/* --- lists --------------------------------------------------------------------------------------------- */

static InterferenceLevel *level(Interference *x, uint32_t degree) {
    InterferenceStats *s = &x->c->result->interference;
    while (s->nlevels <= degree) {
        s->level = xrealloc(s->level, (s->nlevels + 1) * sizeof *s->level);
        s->level[s->nlevels++] = (InterferenceLevel){0};
    }
    return &s->level[degree];
}

static WaitList *waiting_for(Interference *x, uint64_t key, bool make) {
    uint32_t k = index_find(&x->waiting_at, hash_mix(key), n, x->waiting.data[n].key == key);
    if (k == INDEX_NONE && !make) return NULL;
    if (k == INDEX_NONE) {
        WaitList new = {.key = key};
        k = (uint32_t)x->waiting.len;
        index_add(&x->waiting_at, hash_mix(key), k);
        vec_push(&x->waiting, new);
    }
    return &x->waiting.data[k];
}

/* Whether a candidate may lead to what was not covered. */
static bool is_promising(const Interference *x, const Candidate *c) {
    const Action *a = &forest_node(&x->forest, c->sink)->action;
    return a->op.kind != OPERATION_BRANCH ||
           !hash_set_has(&x->recorder.sides, recorder_side(&x->forest, c->sink));
}

/* Whether a candidate may lead to an error though all branches of the source went both ways: a check that
 * never failed, another address or size, an access that comes too late. */
static bool is_check(const Interference *x, const Candidate *c) {
    const ForestNode *n = forest_node(&x->forest, c->sink);
    return n->action.op.kind == OPERATION_BRANCH ? n->any_other || is_promising(x, c) : forest_is_late(n);
}

/* Whether a candidate is one that there was before, and went together. */
static bool is_known(const Interference *x, const Candidate *c) {
    return hash_set_has(&x->seen, candidate_key(&x->forest, c));
}

/* Takes away couplings of what is not part of the scenario of a candidate, which is built. Whether there were
 * any. */
static bool prune(const Interference *x, Candidate *c) {
    uint32_t n = 0, before = c->ncouplings;
    for (uint32_t k = 0; k < before; k++)
        if (scenario_number(&x->scenario, &x->forest, c->coupling[k].node) != UINT32_MAX)
            c->coupling[n++] = c->coupling[k];
    c->ncouplings = n;
    return n < before;
}

/* Whether a coupling of the scenario at hand is with a store that comes before the load anyway. */
static bool is_past(const Interference *x, const Coupling *c) {
    uint32_t load = scenario_number(&x->scenario, &x->forest, c->node),
             store = scenario_number(&x->scenario, &x->forest, c->source);
    return load == UINT32_MAX || store == UINT32_MAX || scenario_precedes(&x->scenario, store, load);
}

/* Takes a candidate over; those that there were before, or that need too many interferences, go. False where
 * what it wants does not go together. `again`: it may be one that there was before. `new`: a coupling that is
 * only wanted if it is an interference; NULL: none. */
static bool push_with(Interference *x, Candidate *c, bool again, const Coupling *new) {
    if (is_known(x, c) && !again) {
        candidate_free(c);
        return true;
    }
    if (!scenario_build(&x->scenario, &x->forest, c)) {
        candidate_free(c);
        return false;
    }
    if (new && is_past(x, new)) {
        candidate_free(c);
        return true;
    }
    hash_set_add(&x->seen, candidate_key(&x->forest, c));
    if (prune(x, c) && !hash_set_add(&x->seen, candidate_key(&x->forest, c)) && !again) {
        candidate_free(c);
        return true;
    }
    c->degree = x->scenario.degree;
    if (c->degree > x->settings->bound) {
        x->beyond = true;
        candidate_free(c);
        return true;
    }
    WorkList none = {0};
    while (x->work.len <= c->degree) vec_push(&x->work, none);
    WorkList *w = &x->work.data[c->degree];
    if (x->settings->priority && is_promising(x, c))
        vec_push(&w->first, c);
    else
        vec_push(&w->later, c);
    return true;
}

static bool push(Interference *x, Candidate *c) { return push_with(x, c, false, NULL); }

static Candidate *next_candidate(Interference *x) {
    for (size_t k = 0; k < x->work.len; k++) {
        WorkList *w = &x->work.data[k];
        if (w->first_taken < w->first.len) return w->first.data[w->first_taken++];
        if (w->later_taken < w->later.len) return w->later.data[w->later_taken++];
    }
    return NULL;
}

/* --- more interferences -------------------------------------------------------------------------------- */

static bool overlap(const ForestNode *a, const ForestNode *b) {
    uint64_t x = a->action.op.object, y = b->action.op.object;
    return x < y + operation_extent(&b->action.op) && y < x + operation_extent(&a->action.op);
}

/* The same with one more coupling; threads that were joined may have to go other ways for it. */
static Candidate *with_other_joins(const Interference *x, const Candidate *c, Coupling new) {
    Candidate *other = candidate_new(c->sink), *next;
    for (uint32_t k = 0; k < c->ncouplings; k++) {
        if (forest_node(&x->forest, c->coupling[k].node)->action.op.kind == OPERATION_JOIN) continue;
        next = candidate_with(other, c->coupling[k], 0);
        candidate_free(other);
        other = next;
    }
    next = candidate_with(other, new, 0);
    candidate_free(other);
    return next;
}

/* A load reads from a store of another thread instead. */
static void interfere(Interference *x, const Candidate *c, NodeId load, NodeId store) {
    const ForestNode *l = forest_node(&x->forest, load), *s = forest_node(&x->forest, store);
    if (l->root == s->root || l->action.thread == s->action.thread || !overlap(l, s) ||
        candidate_source(c, load))
        return;
    Coupling new = {load, store};
    if (push_with(x, candidate_with(c, new, 0), !x->settings->no_duplicates, &new)) return;
    push_with(x, with_other_joins(x, c, new), false, &new);
}

/* Whether a thread on its way to an end stores to what a load reads. */
static bool stores_to(const Interference *x, NodeId end, NodeId load) {
    for (NodeId n = end; n; n = forest_node(&x->forest, n)->parent)
        if (forest_writes(forest_node(&x->forest, n)) &&
            overlap(forest_node(&x->forest, n), forest_node(&x->forest, load)))
            return true;
    return false;
}

/* A thread that was joined goes the way to another end. */
static void end_otherwise(Interference *x, const Kept *k, NodeId join, NodeId end, bool any) {
    const Candidate *c = k->candidate;
    bool helps = any;
    if (forest_node(&x->forest, end)->action.thread != forest_node(&x->forest, join)->action.op.target)
        return;
    if (candidate_source(c, join) == end) return;
    for (size_t j = 0; j < k->loads.len && !helps; j++) helps = stores_to(x, end, k->loads.data[j]);
    if (helps) push(x, candidate_with(c, (Coupling){join, end}, 0));
}

static void end_all_otherwise(Interference *x, const Kept *k, NodeId join, bool any) {
    const NodeList *exits = forest_exits(&x->forest, forest_node(&x->forest, join)->action.op.target);
    for (size_t j = 0; exits && j < exits->nodes.len; j++)
        end_otherwise(x, k, join, exits->nodes.data[j], any);
}

/* Keys of lists of who waits for an end of a thread: words of memory are below 2^37. */
#define ENDS (1ull << 60)

/* Keeps a candidate that cannot be realized as it is: one of its loads has to read something else, or one of
 * the threads that it joins to go another way. */
static void keep(Interference *x, Kept k) {
    uint32_t number = (uint32_t)x->kept.len;
    vec_push(&x->kept, k);
    for (size_t j = 0; j < k.loads.len; j++) {
        NodeId load = k.loads.data[j];
        const Operation *o = &forest_node(&x->forest, load)->action.op;
        uint64_t last = (o->object + o->size - 1) >> 3;
        for (uint64_t w = o->object >> 3; w <= last; w++) {
            vec_push(&waiting_for(x, w, true)->who, number);
            const NodeList *writers = forest_writers(&x->forest, w);
            for (size_t q = 0; writers && q < writers->nodes.len; q++)
                interfere(x, k.candidate, load, writers->nodes.data[q]);
        }
    }
    for (size_t j = 0; j < k.joins.len + k.quiet_joins.len; j++) {
        bool any = j < k.joins.len;
        NodeId join = any ? k.joins.data[j] : k.quiet_joins.data[j - k.joins.len];
        vec_push(&waiting_for(x, ENDS + (uint64_t)forest_node(&x->forest, join)->action.op.target, true)->who,
                 number);
        end_all_otherwise(x, &k, join, any);
    }
}

static void meet_write(Interference *x, NodeId store) {
    const Operation o = forest_node(&x->forest, store)->action.op;
    uint64_t last = (o.object + MAX(operation_extent(&o), 1) - 1) >> 3;
    for (uint64_t w = o.object >> 3; w <= last; w++) {
        const WaitList *list = waiting_for(x, w, false);
        for (size_t k = 0; list && k < list->who.len; k++) {
            const Kept kept = x->kept.data[list->who.data[k]];
            for (size_t j = 0; j < kept.loads.len; j++)
                interfere(x, kept.candidate, kept.loads.data[j], store);
        }
    }
}

/* An operation of another thread comes right before one on the same object. */
static void use_before(Interference *x, const Position *p, NodeId user) {
    bool new;
    if (forest_node(&x->forest, user)->action.thread == p->action.thread) return;
    NodeId sink = forest_add(&x->forest, (NodePast){.parent = p->parent, .source = user}, &p->action, &new);
    if (new) push(x, candidate_new(sink));
    unsigned kind = forest_node(&x->forest, user)->action.op.kind;
    if (p->action.op.kind != OPERATION_TIMEOUT || (kind != OPERATION_SIGNAL && kind != OPERATION_BROADCAST))
        return;
    /* Who may be woken by that takes the mutex. */
    Action wake = p->action;
    wake.op.kind = OPERATION_WAKE;
    sink = forest_add(&x->forest, (NodePast){.parent = p->parent, .source = user}, &wake, &new);
    if (new) push(x, candidate_new(sink));
}

/* A place before an operation on an object with a state: all others on it may come right before, and none but
 * those of its own thread; or one that may be refused a mutex: any other thread may have it, or none. */
static void meet_position(Interference *x, const Position *p) {
    bool new;
    index_add(&x->positions_at, hash_mix(p->object), (uint32_t)x->positions.len);
    vec_push(&x->positions, *p);
    const NodeList *users = forest_users(&x->forest, p->object);
    for (size_t k = 0; users && k < users->nodes.len; k++) use_before(x, p, users->nodes.data[k]);
    Action a = p->action;
    if (!forest_is_stateful(&a.op)) a.outcome = 1; /* the mutex is had */
    NodeId sink = forest_add(&x->forest, (NodePast){.parent = p->parent}, &a, &new);
    if (new) push(x, candidate_new(sink));
}

static void meet_user(Interference *x, NodeId user) {
    const ForestNode *n = forest_node(&x->forest, user);
    HoldChange h = forest_mutex_change(n);
    for (unsigned way = 0; way < 2; way++) {
        if (way ? h.change != HOLD_BEGINS : !forest_is_stateful(&n->action.op)) continue;
        uint64_t object = way ? h.key : n->action.op.object;
        size_t at = index_tag(hash_mix(object));
        for (uint32_t k; x->positions_at.cap &&
                         (k = index_next(&x->positions_at, hash_mix(object), &at)) != INDEX_NONE;) {
            const Position p = x->positions.data[k];
            if (p.object == object) use_before(x, &p, user);
        }
    }
}

/* An access after another thread ended its object is wanted. */
static void come_late(Interference *x, NodeId access, NodeId end) {
    const ForestNode *a = forest_node(&x->forest, access), *e = forest_node(&x->forest, end);
    if (e->action.op.kind != OPERATION_FREE || e->action.thread == a->action.thread || e->root == a->root ||
        !overlap(a, e))
        return;
    bool new;
    Action action = a->action;
    NodeId sink = forest_add(&x->forest, (NodePast){.parent = a->parent, .source = end}, &action, &new);
    if (new) push(x, candidate_new(sink));
}

static void meet_access(Interference *x, NodeId access) {
    const Operation o = forest_node(&x->forest, access)->action.op;
    bool ends = o.kind == OPERATION_FREE;
    uint64_t last = (o.object + MAX(operation_extent(&o), 1) - 1) >> 3;
    for (uint64_t w = o.object >> 3; w <= last; w++) {
        const NodeList *writers = forest_writers(&x->forest, w), *loaders = forest_loaders(&x->forest, w);
        for (size_t k = 0; writers && k < writers->nodes.len; k++) {
            come_late(x, access, writers->nodes.data[k]);
            if (ends) come_late(x, writers->nodes.data[k], access);
        }
        for (size_t k = 0; ends && loaders && k < loaders->nodes.len; k++)
            come_late(x, loaders->nodes.data[k], access);
    }
}

/* --- what a scenario leaves open ----------------------------------------------------------------------- */

static Candidate *copy(const Candidate *c) { return candidate_with(c, (Coupling){0, 0}, 0); }

/* A load has several last stores that nothing orders: each is a candidate of its own. A join needs an end of
 * its thread: the first that there is, others where that one turns out to be to blame. */
static void resolve(Interference *x, Candidate *c) {
    const Scenario *s = &x->scenario;
    uint32_t event = s->ambiguous - 1;
    NodeId node = s->event.data[event];
    const Operation *o = &forest_node(&x->forest, node)->action.op;
    if (o->kind != OPERATION_JOIN) {
        VEC(NodeId) stores = {0};
        for (size_t k = 0; k < s->choices.len; k++) vec_push(&stores, s->event.data[s->choices.data[k]]);
        Kept k = {.candidate = copy(c)};
        vec_push(&k.loads, node);
        keep(x, k);
        for (size_t j = 0; j < stores.len; j++)
            push(x, candidate_with(c, (Coupling){node, stores.data[j]}, 0));
        vec_free(&stores);
        candidate_free(c);
        return;
    }
    const NodeList *exits = forest_exits(&x->forest, o->target);
    bool found = false;
    for (size_t k = 0; exits && k < exits->nodes.len && !found; k++)
        found = push(x, candidate_with(c, (Coupling){node, exits->nodes.data[k]}, 0));
    if (found) {
        candidate_free(c);
        return;
    }
    for (size_t k = 0; exits && k < exits->nodes.len; k++)
        push(x, with_other_joins(x, c, (Coupling){node, exits->nodes.data[k]}));
    Open open = {c, node};
    vec_push(&x->joins, open);
}

static void meet_exit(Interference *x, NodeId end) {
    int thread = forest_node(&x->forest, end)->action.thread;
    for (size_t k = 0; k < x->joins.len; k++) {
        const Open *o = &x->joins.data[k];
        Coupling new = {o->node, end};
        if (forest_node(&x->forest, o->node)->action.op.target != thread) continue;
        if (!push(x, candidate_with(o->candidate, new, 0))) push(x, with_other_joins(x, o->candidate, new));
    }
    const WaitList *list = waiting_for(x, ENDS + (uint64_t)thread, false);
    for (size_t k = 0; list && k < list->who.len; k++) {
        const Kept kept = x->kept.data[list->who.data[k]];
        for (size_t j = 0; j < kept.joins.len; j++) end_otherwise(x, &kept, kept.joins.data[j], end, true);
        for (size_t j = 0; j < kept.quiet_joins.len; j++)
            end_otherwise(x, &kept, kept.quiet_joins.data[j], end, false);
    }
}

/* The nearest nodes after one at which its thread holds no mutex. */
static void find_released(const Forest *f, NodeId from, NodeId **list, size_t *n, size_t *cap) {
    for (NodeId k = forest_node(f, from)->first_child; k; k = forest_node(f, k)->sibling) {
        if (!forest_node(f, k)->executed) continue;
        if (forest_node(f, k)->held) {
            find_released(f, k, list, n, cap);
            continue;
        }
        if (*n == *cap) *list = xrealloc(*list, (*cap = *cap * 2 + 8) * sizeof **list);
        (*list)[(*n)++] = k;
    }
}

/* Threads beside that of the sink go on until they hold no mutex, in every way in which that was seen; only
 * then they are left where they are, since what they do next may have to come after the sink. False where
 * there is nothing to do. */
static bool release(Interference *x, Candidate *c) {
    const Scenario *s = &x->scenario;
    NodeId root = forest_node(&x->forest, c->sink)->root;
    for (size_t k = 0; k < s->strands.len && !c->bare; k++) {
        NodeId tip = s->strands.data[k].tip, *list = NULL;
        size_t n = 0, cap = 0;
        if (s->strands.data[k].root == root || !forest_node(&x->forest, tip)->held) continue;
        find_released(&x->forest, tip, &list, &n, &cap);
        for (size_t j = 0; j < n; j++) push(x, candidate_with(c, (Coupling){0, 0}, list[j]));
        free(list);
        Open open = {n ? c : copy(c), tip};
        vec_push(&x->holders, open);
        if (!n) return false;
        Candidate *bare = copy(c);
        bare->bare = true;
        push(x, bare);
        return true;
    }
    return false;
}

/* A node at which its thread holds no mutex any more. */
static void meet_release(Interference *x, NodeId id) {
    for (size_t k = 0; k < x->holders.len; k++) {
        const Open *o = &x->holders.data[k];
        if (forest_follows(&x->forest, id, o->node))
            push(x, candidate_with(o->candidate, (Coupling){0, 0}, id));
    }
}

/* --- runs ---------------------------------------------------------------------------------------------- */

/* What was covered now and not before counts for a degree. */
static void count_cover(Interference *x, uint32_t degree) {
    const Program *p = x->c->program;
    const uint8_t *now = x->run->machine->cover;
    uint64_t new = 0;
    for (uint32_t k = 0; k < p->nfunctions; k++) {
        const Function *f = &p->functions[k];
        for (uint32_t i = 2 * f->first_insn; i < 2 * (f->first_insn + f->code_len); i++) {
            new += !f->library && (now[i] & ~x->cover[i] & 1u);
            x->cover[i] |= now[i];
        }
    }
    level(x, degree)->covered += new;
    InterferenceStats *s = &x->c->result->interference;
    s->covered += new;
    x->stop = s->covered >= 2ull * p->nbranches && p->nbranches;
}

/* A sink that was met in the run of `c` (NULL: the first one) is wanted; with what the run had. */
static void want(Interference *x, const Candidate *c, NodeId sink) {
    Candidate *all = candidate_new(sink), *own = candidate_new(sink);
    for (uint32_t k = 0; c && k < c->ncouplings; k++) {
        Candidate *next = candidate_with(all, c->coupling[k], 0);
        candidate_free(all);
        all = next;
    }
    for (size_t k = 0; k < x->recorder.couplings.len; k++) {
        Candidate *next = candidate_with(all, x->recorder.couplings.data[k], 0);
        candidate_free(all);
        all = next;
    }
    bool fine = scenario_build(&x->scenario, &x->forest, all);
    for (uint32_t k = 0; fine && k < all->ncouplings; k++) {
        if (scenario_number(&x->scenario, &x->forest, all->coupling[k].node) == UINT32_MAX) continue;
        Candidate *next = candidate_with(own, all->coupling[k], 0);
        candidate_free(own);
        own = next;
    }
    candidate_free(all);
    own->inherited = own->ncouplings > 0;
    push(x, own);
}

/* The schedule's number of the event of a node; SIZE_MAX: it is not there. */
static size_t step_of(const Interference *x, NodeId id) {
    const EventList *path = &x->run->history.path;
    const Action *a = &forest_node(&x->forest, id)->action;
    size_t step = 0;
    for (size_t k = 0; k < path->len; k++) {
        const Action *y = &path->data[k]->action;
        if (y->thread == a->thread && y->index == a->index) return step;
        step += y->op.kind != OPERATION_BRANCH;
    }
    return SIZE_MAX;
}

/* A finding is told with the interferences that its thread's way to it needs; what is found later in the run
 * without them. */
static void describe(void *context, Finding *f) {
    const Interference *x = context;
    if (!x->recorder.recording) return;
    f->interferences = xcalloc(x->needs.len + 1, sizeof *f->interferences);
    for (size_t k = 0; k < x->needs.len; k++) {
        size_t load = step_of(x, x->needs.data[k].node), store = step_of(x, x->needs.data[k].source);
        if (load < f->nschedule && store < load)
            f->interferences[f->ninterferences++] = (InterferenceReport){load, store};
    }
}

/* What the scenario of a candidate, which is built, needs of other threads. */
static void find_needs(Interference *x, const Candidate *c) {
    const Scenario *s = &x->scenario;
    x->needs.len = 0;
    for (uint32_t k = 0; c && k < c->ncouplings; k++) {
        uint32_t load = scenario_number(s, &x->forest, c->coupling[k].node),
                 store = scenario_number(s, &x->forest, c->coupling[k].source);
        if (load != UINT32_MAX && store != UINT32_MAX &&
            forest_loads(forest_node(&x->forest, c->coupling[k].node)) && !scenario_precedes(s, store, load))
            vec_push(&x->needs, c->coupling[k]);
    }
}

static void run_candidate(Interference *x, const Candidate *c, const NodeId *order, size_t n, Model *model) {
    Recorder *r = &x->recorder;
    Machine *m = x->run->machine;
    size_t bytes = 2 * (size_t)x->c->program->ninsns;
    uint32_t degree = c ? c->degree : 0;
    memset(m->cover, 0, bytes);
    find_needs(x, c);
    RunResult result = recorder_run(r, order, n, c ? c->sink : 0, model);
    count_cover(x, degree);
    /* What goes on from here is not covered by the scenario. */
    recorder_finish(r);
    if (result == RUN_DIVERGED && !campaign_stop(x->c)) {
        x->c->result->interference.diverged++;
        campaign_incomplete(x->c, "a scenario did not happen as it was solved");
    }
    if (campaign_stop(x->c)) return;
    for (size_t k = 0; k < r->sinks.len; k++) want(x, c, r->sinks.data[k]);
    for (size_t k = 0; k < r->writes.len; k++) meet_write(x, r->writes.data[k]);
    for (size_t k = 0; k < r->accesses.len; k++) meet_access(x, r->accesses.data[k]);
    for (size_t k = 0; k < r->exits.len; k++) meet_exit(x, r->exits.data[k]);
    for (size_t k = 0; k < r->users.len; k++) meet_user(x, r->users.data[k]);
    for (size_t k = 0; k < r->positions.len; k++) meet_position(x, &r->positions.data[k]);
    if (c && result == RUN_DONE) forest_node(&x->forest, c->sink)->settled = true;
    for (size_t k = 0; k < r->released.len; k++) meet_release(x, r->released.data[k]);
}

/* All loads that read locally. */
static void all_local(const Scenario *s, DataProblem *d) {
    d->core.len = 0;
    for (size_t k = 0; k < s->sources.len; k++)
        if (s->sources.data[k].local && (!d->core.len || vec_last(&d->core) != s->sources.data[k].load))
            vec_push(&d->core, s->sources.data[k].load);
}

/* Whether the way of a thread, or of one that it created, has a part in what contradicts itself. */
static bool has_part(const Interference *x, uint32_t strand) {
    const Scenario *s = &x->scenario;
    for (uint32_t k = 0; k < s->strands.len; k++) {
        if (!x->data.blamed.data[k]) continue;
        for (uint32_t v = k; v != UINT32_MAX;) {
            if (v == strand) return true;
            NodeId creator = forest_node(&x->forest, s->strands.data[v].root)->creator;
            uint32_t event = creator ? scenario_number(s, &x->forest, creator) : UINT32_MAX;
            v = event == UINT32_MAX ? event : s->strand.data[event];
        }
    }
    return false;
}

/* The candidate cannot be realized: takes it over. `ordered`: there is an order of its events, and the core
 * is about their values. */
static void refuse(Interference *x, Candidate *c, bool ordered) {
    const Scenario *s = &x->scenario;
    Kept k = {.candidate = c};
    if (!x->settings->cores) all_local(s, &x->data);
    for (size_t j = 0; j < x->data.core.len; j++) vec_push(&k.loads, s->event.data[x->data.core.data[j]]);
    for (uint32_t j = 0; j < c->ncouplings; j++) {
        NodeId join = c->coupling[j].node;
        uint32_t end = scenario_number(s, &x->forest, c->coupling[j].source);
        if (forest_node(&x->forest, join)->action.op.kind != OPERATION_JOIN || end == UINT32_MAX) continue;
        if (!ordered || !x->settings->cores || has_part(x, s->strand.data[end]))
            vec_push(&k.joins, join);
        else
            vec_push(&k.quiet_joins, join);
    }
    if (k.loads.len || k.joins.len)
        keep(x, k);
    else {
        candidate_free(c);
        vec_free(&k.quiet_joins);
    }
}

/* Whether a candidate still has to be looked at; its scenario is built then. */
static bool is_open(Interference *x, const Candidate *c) {
    const ForestNode *sink = forest_node(&x->forest, c->sink);
    return !sink->executed && !sink->settled && scenario_build(&x->scenario, &x->forest, c);
}

/* Looks at a candidate, and takes it over. */
static void realize(Interference *x, Candidate *c) {
    Scenario *s = &x->scenario;
    InterferenceLevel *l = level(x, c->degree);
    scenario_find_sources(s, &x->forest, c);
    if (s->ambiguous) {
        resolve(x, c);
        return;
    }
    if (release(x, c)) return;
    scenario_demand(s, &x->forest);
    uint32_t *order = xmalloc((s->n + 1) * sizeof *order);
    if (!temporal_order(&s->temporal, s->strand.data, order)) {
        uint32_t *reasons = xmalloc((s->temporal.reasons + 1) * sizeof *reasons);
        uint32_t n = x->settings->cores ? temporal_core(&s->temporal, reasons) : 0;
        x->data.core.len = 0;
        for (uint32_t k = 0; k < n; k++) vec_push(&x->data.core, s->reasons.data[reasons[k] - 1]);
        free(reasons);
        free(order);
        refuse(x, c, false);
        return;
    }
    Model *model = NULL;
    switch (data_solve(&x->data, s, &x->forest, order, &model)) {
    case DATA_IMPOSSIBLE: refuse(x, c, true); break;
    case DATA_UNKNOWN:
        campaign_incomplete(x->c, "the solver reached its limit on a scenario");
        candidate_free(c);
        break;
    case DATA_SOLVED: {
        l->realizable++;
        size_t n = s->n;
        NodeId *nodes = xmalloc((n + 1) * sizeof *nodes);
        for (size_t k = 0; k < n; k++) nodes[k] = s->event.data[order[k]];
        run_candidate(x, c, nodes, n, model);
        free(nodes);
        candidate_free(c);
    }
    }
    model_unref(model);
    free(order);
}

static void process(Interference *x, Candidate *c) {
    NodeId sink = c->sink;
    bool inherited = c->inherited;
    level(x, c->degree)->candidates++;
    if (!is_open(x, c)) {
        candidate_free(c);
        return;
    }
    realize(x, c);
    /* What the run had in which it was met may stand in the way. */
    const ForestNode *n = forest_node(&x->forest, sink);
    if (inherited && !n->executed && !n->settled && !campaign_stop(x->c)) push(x, candidate_new(sink));
}

/* --- the exploration ----------------------------------------------------------------------------------- */

static void free_all(Interference *x) {
    for (size_t k = 0; k < x->work.len; k++) {
        WorkList *w = &x->work.data[k];
        while (w->first_taken < w->first.len) candidate_free(w->first.data[w->first_taken++]);
        while (w->later_taken < w->later.len) candidate_free(w->later.data[w->later_taken++]);
        vec_free(&w->first);
        vec_free(&w->later);
    }
    for (size_t k = 0; k < x->kept.len; k++) {
        candidate_free(x->kept.data[k].candidate);
        vec_free(&x->kept.data[k].loads);
        vec_free(&x->kept.data[k].joins);
        vec_free(&x->kept.data[k].quiet_joins);
    }
    for (size_t k = 0; k < x->joins.len; k++) candidate_free(x->joins.data[k].candidate);
    for (size_t k = 0; k < x->holders.len; k++) candidate_free(x->holders.data[k].candidate);
    for (size_t k = 0; k < x->waiting.len; k++) vec_free(&x->waiting.data[k].who);
    vec_free(&x->work);
    vec_free(&x->kept);
    vec_free(&x->joins);
    vec_free(&x->holders);
    vec_free(&x->waiting);
    index_free(&x->waiting_at);
    vec_free(&x->positions);
    index_free(&x->positions_at);
    hash_set_free(&x->seen);
    vec_free(&x->needs);
    scenario_free(&x->scenario);
    substitution_free(x->data.substitution);
    vec_free(&x->data.core);
    vec_free(&x->data.blamed);
    recorder_free(&x->recorder);
    forest_free(&x->forest);
    free(x->cover);
}

/* What is known at the end. */
static void tell_end(Interference *x) {
    static const char others[] = "other findings: as far as runs met them";
    char text[200];
    if (x->stop && x->settings->stop_covered)
        snprintf(text, sizeof text, "full coverage: every branch went both ways; %s", others);
    else if (x->beyond)
        snprintf(text, sizeof text,
                 "maximum coverage: no more branch is coverable with at most %llu interference%s; %s",
                 (unsigned long long)x->settings->bound, x->settings->bound == 1 ? "" : "s", others);
    else
        snprintf(text, sizeof text, "maximum coverage: no more branch is coverable; %s", others);
    campaign_incomplete(x->c, text);
}

static void explore(Campaign *c) {
    Interference x = {.c = c, .run = c->run, .settings = &c->options->explore.interference};
    InterferenceStats *stats = &c->result->interference;
    size_t bytes = 2 * (size_t)c->program->ninsns;
    free(stats->level);
    *stats = (InterferenceStats){0};
    forest_init(&x.forest);
    recorder_init(&x.recorder, c, &x.forest);
    x.data = (DataProblem){.recorder = &x.recorder,
                           .substitution = substitution_new(c->pool),
                           .pool = c->pool,
                           .solver = c->solver};
    x.cover = xcalloc(1, bytes + 2);
    c->describe = describe;
    c->describe_context = &x;
    run_candidate(&x, NULL, NULL, 0, NULL);
    Candidate *next;
    double since = time_wall();
    while (!campaign_stop(c) && (next = next_candidate(&x))) {
        if (x.stop && x.settings->stop_covered && !is_check(&x, next)) {
            candidate_free(next);
            continue;
        }
        uint32_t degree = next->degree;
        c->result->stats.degree = degree + 1;
        process(&x, next);
        double now = time_wall();
        level(&x, degree)->seconds += now - since;
        since = now;
    }
    if (!campaign_stop(c)) tell_end(&x);
    memcpy(c->run->machine->cover, x.cover, bytes);
    run_undo(c->run, 0);
    c->describe = NULL;
    free_all(&x);
}

const Strategy interference_strategy = {
    .name = "interference",
    .help = "branches by how many reads of other threads' writes they need (con2colic testing)",
    .explore = explore,
};
