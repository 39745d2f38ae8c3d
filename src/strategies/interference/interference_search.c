/*
 * interference_search.c — the search for scenarios: worklists of candidates by degree, and the
 * successors of a candidate that cannot be realized, both when it fails and when the forest grows.
 */
#include "strategies/interference/interference.h"
#include <stdlib.h>

/* --- lists ------------------------------------------------------------------------------------ */

InterferenceLevel *interference_level(InterferenceStats *s, uint32_t degree) {
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

/* Whether a candidate may lead to new coverage. */
static bool is_promising(const Interference *x, const Candidate *c) {
    const Action *a = &forest_node(&x->forest, c->sink)->action;
    return a->op.kind != OPERATION_BRANCH ||
           !hash_set_has(&x->recorder.sides, recorder_side(&x->forest, c->sink));
}

bool search_is_check(const Interference *x, const Candidate *c) {
    const ForestNode *n = forest_node(&x->forest, c->sink);
    return n->any_other || is_promising(x, c);
}

/* Whether an equal candidate existed before and its nodes were compatible. */
static bool candidate_is_known(const Interference *x, const Candidate *c) {
    return hash_set_has(&x->seen, candidate_key(&x->forest, c));
}

/* Removes couplings of nodes outside of the scenario of a candidate, which is built. Returns
 * whether there were any. */
static bool prune_candidate(const Interference *x, Candidate *c) {
    uint32_t n = 0, before = c->ncouplings;
    for (uint32_t k = 0; k < before; k++)
        if (scenario_number(&x->scenario, &x->forest, c->coupling[k].node) != UINT32_MAX)
            c->coupling[n++] = c->coupling[k];
    c->ncouplings = n;
    return n < before;
}

/* Invariant: both ends of each coupling and the sink are part of the scenario. */
static void check_pruned(const Interference *x, const Candidate *c) {
    for (uint32_t k = 0; k < c->ncouplings; k++) {
        uint32_t node = scenario_number(&x->scenario, &x->forest, c->coupling[k].node),
                 source = scenario_number(&x->scenario, &x->forest, c->coupling[k].source);
        invariant(node != UINT32_MAX && source != UINT32_MAX && node != source);
    }
    invariant(scenario_number(&x->scenario, &x->forest, c->sink) != UINT32_MAX);
}

/* Whether the store of a coupling of the current scenario comes before the load anyway. */
static bool coupling_is_past(const Interference *x, const Coupling *c) {
    uint32_t load = scenario_number(&x->scenario, &x->forest, c->node),
             store = scenario_number(&x->scenario, &x->forest, c->source);
    return load == UINT32_MAX || store == UINT32_MAX ||
           scenario_precedes(&x->scenario, store, load);
}

/* Conditions for adding a candidate. */
typedef struct Wish {
    bool again;          /* add it even if an equal one existed before */
    const Coupling *new; /* a coupling that must be an interference; NULL: none */
    uint32_t below; /* it must have, or may have, fewer interferences than this; 0: any number */
    bool counted;   /* the caller needs its number of interferences even if an equal one existed
                       before */
} Wish;
#define APART UINT32_MAX

/* Adds a candidate and takes it over. Frees candidates that are known or need too many
 * interferences. Returns the maximal number of interferences that it may need (0: it is of no use
 * any more), or APART if its nodes are incompatible. */
static uint32_t push_with(Interference *x, Candidate *c, Wish w) {
    const ForestNode *sink = forest_node(&x->forest, c->sink);
    bool known = candidate_is_known(x, c) && !w.again;
    if (sink->executed || sink->settled || (known && !w.counted)) {
        candidate_free(c);
        return 0;
    }
    if (!scenario_build(&x->scenario, &x->forest, c)) {
        candidate_free(c);
        return APART;
    }
    uint32_t most = w.new && coupling_is_past(x, w.new) ? 0 : x->scenario.most;
    if (known || (w.new && coupling_is_past(x, w.new)) ||
        (w.below && x->scenario.degree >= w.below)) {
        candidate_free(c);
        return most;
    }
    hash_set_add(&x->seen, candidate_key(&x->forest, c));
    if (prune_candidate(x, c) && !hash_set_add(&x->seen, candidate_key(&x->forest, c)) &&
        !w.again) {
        candidate_free(c);
        return most;
    }
    c->degree = x->scenario.degree;
    if (unlikely(base_invariants)) check_pruned(x, c);
    if (c->degree > x->settings->bound) {
        x->beyond = true;
        candidate_free(c);
        return most;
    }
    WorkList none = {0};
    while (x->work.len <= c->degree) vec_push(&x->work, none);
    WorkList *list = &x->work.data[c->degree];
    if (x->settings->priority && is_promising(x, c))
        vec_push(&list->first, c);
    else
        vec_push(&list->later, c);
    return most;
}

bool search_push(Interference *x, Candidate *c) { return push_with(x, c, (Wish){0}) != APART; }

Candidate *search_next(Interference *x) {
    for (size_t k = 0; k < x->work.len; k++) {
        WorkList *w = &x->work.data[k];
        if (w->first_taken < w->first.len) return w->first.data[w->first_taken++];
        if (w->later_taken < w->later.len) return w->later.data[w->later_taken++];
    }
    return NULL;
}

/* --- more interferences ----------------------------------------------------------------------- */

/* A copy with one more coupling, for which joined threads may have to take other paths. */
static Candidate *with_other_joins(const Interference *x, const Candidate *c, Coupling new) {
    Candidate *other = candidate_new(c->sink);
    for (uint32_t k = 0; k < c->ncouplings; k++)
        if (forest_node(&x->forest, c->coupling[k].node)->action.op.kind != OPERATION_JOIN)
            candidate_couple(other, c->coupling[k]);
    candidate_couple(other, new);
    return other;
}

/* Adds a candidate in which some bytes of a load come from a store of another thread. */
static void interfere_with(Interference *x, const Kept *k, Coupling new) {
    const Candidate *c = k->candidate;
    Wish w = {.again = !x->settings->no_duplicates, .new = &new};
    w.counted = k->loose || scenario_looseness(&x->forest, new) == LOOSE_MAYBE;
    Candidate *more = candidate_with(c, new, 0);
    if (!candidate_unify(more, &x->forest, new)) {
        candidate_free(more);
        return;
    }
    uint32_t most = push_with(x, more, w);
    if (most != APART && !(most && w.counted)) return;
    more = with_other_joins(x, c, new);
    candidate_unify(more, &x->forest, new);
    push_with(x, more, (Wish){.new = &new, .below = most});
}

/* The bytes of a load that a store touches. */
static uint16_t store_bytes_in_load(const ForestNode *load, const ForestNode *store) {
    uint16_t bytes = 0;
    for (unsigned k = 0; k < load->action.op.size && k < 16; k++)
        if (forest_touches(store, load->action.op.object + k)) bytes |= (uint16_t)(1u << k);
    return bytes;
}

/* Whether some store to the bytes of a load touches part of these bytes but not exactly these. */
static bool has_parts(const Interference *x, NodeId load, uint16_t bytes) {
    const ForestNode *l = forest_node(&x->forest, load);
    const Operation *o = &l->action.op;
    for (uint64_t w = o->object >> 3; w <= (o->object + o->size - 1) >> 3; w++) {
        const NodeList *writers = forest_writers(&x->forest, w);
        for (size_t k = 0; writers && k < writers->nodes.len; k++) {
            const ForestNode *s = forest_node(&x->forest, writers->nodes.data[k]);
            uint16_t touched = s->action.op.kind == OPERATION_FREE ? 0 : store_bytes_in_load(l, s);
            if (touched & bytes && touched != bytes) return true;
        }
    }
    return false;
}

/* Lets a load read from a store of another thread all bytes that it does not yet read from other
 * threads. Of several stores of other threads to parts of the load, the last one supplies all bytes
 * that it touches and earlier ones the remaining bytes. Stores of its own thread, or of threads
 * that created it, may have come after that store: then they supply a part. */
static void interfere(Interference *x, const Kept *k, NodeId load, NodeId store) {
    const Candidate *c = k->candidate;
    const ForestNode *l = forest_node(&x->forest, load), *s = forest_node(&x->forest, store);
    if (l->root == s->root || l->action.thread == s->action.thread || !forest_overlap(l, s) ||
        s->action.op.kind == OPERATION_FREE /* see come_late */ ||
        forest_is_hidden(&x->forest, store))
        return;
    uint32_t ncouplings;
    const Coupling *coupling = candidate_couplings(c, load, &ncouplings);
    for (uint32_t j = 0; j < ncouplings; j++)
        if (coupling[j].source == store) return;
    uint16_t all = store_bytes_in_load(l, s), bytes = all & (uint16_t)~candidate_bytes(c, load);
    if (!bytes) return;
    interfere_with(x, k, (Coupling){load, store, bytes});
    if (!x->recorder.pieces) return;
    for (NodeId n = l->parent ? l->parent : l->creator; n && bytes;) {
        const ForestNode *own = forest_node(&x->forest, n);
        uint16_t left = bytes;
        if (forest_writes(own))
            left &= (uint16_t)~store_bytes_in_load(forest_node(&x->forest, load), own);
        if (left && left != bytes) interfere_with(x, k, (Coupling){load, store, left});
        bytes = left;
        if (own->action.op.kind == OPERATION_JOIN && has_parts(x, load, all)) {
            campaign_incomplete(
                x->c, "a load after a join reads bytes that stores of several widths wrote, "
                      "which are not combined in all ways");
            return;
        }
        n = own->parent ? own->parent : own->creator;
    }
}

/* Whether a thread on its path to an end stores to bytes of a load. */
static bool stores_to(const Interference *x, NodeId end, NodeId load) {
    for (NodeId n = end; n; n = forest_node(&x->forest, n)->parent)
        if (forest_writes(forest_node(&x->forest, n)) &&
            forest_overlap(forest_node(&x->forest, n), forest_node(&x->forest, load)))
            return true;
    return false;
}

/* Whether a candidate concerns the thread of an end only by joining it with this end. */
static bool is_only_joined(const Interference *x, const Candidate *c, NodeId end) {
    NodeId root = forest_node(&x->forest, end)->root;
    for (uint32_t k = 0; k < c->ncouplings; k++) {
        const ForestNode *n = forest_node(&x->forest, c->coupling[k].node),
                         *s = forest_node(&x->forest, c->coupling[k].source);
        if (n->root == root || (s->root == root && n->action.op.kind != OPERATION_JOIN))
            return false;
    }
    return forest_node(&x->forest, c->sink)->root != root;
}

/* Whether a candidate joins a descendant of the thread of an end. */
static bool joins_descendant(const Interference *x, const Candidate *c, NodeId end) {
    const Forest *f = &x->forest;
    for (uint32_t k = 0; k < c->ncouplings; k++) {
        if (forest_node(f, c->coupling[k].node)->action.op.kind != OPERATION_JOIN) continue;
        NodeId root = forest_node(f, c->coupling[k].source)->root, creator;
        while ((creator = forest_node(f, root)->creator)) {
            root = forest_node(f, creator)->root;
            if (root == forest_node(f, end)->root) return true;
        }
    }
    return false;
}

/* Adds a candidate in which a joined thread takes the path to another end. If the events had no
 * order, a path that looks the same to other threads is skipped: it has no order, either. */
static void end_otherwise(Interference *x, const Kept *k, NodeId join, NodeId end, bool any) {
    const Candidate *c = k->candidate;
    bool helps = any;
    if (forest_node(&x->forest, end)->action.thread !=
        forest_node(&x->forest, join)->action.op.target)
        return;
    NodeId now = candidate_source(c, join);
    if (now == end ||
        (k->unordered && is_only_joined(x, c, now) &&
         forest_node(&x->forest, now)->interface == forest_node(&x->forest, end)->interface))
        return;
    for (size_t j = 0; j < k->loads.len && !helps; j++) helps = stores_to(x, end, k->loads.data[j]);
    if (!helps) return;
    Coupling new = {.node = join, .source = end};
    uint32_t most = push_with(x, candidate_with(c, new, 0), (Wish){.counted = k->loose});
    if (most == APART ? joins_descendant(x, c, now) : most > c->degree)
        push_with(x, with_other_joins(x, c, new), (Wish){.below = most});
}

static void end_all_otherwise(Interference *x, const Kept *k, NodeId join, bool any) {
    const NodeList *exits =
        forest_exits(&x->forest, forest_node(&x->forest, join)->action.op.target);
    for (size_t j = 0; exits && j < exits->nodes.len; j++)
        end_otherwise(x, k, join, exits->nodes.data[j], any);
}

/* Whether the path of a thread to its end, or of a thread that it created or joined, contributes to
 * the unsat core. */
static bool has_part(const Interference *x, uint32_t end) {
    const Scenario *s = &x->scenario;
    uint32_t strand = s->strand.data[end];
    const uint32_t *last = s->clock.data + (size_t)end * s->strands.len,
                   *first = s->clock.data + (size_t)s->strands.data[strand].first * s->strands.len;
    for (uint32_t k = 0; k < s->strands.len; k++) {
        if (!x->data.blamed.data[k]) continue;
        if (last[k] > first[k]) return true;
        for (uint32_t v = k; v != UINT32_MAX;) {
            if (v == strand) return true;
            NodeId creator = forest_node(&x->forest, s->strands.data[v].root)->creator;
            uint32_t event = creator ? scenario_number(s, &x->forest, creator) : UINT32_MAX;
            v = event == UINT32_MAX ? event : s->strand.data[event];
        }
    }
    return false;
}

void search_blame_joins(const Interference *x, Kept *k, bool all) {
    const Candidate *c = k->candidate;
    k->loose = x->scenario.loose;
    for (uint32_t j = 0; j < c->ncouplings; j++) {
        NodeId join = c->coupling[j].node;
        if (forest_loads(forest_node(&x->forest, join)))
            k->loose |= scenario_looseness(&x->forest, c->coupling[j]) == LOOSE_MAYBE;
        uint32_t end = scenario_number(&x->scenario, &x->forest, c->coupling[j].source);
        if (forest_node(&x->forest, join)->action.op.kind != OPERATION_JOIN || end == UINT32_MAX)
            continue;
        if (all || has_part(x, end))
            vec_push(&k->joins, join);
        else
            vec_push(&k->quiet_joins, join);
    }
}

/* Keys of lists of candidates that wait for an end of a thread: words of memory are below 2^37. */
#define ENDS (1ull << 60)

void search_keep(Interference *x, Kept k) {
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
                interfere(x, &k, load, writers->nodes.data[q]);
        }
    }
    for (size_t j = 0; j < k.joins.len + k.quiet_joins.len; j++) {
        bool any = j < k.joins.len;
        NodeId join = any ? k.joins.data[j] : k.quiet_joins.data[j - k.joins.len];
        vec_push(
            &waiting_for(x, ENDS + (uint64_t)forest_node(&x->forest, join)->action.op.target, true)
                 ->who,
            number);
        end_all_otherwise(x, &k, join, any);
    }
}

