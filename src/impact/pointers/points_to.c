/*
 * points_to.c — see points_to.h: sets and their propagation by difference. Nodes in cycles are
 * merged as edges come. Hardekopf and Lin, The Ant and the Grasshopper, do so lazily; here all
 * strongly connected components are computed whenever there are half as many edges more. A cycle
 * with an addition in it would go through all offsets, so its offsets are blurred.
 */
#include "impact/pointers/points_to_internal.h"
#include <stdlib.h>

/* --- cycles ----------------------------------------------------------------------------------- */

static void free_sets(PointsToNode *n) {
    number_set_free(&n->any);
    number_set_free(&n->any_done);
    number_set_free(&n->set);
    number_set_free(&n->set_done);
}

static void merge_nodes(PointsTo *t, uint32_t into, uint32_t from) {
    PointsToNode *f = &t->nodes.data[from], *to = &t->nodes.data[into];
    PointsToNode old = *f;
    *f = (PointsToNode){.standing = into, .loaded = POINTS_TO_NONE, .stored = POINTS_TO_NONE};
    to->blurred |= old.blurred;
    for (size_t k = 0; k < old.edges.len; k++) vec_push(&to->edges, old.edges.data[k]);
    node_take_constraints(t, into, &old);
    /* Everything is passed on once more to all successors, which is rare enough. */
    number_set_free(&to->any_done);
    number_set_free(&to->set_done);
    node_point_to_all(t, into, &old.any, &old.set, 0);
    node_enqueue(t, into);
    free_sets(&old);
    vec_free(&old.edges);
    vec_free(&old.constraints);
}

static void blur(PointsTo *t, uint32_t node) {
    PointsToNode *n = &t->nodes.data[node];
    NumberSet old = n->set;
    n->blurred = true;
    n->set = (NumberSet){0};
    number_set_free(&n->set_done);
    FOR_EACH_NUMBER(location, &old) node_point(t, node, (uint32_t)location);
    node_enqueue(t, node);
    number_set_free(&old);
}

typedef struct Components {
    PointsTo *t;
    uint32_t *number, *low, *stack, *way, *next;
    bool *on_stack;
    uint32_t depth, nstack, count;
} Components;

/* Merges one component, whose nodes are on the stack from `first` on. */
static void merge_component(Components *c, uint32_t first) {
    PointsTo *t = c->t;
    uint32_t into = c->stack[first];
    bool moves = false;
    if (c->nstack - first > 1) {
        for (uint32_t k = first; k < c->nstack; k++) {
            const PointsToNode *n = &t->nodes.data[c->stack[k]];
            for (size_t e = 0; e < n->edges.len && !moves; e++) {
                uint32_t to = node_standing(t, n->edges.data[e].to);
                /* Only members, on the stack above `first`, have such numbers. */
                moves = n->edges.data[e].by && c->on_stack[to] && c->number[to] >= c->number[into];
            }
        }
        for (uint32_t k = first + 1; k < c->nstack; k++) merge_nodes(t, into, c->stack[k]);
    } else {
        const PointsToNode *n = &t->nodes.data[into];
        for (size_t e = 0; e < n->edges.len; e++)
            moves |= n->edges.data[e].by && node_standing(t, n->edges.data[e].to) == into;
    }
    if (moves) blur(t, into);
    t->nodes.data[into].rank = ++t->ranks;
    while (c->nstack > first) c->on_stack[c->stack[--c->nstack]] = false;
}

