/* beyond.c — see beyond.h. An unknown set includes a known one, and other unknown sets: each pair
 * of these is an edge. The least solution is found by handing sets on along the edges. */
#include "state/cutoff/beyond.h"
#include <stdlib.h>

/* Edges and events that are collected at most; about 250 MB. */
#define MOST_EDGES (20u << 20)
#define MOST_SETS (1u << 16)

/* Unknown sets that are there from the beginning. */
enum { UNKNOWN_AFTER_CREATION, UNKNOWN_EVER, UNKNOWN_FIRST };

typedef struct BeyondEvent {
    uint64_t name;
    uint32_t entered; /* set */
    uint32_t number;  /* of the state or set that belongs to `kind` */
    BeyondKind kind;
} BeyondEvent;

typedef struct Edge {
    uint32_t from, to; /* the first one includes the second */
} Edge;

struct Beyond {
    NumberSets sets;
    VEC(uint32_t) functions; /* by member of sets: the function of the program */
    VEC(uint32_t) member;    /* by function of the program: the member + 1; 0: none yet */
    VEC(uint32_t) scratch;
    VEC(uint32_t) unknown; /* by unknown set: what it includes so far */
    VEC(Edge) edges;
    VEC(BeyondEvent) events;
    Index by_name;
    VEC(uint32_t) of_state; /* by state: its unknown set; 0: none */
    VEC(bool) is_alone;     /* by state: no thread was created before it */
    bool gave_up, solved;
};

Beyond *beyond_new(void) {
    Beyond *b = xcalloc(1, sizeof *b);
    beyond_clear(b);
    return b;
}

void beyond_free(Beyond *b) {
    if (!b) return;
    number_sets_free(&b->sets);
    vec_free(&b->functions);
    vec_free(&b->member);
    vec_free(&b->scratch);
    vec_free(&b->unknown);
    vec_free(&b->edges);
    vec_free(&b->events);
    index_free(&b->by_name);
    vec_free(&b->of_state);
    vec_free(&b->is_alone);
    free(b);
}

static uint32_t new_unknown(Beyond *b) {
    vec_push(&b->unknown, NUMBER_SET_EMPTY);
    return (uint32_t)b->unknown.len - 1;
}

void beyond_clear(Beyond *b) {
    b->unknown.len = b->edges.len = b->events.len = b->of_state.len = b->is_alone.len = 0;
    index_clear(&b->by_name);
    b->gave_up = b->solved = false;
    while (b->unknown.len < UNKNOWN_FIRST) new_unknown(b);
}

/* --- sets ------------------------------------------------------------------------------------- */

uint32_t beyond_set(Beyond *b, const uint32_t *functions, size_t n) {
    b->scratch.len = 0;
    for (size_t k = 0; k < n; k++) {
        while (b->member.len <= functions[k]) vec_push(&b->member, 0);
        uint32_t *member = &b->member.data[functions[k]];
        if (!*member) {
            vec_push(&b->functions, functions[k]);
            *member = (uint32_t)b->functions.len;
        }
        vec_push(&b->scratch, *member - 1);
    }
    return number_sets_of(&b->sets, b->scratch.data, b->scratch.len);
}

static void include_set(Beyond *b, uint32_t unknown, uint32_t set) {
    uint32_t *known = &b->unknown.data[unknown];
    *known = number_sets_unite(&b->sets, *known, set);
}

static void include(Beyond *b, uint32_t from, uint32_t to) {
    vec_push(&b->edges, ((Edge){from, to}));
    if (b->edges.len > MOST_EDGES || number_sets_count(&b->sets) > MOST_SETS) beyond_give_up(b);
}

void beyond_give_up(Beyond *b) {
    b->gave_up = true;
    vec_free(&b->edges);
    vec_free(&b->events);
    index_free(&b->by_name);
    /* Sets of states are not looked at any more. */
    b->unknown.len = b->unknown.cap = UNKNOWN_FIRST;
    b->unknown.data = xrealloc(b->unknown.data, UNKNOWN_FIRST * sizeof *b->unknown.data);
}