void search_meet_write(Interference *x, NodeId store) {
    const Operation o = forest_node(&x->forest, store)->action.op;
    uint64_t last = (o.object + MAX(operation_extent(&o), 1) - 1) >> 3;
    for (uint64_t w = o.object >> 3; w <= last; w++) {
        const WaitList *list = waiting_for(x, w, false);
        for (size_t k = 0; list && k < list->who.len; k++) {
            const Kept kept = x->kept.data[list->who.data[k]];
            for (size_t j = 0; j < kept.loads.len; j++)
                interfere(x, &kept, kept.loads.data[j], store);
        }
    }
}

/* Adds a candidate in which an operation of another thread comes right before one on the same
 * object. */
static void use_before(Interference *x, const Position *p, NodeId user) {
    bool new;
    if (forest_node(&x->forest, user)->action.thread == p->action.thread) return;
    NodeId sink =
        forest_add(&x->forest, (NodePast){.parent = p->parent, .source = user}, &p->action, &new);
    if (new) search_push(x, candidate_new(sink));
    unsigned kind = forest_node(&x->forest, user)->action.op.kind;
    if (p->action.op.kind != OPERATION_TIMEOUT ||
        (kind != OPERATION_SIGNAL && kind != OPERATION_BROADCAST))
        return;
    /* A thread that this may wake takes the mutex next. */
    Action wake = p->action;
    wake.op.kind = OPERATION_WAKE;
    sink = forest_add(&x->forest, (NodePast){.parent = p->parent, .source = user}, &wake, &new);
    if (new) search_push(x, candidate_new(sink));
}