/* Tarjan's algorithm from one node. */
static void find_components(Components *c, uint32_t from) {
    PointsTo *t = c->t;
    c->depth = 0;
#define ENTER(x)                                           \
    do {                                                   \
        uint32_t entered = (x);                            \
        c->number[entered] = c->low[entered] = ++c->count; \
        c->stack[c->nstack++] = entered;                   \
        c->on_stack[entered] = true;                       \
        c->next[c->depth] = 0;                             \
        c->way[c->depth++] = entered;                      \
    } while (0)
    ENTER(from);
    while (c->depth) {
        uint32_t at = c->way[c->depth - 1];
        PointsToNode *n = &t->nodes.data[at];
        if (n->standing == at && c->next[c->depth - 1] < n->edges.len) {
            uint32_t to = node_standing(t, n->edges.data[c->next[c->depth - 1]++].to);
            if (!c->number[to])
                ENTER(to);
            else if (c->on_stack[to])
                c->low[at] = MIN(c->low[at], c->number[to]);
            continue;
        }
        c->depth--;
        if (c->depth) c->low[c->way[c->depth - 1]] = MIN(c->low[c->way[c->depth - 1]], c->low[at]);
        if (c->low[at] != c->number[at]) continue;
        invariant(c->nstack && c->on_stack[at]);
        uint32_t first = c->nstack;
        while (c->stack[first - 1] != at) first--;
        merge_component(c, first - 1);
    }
#undef ENTER
}

static void merge_cycles(PointsTo *t) {
    uint32_t n = (uint32_t)t->nodes.len;
    Components c = {.t = t};
    t->ranks = 0;
    c.number = xcalloc(n + 1, sizeof *c.number);
    c.low = xcalloc(n + 1, sizeof *c.low);
    c.stack = xcalloc(n + 1, sizeof *c.stack);
    c.way = xcalloc(n + 1, sizeof *c.way);
    c.next = xcalloc(n + 1, sizeof *c.next);
    c.on_stack = xcalloc(n + 1, sizeof *c.on_stack);
    for (uint32_t k = 0; k < n; k++)
        if (node_standing(t, k) == k && !c.number[k] && t->nodes.data[k].edges.len)
            find_components(&c, k);
    free(c.number);
    free(c.low);
    free(c.stack);
    free(c.way);
    free(c.next);
    free(c.on_stack);
    t->merged_at = t->nedges;
}

/* --- the solution ----------------------------------------------------------------------------- */

static void pass_on(PointsTo *t, uint32_t node) {
    PointsToNode *n = &t->nodes.data[node];
    n->queued = false;
    if (n->standing != node) return;
    NumberSet any = number_set_less(&n->any, &n->any_done),
              set = number_set_less(&n->set, &n->set_done);
    number_set_add(&n->any_done, &any);
    number_set_add(&n->set_done, &set);
    for (size_t e = 0; e < t->nodes.data[node].edges.len; e++) {
        SetEdge edge = t->nodes.data[node].edges.data[e];
        node_point_to_all(t, edge.to, &any, &set, edge.by);
    }
    node_apply_to_all(t, node, &any, &set);
    number_set_free(&any);
    number_set_free(&set);
}

#define MOST_CHECKED 256 /* nodes and objects checked in builds with invariants */

/* Whether the targets of one node, moved, are among those of another. */
static bool points_to_is_included(PointsTo *t, uint32_t from, uint32_t to, int32_t by) {
    const PointsToNode *a = &t->nodes.data[node_standing(t, from)];
    const uint32_t standing = node_standing(t, to);
    FOR_EACH_NUMBER(object, &a->any)
    if (!number_set_has(&t->nodes.data[standing].any, (uint32_t)object)) return false;
    FOR_EACH_NUMBER(location, &a->set) {
        uint32_t at = location_moved(t, (uint32_t)location, by);
        const PointsToNode *b = &t->nodes.data[standing];
        if (!number_set_has(&b->any, t->locations.data[at].object) && !number_set_has(&b->set, at))
            return false;
    }
    return true;
}

