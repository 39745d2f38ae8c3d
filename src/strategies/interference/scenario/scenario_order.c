/*
 * scenario_order.c — the temporal constraints of a scenario (Farzan, Holzer, Razavi and Veith,
 * ESEC/FSE 2013, section 4). An atomic section has one place in the order, whatever its parts: what
 * is demanded of a part is demanded of the section, and within it the order is that of its thread.
 */
#include "strategies/interference/scenario/scenario.h"
#include <stdlib.h>

/* --- places ----------------------------------------------------------------------------------- */

/* Gives each event its place. */
static void set_places(Scenario *s, const Forest *f) {
    s->place.len = s->places.len = 0;
    for (uint32_t e = 0; e < s->n; e++) {
        bool first = e == s->strands.data[s->strand.data[e]].first;
        bool part = operation_is_part(&forest_node(f, s->event.data[e])->action.op);
        if (first || !part) vec_push(&s->places, e);
        vec_push(&s->place, (uint32_t)s->places.len - 1);
    }
}

/* Event a comes before b. */
static void place_before(Scenario *s, uint32_t a, uint32_t b) {
    uint32_t x = s->place.data[a], y = s->place.data[b];
    if (x != y || a >= b) temporal_before(&s->temporal, x, y);
}

/* Maps one half of a demand. Within one place it holds or never does, which a place before itself
 * says. Returns whether it holds. */
static bool place_half(const Scenario *s, Precedence *p) {
    bool holds = s->place.data[p->before] == s->place.data[p->after] && p->before < p->after;
    *p = (Precedence){s->place.data[p->before], s->place.data[p->after]};
    return holds;
}

static void place_demand(Scenario *s, OrderDemand d) {
    bool either = place_half(s, &d.either), other = place_half(s, &d.other);
    if (!either && !other) temporal_demand(&s->temporal, d);
}

bool scenario_order(Scenario *s, uint32_t *order) {
    uint32_t n = (uint32_t)s->places.len, done = 0;
    uint32_t *group = xmalloc((n + 1) * sizeof *group), *places = xmalloc((n + 1) * sizeof *places);
    for (uint32_t k = 0; k < n; k++) group[k] = s->strand.data[s->places.data[k]];
    bool possible = temporal_order(&s->temporal, group, places);
    for (uint32_t k = 0; k < n && possible; k++)
        for (uint32_t e = s->places.data[places[k]]; e < s->n && s->place.data[e] == places[k]; e++)
            order[done++] = e;
    invariant(!possible || done == s->n);
    free(group);
    free(places);
    return possible;
}

/* --- what is demanded ------------------------------------------------------------------------- */

/* The critical section of a mutex that begins with an event, and its end; UINT32_MAX: it does not
 * end. */
typedef struct LockBlock {
    uint64_t mutex;
    uint32_t from, to;
} LockBlock;

static void demand_locks(Scenario *s, const Forest *f) {
    VEC(LockBlock) blocks = {0};
    for (uint32_t e = 0; e < s->n; e++) {
        HoldChange c = forest_mutex_change(forest_node(f, s->event.data[e]));
        if (c.change == HOLD_BEGINS) {
            LockBlock b = {c.key, e, UINT32_MAX};
            vec_push(&blocks, b);
        }
        for (size_t k = blocks.len; c.change == HOLD_ENDS && k-- > 0;) {
            LockBlock *b = &blocks.data[k];
            if (s->strand.data[b->from] != s->strand.data[e]) break;
            if (b->mutex != c.key || b->to != UINT32_MAX) continue;
            b->to = e;
            break;
        }
    }
    for (size_t k = 0; k < blocks.len; k++)
        for (size_t j = 0; j < k; j++) {
            const LockBlock *a = &blocks.data[j], *b = &blocks.data[k];
            if (a->mutex != b->mutex || s->strand.data[a->from] == s->strand.data[b->from])
                continue;
            if (a->to == UINT32_MAX && b->to == UINT32_MAX) {
                place_before(s, a->from, a->from); /* never */
            } else if (a->to == UINT32_MAX) {
                place_before(s, b->to, a->from);
            } else if (b->to == UINT32_MAX) {
                place_before(s, a->to, b->from);
            } else if (!scenario_precedes(s, a->to, b->from) &&
                       !scenario_precedes(s, b->to, a->from)) {
                OrderDemand d = {{a->to, b->from}, {b->to, a->from}, 0};
                place_demand(s, d);
            }
        }
    vec_free(&blocks);
}