/* --- pieces of system calls ------------------------------------------------------------------- */

/* A piece of a system call, and which pieces of other threads are to come before it. */
typedef struct PieceWish {
    const Position *position;
    NodeId user; /* one of them is this; 0: any */
    VEC(NodeId) sources;
} PieceWish;

/* Adds candidates for all sources of the objects from the given one on. */
static void choose_sources(Interference *x, PieceWish *w, uint32_t item) {
    const Position *p = w->position;
    const KernelCall *call = p->action.op.call;
    bool new, has = !w->user;
    if (item == call->n) {
        for (uint32_t k = 0; k < call->n; k++) has |= w->sources.data[k] == w->user;
        if (!has) return;
        NodePast past = {.parent = p->parent, .sources = w->sources.data};
        NodeId sink = forest_add(&x->forest, past, &p->action, &new);
        if (new) search_push(x, candidate_new(sink));
        return;
    }
    w->sources.data[item] = 0;
    choose_sources(x, w, item + 1);
    const NodeList *users = forest_users(&x->forest, call->item[item].object);
    for (size_t k = 0; users && k < users->nodes.len; k++) {
        NodeId user = users->nodes.data[k];
        if (forest_node(&x->forest, user)->action.thread == p->action.thread) continue;
        w->sources.data[item] = user;
        choose_sources(x, w, item + 1);
    }
}