static void points_to_check_node(PointsTo *t, uint32_t node) {
    const PointsToNode *n = &t->nodes.data[node];
    invariant(n->standing < t->nodes.len && t->nodes.data[n->standing].standing == n->standing);
    /* Only one node of a cycle remains. */
    invariant(n->standing == node ||
              (!n->edges.len && !n->constraints.len && !n->set.len && !n->any.len));
    invariant(!n->queued && (!n->blurred || !n->set.len));
    NumberSet any = number_set_less(&n->any, &n->any_done),
              set = number_set_less(&n->set, &n->set_done);
    invariant(n->standing != node || (!any.len && !set.len));
    number_set_free(&any);
    number_set_free(&set);
    for (size_t k = 0; k < t->nodes.data[node].edges.len; k++) {
        SetEdge e = t->nodes.data[node].edges.data[k];
        invariant(points_to_is_included(t, node, e.to, e.by));
    }
}

/* Checks that the solution is a fixpoint: every edge and every constraint holds. For loads and
 * stores, that concerns contents and views of an object where the two overlap. A sample at equal
 * distances is checked. */
static void check_solution(PointsTo *t) {
    size_t nnodes = t->nodes.len, nobjects = t->parts.len;
    for (size_t k = 0; k < nnodes; k++)
        if (t->nodes.data[k].standing != k) node_standing(t, (uint32_t)k);
    for (size_t k = 0; k < nnodes; k += nnodes / MOST_CHECKED + 1) {
        node_standing(t, (uint32_t)k);
        points_to_check_node(t, (uint32_t)k);
    }
    for (size_t k = 0; k < nobjects; k += nobjects / MOST_CHECKED + 1) {
        const ObjectParts *p = &t->parts.data[k];
        invariant(t->locations.data[p->anywhere].object == k);
        invariant(t->locations.data[p->anywhere].offset == ANYWHERE);
        for (size_t c = 0; c < p->contents.len; c++)
            for (size_t v = 0; v < p->views.len; v++) {
                const Part *content = &p->contents.data[c], *view = &p->views.data[v];
                if (cells_overlap(content->offset, view->offset, view->width))
                    invariant(points_to_is_included(t, content->node, view->node, 0));
            }
    }
    invariant(t->nodes.len == nnodes && t->parts.len == nobjects && t->objects.len == nobjects);
}

/* --- large sets ------------------------------------------------------------------------------- */

/* Nodes that point to more objects are one: each would have nearly all of the others' targets, and
 * all of their edges. */
#define MANY_OBJECTS 1000

static bool is_large_node(const PointsToNode *n) {
    uint32_t objects = 0;
    if (n->any.len * 64 <= MANY_OBJECTS) return false;
    for (uint32_t k = 0; k < n->any.len; k++)
        objects += (uint32_t)__builtin_popcountll(n->any.words[k].bits);
    for (size_t k = 0; k < n->constraints.len && objects > MANY_OBJECTS; k++)
        if (n->constraints.data[k].kind == CONSTRAINT_CALL) return false;
    return objects > MANY_OBJECTS;
}

/* Merges a large node with those before it. What these have passed on already is passed on to the
 * successors of the new one only: all of the others have it. */
static void join_large_node(PointsTo *t, uint32_t node) {
    PointsToNode old = t->nodes.data[node];
    uint32_t into = t->large;
    t->nodes.data[node] =
        (PointsToNode){.standing = into, .loaded = POINTS_TO_NONE, .stored = POINTS_TO_NONE};
    NumberSet done = {0}, none = {0};
    number_set_add(&done, &t->nodes.data[into].any_done);
    for (size_t k = 0; k < old.edges.len; k++) {
        node_point_to_all(t, old.edges.data[k].to, &done, &none, old.edges.data[k].by);
        vec_push(&t->nodes.data[into].edges, old.edges.data[k]);
    }
    for (size_t k = 0; k < old.constraints.len; k++)
        node_constrain(t, into, old.constraints.data[k]);
    node_point_to_all(t, into, &old.any, &old.set, 0);
    free_sets(&old);
    number_set_free(&done);
    vec_free(&old.edges);
    vec_free(&old.constraints);
}