static bool touches_bytes(const ForestNode *w, const ForestNode *load, const LoadSource *x) {
    uint64_t from = load->action.op.object + x->from, at = w->action.op.object;
    return at < from + x->len && from < at + operation_extent(&w->action.op);
}

/* No other store comes between the one that a load sees and the load. */
static void demand_sources(Scenario *s, const Forest *f) {
    VEC(uint32_t) writes = {0};
    for (uint32_t e = 0; e < s->n; e++)
        if (forest_writes(forest_node(f, s->event.data[e]))) vec_push(&writes, e);
    s->reasons.len = 0;
    for (size_t k = 0; k < s->sources.len; k++) {
        const LoadSource *x = &s->sources.data[k];
        const ForestNode *load = forest_node(f, s->event.data[x->load]);
        uint32_t reason = 0;
        if (x->local) {
            if (!s->reasons.len || vec_last(&s->reasons) != x->load) vec_push(&s->reasons, x->load);
            reason = (uint32_t)s->reasons.len;
        }
        bool initial = x->source == SOURCE_INITIAL;
        if (!initial) place_before(s, x->source, x->load);
        for (size_t j = 0; j < writes.len; j++) {
            uint32_t w = writes.data[j];
            if (w == x->source || w == x->load ||
                !touches_bytes(forest_node(f, s->event.data[w]), load, x))
                continue;
            if (scenario_precedes(s, x->load, w) ||
                (!initial && scenario_precedes(s, w, x->source)))
                continue;
            Precedence after = {x->load, w};
            OrderDemand d = {after, after, reason};
            if (!initial) d.other = (Precedence){w, x->source};
            place_demand(s, d);
        }
    }
    vec_free(&writes);
}

/* Operations on an object with a state come in an order, in which each comes right after its
 * source; one that did not get a mutex comes while it is held by its source. A late access comes
 * after the end of its object. */
static void demand_objects(Scenario *s, const Forest *f) {
    VEC(uint32_t) users = {0};
    for (uint32_t e = 0; e < s->n; e++) {
        const ForestNode *n = forest_node(f, s->event.data[e]);
        if (forest_is_stateful(&n->action.op)) vec_push(&users, e);
        if (forest_is_late(n)) place_before(s, scenario_number(s, f, n->source), e);
        if (!forest_is_refused(&n->action) || !n->source || forest_is_stateful(&n->action.op))
            continue;
        uint32_t from = scenario_number(s, f, n->source), strand = s->strand.data[from];
        uint64_t mutex = forest_mutex_change(forest_node(f, n->source)).key;
        place_before(s, from, e);
        for (uint32_t x = from + 1; x < s->n && s->strand.data[x] == strand; x++) {
            HoldChange c = forest_mutex_change(forest_node(f, s->event.data[x]));
            if (c.change != HOLD_ENDS || c.key != mutex) continue;
            place_before(s, e, x);
            break;
        }
    }
    for (size_t k = 0; k < users.len; k++) {
        uint32_t e = users.data[k], last = UINT32_MAX;
        const ForestNode *n = forest_node(f, s->event.data[e]);
        if (n->source) last = scenario_number(s, f, n->source);
        for (size_t j = k; j > 0 && last == UINT32_MAX; j--) {
            uint32_t before = users.data[j - 1];
            if (s->strand.data[before] != s->strand.data[e]) break;
            if (forest_node(f, s->event.data[before])->action.op.object == n->action.op.object)
                last = before;
        }
        if (last != UINT32_MAX) place_before(s, last, e);
        for (size_t j = 0; j < users.len; j++) {
            uint32_t w = users.data[j];
            if (w == e || w == last ||
                forest_node(f, s->event.data[w])->action.op.object != n->action.op.object)
                continue;
            Precedence after = {e, w};
            OrderDemand d = {after, after, 0};
            if (last != UINT32_MAX) d.other = (Precedence){w, last};
            place_demand(s, d);
        }
    }
    vec_free(&users);
}