/* Adds candidates for a piece: one of its objects was changed last by this piece of another thread
 * (0: by any). */
static void come_after_pieces(Interference *x, const Position *p, NodeId user) {
    PieceWish w = {.position = p, .user = user};
    if (user && forest_node(&x->forest, user)->action.thread == p->action.thread) return;
    vec_reserve(&w.sources, p->action.op.call->n + 1);
    w.sources.len = p->action.op.call->n;
    choose_sources(x, &w, 0);
    vec_free(&w.sources);
}

static void keep_position(Interference *x, const Position *p) {
    index_add(&x->positions_at, hash_mix(p->object), (uint32_t)x->positions.len);
    vec_push(&x->positions, *p);
}

void search_meet_position(Interference *x, const Position *p) {
    bool new;
    if (p->action.op.kind == OPERATION_KERNEL) {
        for (uint32_t k = 0; k < p->action.op.call->n; k++) {
            Position own = *p;
            own.object = p->action.op.call->item[k].object;
            keep_position(x, &own);
        }
        come_after_pieces(x, p, 0);
        return;
    }
    keep_position(x, p);
    const NodeList *users = forest_users(&x->forest, p->object);
    for (size_t k = 0; users && k < users->nodes.len; k++) use_before(x, p, users->nodes.data[k]);
    Action a = p->action;
    if (!forest_is_stateful(&a.op)) a.outcome = 1; /* the mutex is taken */
    NodeId sink = forest_add(&x->forest, (NodePast){.parent = p->parent}, &a, &new);
    if (new) search_push(x, candidate_new(sink));
}