/* Merges the large nodes of the queue. */
static void merge_large(PointsTo *t) {
    for (size_t k = 0; k < t->queue.len; k++) {
        uint32_t node = t->queue.data[k];
        if (t->nodes.data[node].standing != node || !is_large_node(&t->nodes.data[node])) continue;
        if (t->large == POINTS_TO_NONE) {
            t->large = node_new(t, 1);
            t->nodes.data[t->large].blurred = true;
        }
        t->large = node_standing(t, t->large);
        if (node != t->large) join_large_node(t, node);
    }
}

typedef struct Ranked {
    uint32_t node, rank;
} Ranked;

static int by_rank(const void *a, const void *b) {
    const Ranked *x = a, *y = b;
    if (x->rank != y->rank) return x->rank > y->rank ? -1 : 1;
    return x->node < y->node ? -1 : x->node > y->node;
}

/* Solves the constraints in waves: each node once, its predecessors first (Pereira and Berlin, Wave
 * Propagation and Deep Propagation for Pointer Analysis). False if `stop` asked to give up. */
static bool solve(PointsTo *t, const Stop *stop) {
    constrain_instances(t);
    merge_cycles(t);
    VEC(Ranked) wave = {0};
    bool stopped = false;
    while (t->queue.len && !stopped) {
        merge_large(t);
        wave.len = 0;
        for (size_t k = 0; k < t->queue.len; k++) {
            Ranked x = {t->queue.data[k], t->nodes.data[t->queue.data[k]].rank};
            vec_push(&wave, x);
        }
        t->queue.len = 0;
        qsort(wave.data, wave.len, sizeof *wave.data, by_rank);
        for (size_t k = 0; k < wave.len && !stopped; k++) {
            pass_on(t, wave.data[k].node);
            constrain_instances(t);
            stopped = stop_asked(stop);
        }
        if (!stopped && t->nedges > t->merged_at + t->merged_at / 4 + 4096) merge_cycles(t);
    }
    vec_free(&wave);
    if (unlikely(base_invariants) && !stopped) check_solution(t);
    return !stopped;
}

static void tell_sets(PointsTo *t);

PointsTo *points_to_of(const Program *p, const Stop *stop) {
    PointsTo *t = xcalloc(1, sizeof *t);
    t->program = p;
    t->large = POINTS_TO_NONE;
    t->global_found = constrain_initial;
    t->call_found = constrain_call;
    t->flows = xcalloc(p->nfunctions + 1, sizeof(Flow *));
    t->shared = xmalloc((p->nfunctions + 1) * sizeof *t->shared);
    for (uint32_t k = 0; k < p->nfunctions; k++) t->shared[k] = POINTS_TO_NONE;
    uint32_t start = instance_shared(t, p->start);
    uint32_t outside = location_of(t, object_of(t, OBJECT_OUTSIDE, 0, 0, UINT64_MAX), ANYWHERE);
    node_point(t, node_of_content(t, t->locations.data[outside].object, ANYWHERE), outside);
    for (uint32_t k = 1; k <= p->functions[p->start].nparams; k++)
        node_point(t, t->instances.data[start].values + k, outside);
    if (!solve(t, stop)) {
        points_to_free(t);
        return NULL;
    }
    tell_sets(t);
    return t;
}

void points_to_free(PointsTo *t) {
    if (!t) return;
    for (uint32_t k = 0; k < t->program->nfunctions; k++) flow_free(t->flows[k]);
    free(t->flows);
    free(t->shared);
    for (size_t k = 0; k < t->nodes.len; k++) {
        free_sets(&t->nodes.data[k]);
        vec_free(&t->nodes.data[k].edges);
        vec_free(&t->nodes.data[k].constraints);
    }
    for (size_t k = 0; k < t->parts.len; k++) {
        vec_free(&t->parts.data[k].contents);
        vec_free(&t->parts.data[k].views);
    }
    vec_free(&t->instances);
    index_free(&t->clones);
    vec_free(&t->nodes);
    vec_free(&t->objects);
    vec_free(&t->parts);
    index_free(&t->object_index);
    vec_free(&t->locations);
    index_free(&t->location_index);
    hash_set_free(&t->edges);
    vec_free(&t->queue);
    vec_free(&t->accesses);
    vec_free(&t->calls);
    hash_set_free(&t->call_set);
    for (size_t k = 0; k < t->told.len; k++) free(t->told.data[k].items);
    vec_free(&t->told);
    index_free(&t->told_index);
    index_free(&t->constants);
    vec_free(&t->constant);
    free(t);
}