/* --- paths ------------------------------------------------------------------------------------ */

static uint32_t find_event(const Beyond *b, uint64_t name) {
    return index_find(&b->by_name, name, n, b->events.data[n].name == name);
}

/* Puts an event on the path, which enters the functions of this set. */
static void push_on_path(Beyond *b, BeyondPath *path, const History *h, const Event *e,
                         uint32_t event, uint32_t entered) {
    const BeyondNode *last = path->nodes.len ? &vec_last(&path->nodes) : NULL;
    bool was_created = last && last->created;
    BeyondNode n = {.event = event,
                    .created = was_created || e->action.op.kind == OPERATION_CREATE};
    include_set(b, UNKNOWN_EVER, entered);
    if (was_created) include_set(b, UNKNOWN_AFTER_CREATION, entered);
    if (!b->gave_up) {
        n.follows = new_unknown(b);
        n.own = new_unknown(b);
        include_set(b, n.own, entered);
        if (last) {
            include_set(b, last->follows, entered);
            include(b, last->follows, n.follows);
        }
        const Event *before = history_before(h, e);
        if (before && !b->gave_up) include(b, path->nodes.data[before->position].own, n.own);
    }
    vec_push(&path->nodes, n);
}

void beyond_push(Beyond *b, BeyondPath *path, const History *h, const Event *e,
                 const Entered *entered) {
    uint32_t set = beyond_set(b, entered->list.data, entered->list.len), event = 0;
    if (!b->gave_up) {
        event = find_event(b, e->name);
        if (event == INDEX_NONE) {
            event = (uint32_t)b->events.len;
            index_add(&b->by_name, e->name, event);
            vec_push(&b->events, ((BeyondEvent){e->name, set, 0, BEYOND_UNDECIDED}));
        }
        /* The slice behind an event depends on its causes alone, but for what was looked up. */
        BeyondEvent *known = &b->events.data[event];
        known->entered = number_sets_unite(&b->sets, known->entered, set);
    }
    push_on_path(b, path, h, e, event, set);
}

void beyond_push_again(Beyond *b, BeyondPath *path, const History *h, const Event *e) {
    uint32_t event = b->gave_up ? INDEX_NONE : find_event(b, e->name);
    if (event == INDEX_NONE && !b->gave_up) beyond_give_up(b);
    push_on_path(b, path, h, e, event,
                 b->gave_up ? NUMBER_SET_EMPTY : b->events.data[event].entered);
    beyond_decided_before(b, path, h, e);
}

void beyond_pop(BeyondPath *path) { path->nodes.len--; }

/* --- decisions -------------------------------------------------------------------------------- */

static uint32_t unknown_of_state(Beyond *b, uint32_t state) {
    while (b->of_state.len <= state) {
        vec_push(&b->of_state, 0);
        vec_push(&b->is_alone, false);
    }
    if (!b->of_state.data[state]) b->of_state.data[state] = new_unknown(b);
    return b->of_state.data[state];
}

/* What follows the state after the causal history of `e`, the newest event. */
static void follow_state(Beyond *b, const BeyondPath *path, const History *h, const Event *e,
                         uint32_t unknown) {
    include(b, unknown, vec_last(&path->nodes).follows);
    for (uint32_t u = 0; u < h->own.len && !b->gave_up; u++) {
        uint32_t first = event_clock(e, u); /* the number of the first event that is no cause */
        if (first >= h->own.data[u].len) continue;
        const Event *other = h->own.data[u].data[first];
        include(b, unknown, path->nodes.data[other->position].own);
    }
}

/* What follows the newest event of the path, which is a cut-off. */
static void follow_cutoff(Beyond *b, const BeyondNode *n, BeyondKind kind, uint32_t number) {
    uint32_t to = n->created ? UNKNOWN_AFTER_CREATION : UNKNOWN_EVER;
    if (kind == BEYOND_CUT_EARLIER) {
        include_set(b, n->follows, number);
        include_set(b, n->own, number);
        return;
    }
    if (kind == BEYOND_CUT) to = unknown_of_state(b, number);
    include(b, n->follows, to);
    if (!b->gave_up) include(b, n->own, to);
}