/* Lets a new user of an object come before the operations on it that threads stand before. */
static void meet_user_of(Interference *x, NodeId user, uint64_t object) {
    size_t at = index_tag(hash_mix(object));
    for (uint32_t k; x->positions_at.cap &&
                     (k = index_next(&x->positions_at, hash_mix(object), &at)) != INDEX_NONE;) {
        const Position p = x->positions.data[k];
        if (p.object != object) continue;
        if (p.action.op.kind == OPERATION_KERNEL)
            come_after_pieces(x, &p, user);
        else
            use_before(x, &p, user);
    }
}

void search_meet_user(Interference *x, NodeId user) {
    const ForestNode *n = forest_node(&x->forest, user);
    const Operation o = n->action.op;
    HoldChange h = forest_mutex_change(n);
    NodeId piece = forest_piece(&x->forest, user);
    const KernelCall *call = piece ? forest_node(&x->forest, piece)->action.op.call : NULL;
    for (uint32_t k = 0; call && k < call->n; k++)
        if (call->item[k].writes) meet_user_of(x, user, call->item[k].object);
    if (forest_is_stateful(&o)) meet_user_of(x, user, o.object);
    if (h.change == HOLD_BEGINS) meet_user_of(x, user, h.key);
}

/* Adds a candidate in which an access comes after another thread ended its object. */
static void come_late(Interference *x, NodeId access, NodeId end) {
    const ForestNode *a = forest_node(&x->forest, access), *e = forest_node(&x->forest, end);
    if (e->action.op.kind != OPERATION_FREE || e->action.thread == a->action.thread ||
        e->root == a->root || !forest_overlap(a, e))
        return;
    bool new;
    Action action = a->action;
    NodeId sink =
        forest_add(&x->forest, (NodePast){.parent = a->parent, .source = end}, &action, &new);
    if (new) search_push(x, candidate_new(sink));
}