/* --- results ---------------------------------------------------------------------------------- */

const Instance *points_to_instances(const PointsTo *t, uint32_t *n) {
    *n = (uint32_t)t->instances.len;
    return t->instances.data;
}

const Flow *points_to_flow(const PointsTo *t, uint32_t function) { return t->flows[function]; }

const MemoryAccess *points_to_accesses(const PointsTo *t, size_t *n) {
    *n = t->accesses.len;
    return t->accesses.data;
}

const CallEdge *points_to_calls(const PointsTo *t, size_t *n) {
    *n = t->calls.len;
    return t->calls.data;
}

const PointsToObject *points_to_objects(const PointsTo *t, uint32_t *n) {
    *n = (uint32_t)t->objects.len;
    return t->objects.data;
}

static int compare_uint32(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static NumberList whole_set(const PointsTo *t, const PointsToNode *n) {
    VEC(uint32_t) all = {0};
    FOR_EACH_NUMBER(object, &n->any) vec_push(&all, t->parts.data[object].anywhere);
    FOR_EACH_NUMBER(location, &n->set)
    if (!number_set_has(&n->any, t->locations.data[location].object))
        vec_push(&all, (uint32_t)location);
    if (all.len) qsort(all.data, all.len, sizeof *all.data, compare_uint32);
    return (NumberList){all.data, (uint32_t)all.len};
}

/* Collects the whole sets of nodes, equal ones once. */
static void tell_sets(PointsTo *t) {
    for (size_t k = 0; k < t->nodes.len; k++) {
        PointsToNode *n = &t->nodes.data[k];
        if (n->standing != k) continue;
        NumberList all = whole_set(t, n);
        size_t bytes = all.len * sizeof *all.items;
        uint64_t hash = hash_bytes(all.items, bytes, all.len);
        uint32_t found =
            index_find(&t->told_index, hash, m,
                       t->told.data[m].len == all.len &&
                           (!bytes || !memcmp(t->told.data[m].items, all.items, bytes)));
        if (found == INDEX_NONE) {
            found = (uint32_t)t->told.len;
            vec_push(&t->told, all);
            index_add(&t->told_index, hash, found);
        } else
            free(all.items);
        n->told = found;
    }
}

const uint32_t *points_to_set(const PointsTo *t, uint32_t node, uint32_t *n) {
    const NumberList *s = &t->told.data[points_to_set_number(t, node)];
    *n = s->len;
    return s->items;
}

Location points_to_location(const PointsTo *t, uint32_t location) {
    return t->locations.data[location];
}

Location points_to_moved(const PointsTo *t, Location at, int64_t by) {
    if (at.offset == ANYWHERE) return at;
    int64_t to = by == ANYWHERE ? -1 : at.offset + by;
    if (to < 0 || (uint64_t)to > t->objects.data[at.object].size || to > INT32_MAX / 2)
        to = ANYWHERE;
    return (Location){at.object, (int32_t)to};
}

uint32_t points_to_set_number(const PointsTo *t, uint32_t node) {
    return t->nodes.data[node_standing(t, node)].told;
}

bool *points_to_escaped(const PointsTo *t) {
    bool *out = xcalloc(t->objects.len + 1, sizeof *out);
    for (size_t k = 0; k < t->parts.len; k++)
        for (size_t q = 0; q < t->parts.data[k].contents.len; q++) {
            uint32_t n;
            const uint32_t *set = points_to_set(t, t->parts.data[k].contents.data[q].node, &n);
            for (uint32_t m = 0; m < n; m++) out[t->locations.data[set[m]].object] = true;
        }
    return out;
}