static bool changes_object(const Scenario *s, const Forest *f, uint32_t event, uint64_t object) {
    return operation_changes_object(&forest_node(f, s->event.data[event])->action.op, object);
}

/* Pieces of system calls change an object in an order, in which one that names the object comes
 * after its source, or the one of its own thread that changed it last, and no other change between
 * them. */
static void demand_pieces(Scenario *s, const Forest *f) {
    VEC(uint32_t) pieces = {0};
    for (uint32_t e = 0; e < s->n; e++)
        if (forest_node(f, s->event.data[e])->action.op.kind == OPERATION_KERNEL)
            vec_push(&pieces, e);
    for (size_t k = 0; k < pieces.len; k++) {
        uint32_t e = pieces.data[k], n;
        const ForestNode *node = forest_node(f, s->event.data[e]);
        const NodeId *source = forest_sources(f, node, &n);
        for (uint32_t i = 0; i < n; i++) {
            uint64_t object = node->action.op.call->item[i].object;
            uint32_t last = source[i] ? scenario_number(s, f, source[i]) : UINT32_MAX;
            for (size_t j = k; j > 0 && last == UINT32_MAX; j--) {
                uint32_t before = pieces.data[j - 1];
                if (s->strand.data[before] != s->strand.data[e]) break;
                if (changes_object(s, f, before, object)) last = before;
            }
            if (last != UINT32_MAX) place_before(s, last, e);
            for (size_t j = 0; j < pieces.len; j++) {
                uint32_t w = pieces.data[j];
                if (j == k || !changes_object(s, f, w, object) ||
                    (last != UINT32_MAX && s->place.data[w] == s->place.data[last]))
                    continue;
                Precedence after = {e, w};
                OrderDemand d = {after, after, 0};
                if (last != UINT32_MAX) d.other = (Precedence){w, last};
                place_demand(s, d);
            }
        }
    }
    vec_free(&pieces);
}

/* An object ends after the accesses to it that are not meant to come late. */
static void demand_ends(Scenario *s, const Forest *f) {
    for (uint32_t e = 0; e < s->n; e++) {
        const ForestNode *end = forest_node(f, s->event.data[e]);
        if (end->action.op.kind != OPERATION_FREE || end->failed) continue;
        for (uint32_t x = 0; x < s->n; x++) {
            const ForestNode *n = forest_node(f, s->event.data[x]);
            if (s->strand.data[x] == s->strand.data[e] || !operation_on_memory(&n->action.op) ||
                n->failed || forest_is_late(n) || !forest_overlap(n, end))
                continue;
            if (scenario_precedes(s, e, x) ||
                forest_is_reuse(f, s->event.data[x], s->event.data[e]))
                continue;
            place_before(s, x, e);
        }
    }
}

/* Within a section that is not at its end nothing else happens: all other events come before it. */
static void demand_open_section(Scenario *s, const Forest *f, NodeId sink) {
    if (!operation_is_part(&forest_node(f, sink)->action.op)) return;
    uint32_t e = scenario_number(s, f, sink);
    for (uint32_t k = 0; k < s->strands.len; k++) {
        uint32_t end = k + 1 < s->strands.len ? s->strands.data[k + 1].first : s->n;
        if (k != s->strand.data[e]) place_before(s, end - 1, e);
    }
}

void scenario_demand(Scenario *s, const Forest *f, NodeId sink) {
    set_places(s, f);
    temporal_begin(&s->temporal, (uint32_t)s->places.len);
    for (uint32_t e = 0; e < s->n; e++) {
        uint32_t strand = s->strand.data[e];
        if (e != s->strands.data[strand].first) place_before(s, e - 1, e);
        /* What creation and joins order is in the clocks. */
        const uint32_t *row = s->clock.data + (size_t)e * s->strands.len;
        const uint32_t *past = e == s->strands.data[strand].first ? NULL : row - s->strands.len;
        for (uint32_t k = 0; k < s->strands.len; k++)
            if (k != strand && row[k] && (!past || past[k] != row[k]))
                place_before(s, s->strands.data[k].first + row[k] - 1, e);
    }
    demand_sources(s, f);
    demand_ends(s, f);
    demand_locks(s, f);
    demand_objects(s, f);
    demand_pieces(s, f);
    demand_open_section(s, f, sink);
}