void search_meet_access(Interference *x, NodeId access) {
    const Operation o = forest_node(&x->forest, access)->action.op;
    bool ends = o.kind == OPERATION_FREE;
    uint64_t last = (o.object + MAX(operation_extent(&o), 1) - 1) >> 3;
    for (uint64_t w = o.object >> 3; w <= last; w++) {
        const NodeList *writers = forest_writers(&x->forest, w),
                       *loaders = forest_loaders(&x->forest, w);
        for (size_t k = 0; writers && k < writers->nodes.len; k++) {
            come_late(x, access, writers->nodes.data[k]);
            if (ends) come_late(x, writers->nodes.data[k], access);
        }
        for (size_t k = 0; ends && loaders && k < loaders->nodes.len; k++)
            come_late(x, loaders->nodes.data[k], access);
    }
}

/* --- what a scenario leaves open -------------------------------------------------------------- */

void search_resolve(Interference *x, Candidate *c) {
    const Scenario *s = &x->scenario;
    uint32_t event = s->ambiguous - 1;
    NodeId node = s->event.data[event];
    const Operation *o = &forest_node(&x->forest, node)->action.op;
    if (o->kind != OPERATION_JOIN) {
        VEC(NodeId) stores = {0};
        uint16_t bytes = s->choice_bytes;
        x->data.blamed.len = 0;
        for (size_t k = 0; k < s->strands.len; k++) vec_push(&x->data.blamed, false);
        for (size_t k = 0; k < s->choices.len; k++) {
            vec_push(&stores, s->event.data[s->choices.data[k]]);
            x->data.blamed.data[s->strand.data[s->choices.data[k]]] = true;
        }
        /* The load reads from one of these stores or from another thread. If joined threads take
         * other paths without these stores, it may also read an older value. */
        Kept k = {.candidate = candidate_copy(c), .unordered = x->settings->cores};
        vec_push(&k.loads, node);
        search_blame_joins(x, &k, false);
        k.quiet_joins.len = 0;
        search_keep(x, k);
        for (size_t j = 0; j < stores.len; j++)
            search_push(x, candidate_with(c, (Coupling){node, stores.data[j], bytes}, 0));
        vec_free(&stores);
        candidate_free(c);
        return;
    }
    const NodeList *exits = forest_exits(&x->forest, o->target);
    /* The first end suffices, unless with another end a store may come before the load that reads
     * it. */
    bool settled = s->degree == s->most;
    uint32_t most = s->most;
    Open open = {c, node, 0};
    for (size_t k = 0; exits && k < exits->nodes.len && !(settled && open.below); k++)
        if (push_with(
                x, candidate_with(c, (Coupling){.node = node, .source = exits->nodes.data[k]}, 0),
                (Wish){.below = open.below}) != APART)
            open.below = MAX(most, 1);
    if (settled && open.below) {
        candidate_free(c);
        return;
    }
    for (size_t k = 0; exits && k < exits->nodes.len && !open.below; k++)
        search_push(
            x, with_other_joins(x, c, (Coupling){.node = node, .source = exits->nodes.data[k]}));
    vec_push(&x->joins, open);
}

void search_meet_exit(Interference *x, NodeId end) {
    int thread = forest_node(&x->forest, end)->action.thread;
    for (size_t k = 0; k < x->joins.len; k++) {
        const Open *o = &x->joins.data[k];
        Coupling new = {.node = o->node, .source = end};
        const ForestNode *sink = forest_node(&x->forest, o->candidate->sink);
        if (forest_node(&x->forest, o->node)->action.op.target != thread || sink->executed ||
            sink->settled)
            continue;
        Wish w = {.below = o->below};
        if (push_with(x, candidate_with(o->candidate, new, 0), w) == APART)
            push_with(x, with_other_joins(x, o->candidate, new), w);
    }
    const WaitList *list = waiting_for(x, ENDS + (uint64_t)thread, false);
    for (size_t k = 0; list && k < list->who.len; k++) {
        const Kept kept = x->kept.data[list->who.data[k]];
        for (size_t j = 0; j < kept.joins.len; j++)
            end_otherwise(x, &kept, kept.joins.data[j], end, true);
        for (size_t j = 0; j < kept.quiet_joins.len; j++)
            end_otherwise(x, &kept, kept.quiet_joins.data[j], end, false);
    }
}