void beyond_decided(Beyond *b, const BeyondPath *path, const History *h, const Event *e,
                    BeyondKind kind, uint32_t number) {
    const BeyondNode *n = &vec_last(&path->nodes);
    if (kind == BEYOND_KEPT) {
        uint32_t unknown = unknown_of_state(b, number);
        b->is_alone.data[number] |= !n->created;
        if (!b->gave_up) follow_state(b, path, h, e, unknown);
    } else if (kind == BEYOND_CUT_EARLIER) {
        include_set(b, UNKNOWN_EVER, number);
        if (n->created) include_set(b, UNKNOWN_AFTER_CREATION, number);
    }
    if (b->gave_up) return;
    b->events.data[n->event].kind = kind;
    b->events.data[n->event].number = number;
    if (kind != BEYOND_KEPT) follow_cutoff(b, n, kind, number);
}

void beyond_decided_before(Beyond *b, const BeyondPath *path, const History *h, const Event *e) {
    if (b->gave_up) return;
    BeyondEvent known = b->events.data[vec_last(&path->nodes).event];
    if (known.kind == BEYOND_UNDECIDED)
        beyond_give_up(b); /* decided elsewhere */
    else
        beyond_decided(b, path, h, e, known.kind, known.number);
}

/* --- the solution ----------------------------------------------------------------------------- */

/* Hands sets on from `to` to `from`, until nothing changes. */
static void solve_edges(Beyond *b) {
    size_t n = b->unknown.len;
    uint32_t *start = xcalloc(n + 1, sizeof *start),
             *from = xmalloc((b->edges.len + 1) * sizeof *from);
    bool *waits = xcalloc(n, sizeof *waits);
    VEC(uint32_t) to_do = {0};
    for (size_t k = 0; k < b->edges.len; k++) start[b->edges.data[k].to + 1]++;
    for (size_t k = 0; k < n; k++) start[k + 1] += start[k];
    for (size_t k = 0; k < b->edges.len; k++)
        from[start[b->edges.data[k].to]++] = b->edges.data[k].from;
    for (size_t k = n; k > 0; k--) start[k] = start[k - 1];
    start[0] = 0;
    for (uint32_t k = 0; k < n; k++) {
        waits[k] = true;
        vec_push(&to_do, k);
    }
    while (to_do.len && number_sets_count(&b->sets) <= MOST_SETS) {
        uint32_t x = vec_pop(&to_do);
        waits[x] = false;
        for (uint32_t k = start[x]; k < start[x + 1]; k++) {
            uint32_t y = from[k],
                     both = number_sets_unite(&b->sets, b->unknown.data[y], b->unknown.data[x]);
            if (both == b->unknown.data[y]) continue;
            b->unknown.data[y] = both;
            if (waits[y]) continue;
            waits[y] = true;
            vec_push(&to_do, y);
        }
    }
    if (to_do.len) beyond_give_up(b);
    free(start);
    free(from);
    free(waits);
    vec_free(&to_do);
}

void beyond_solve(Beyond *b) {
    if (!b->gave_up) solve_edges(b);
    b->solved = true;
}

uint32_t beyond_of_state(const Beyond *b, uint32_t state) {
    invariant(b->solved);
    if (state >= b->of_state.len || !b->of_state.data[state]) return b->unknown.data[UNKNOWN_EVER];
    if (!b->gave_up) return b->unknown.data[b->of_state.data[state]];
    return b->unknown.data[b->is_alone.data[state] ? UNKNOWN_EVER : UNKNOWN_AFTER_CREATION];
}

const NumberSets *beyond_sets(const Beyond *b) { return &b->sets; }
uint32_t beyond_function(const Beyond *b, uint32_t member) { return b->functions.data[member]; }
uint32_t beyond_nfunctions(const Beyond *b) { return (uint32_t)b->functions.len; }
