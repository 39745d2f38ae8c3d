/* scenario.c — see scenario.h. */
#include "strategies/interference/scenario/scenario.h"
#include "strategies/interference/scenario/scenario_check.h"
#include <stdlib.h>

/* --- the events ------------------------------------------------------------------------------- */

void scenario_free(Scenario *s) {
    vec_free(&s->strands);
    vec_free(&s->event);
    vec_free(&s->strand);
    vec_free(&s->clock);
    vec_free(&s->sources);
    vec_free(&s->choices);
    vec_free(&s->reasons);
    vec_free(&s->place);
    vec_free(&s->places);
    vec_free(&s->pending);
    temporal_free(&s->temporal);
}

/* Whether the thread that is joined may be the one of this node: of those with one number, a thread
 * joins the one that it created last. */
static bool forest_joins(const Forest *f, NodeId join, NodeId node) {
    int target = forest_node(f, join)->action.op.target;
    for (NodeId id = join; id; id = forest_node(f, id)->parent) {
        const Operation *o = &forest_node(f, id)->action.op;
        if (o->kind == OPERATION_CREATE && o->target == target)
            return forest_node(f, forest_node(f, node)->root)->creator == id;
    }
    return true;
}

/* A node is part of the scenario, and with it the way to it. False where its thread goes another
 * way, or another thread has its place. */
static bool need(Scenario *s, const Forest *f, NodeId id) {
    NodeId root = forest_node(f, id)->root;
    Strand *strand = NULL;
    for (size_t k = 0; k < s->strands.len && !strand; k++)
        if (s->strands.data[k].root == root) strand = &s->strands.data[k];
    if (!strand) {
        const Action *a = &forest_node(f, root)->action;
        for (size_t k = 0; k < s->strands.len; k++) {
            const Action *b = &forest_node(f, s->strands.data[k].root)->action;
            if (a->thread == b->thread && a->index == b->index) return false;
        }
        Strand new = {.root = root};
        vec_push(&s->strands, new);
        strand = &vec_last(&s->strands);
    } else {
        if (forest_follows(f, strand->tip, id)) return true;
        if (!forest_follows(f, id, strand->tip)) return false;
    }
    for (NodeId n = id; n != strand->tip; n = forest_node(f, n)->parent) vec_push(&s->pending, n);
    strand->tip = id;
    return true;
}

/* What the pending nodes need in other threads. */
static bool close_causes(Scenario *s, const Forest *f, const Candidate *c) {
    while (s->pending.len) {
        NodeId id = vec_pop(&s->pending);
        NodeId creator = forest_node(f, id)->creator;
        bool joins = forest_node(f, id)->action.op.kind == OPERATION_JOIN;
        uint32_t n, nsources;
        const Coupling *x = candidate_couplings(c, id, &n);
        const NodeId *source = forest_sources(f, forest_node(f, id), &nsources);
        if (creator && !need(s, f, creator)) return false;
        for (uint32_t k = 0; k < n; k++)
            if ((joins && !forest_joins(f, id, x[k].source)) || !need(s, f, x[k].source))
                return false;
        for (uint32_t k = 0; k < nsources; k++)
            if (source[k] && !need(s, f, source[k])) return false;
    }
    return true;
}

static void number_events(Scenario *s, const Forest *f) {
    s->n = 0;
    s->event.len = s->strand.len = 0;
    for (uint32_t k = 0; k < s->strands.len; k++) {
        Strand *x = &s->strands.data[k];
        uint32_t len = forest_depth(f, x->tip) - forest_depth(f, x->root) + 1;
        x->first = s->n;
        s->n += len;
        vec_reserve(&s->event, s->n);
        s->event.len = s->n;
        for (NodeId n = x->tip; len--; n = forest_node(f, n)->parent)
            s->event.data[x->first + len] = n;
        while (s->strand.len < s->n) vec_push(&s->strand, k);
    }
    if (unlikely(base_invariants)) scenario_check_events(s, f);
}

uint32_t scenario_number(const Scenario *s, const Forest *f, NodeId id) {
    const ForestNode *n = forest_node(f, id);
    for (size_t k = 0; k < s->strands.len; k++) {
        const Strand *x = &s->strands.data[k];
        if (x->root != n->root) continue;
        uint32_t at = x->first + n->action.index - forest_depth(f, x->root);
        return at < s->n && s->event.data[at] == id ? at : UINT32_MAX;
    }
    return UINT32_MAX;
}

/* Which event of another thread an event comes after by creation or joining: its number;
 * UINT32_MAX: none. */
static uint32_t cause_elsewhere(const Scenario *s, const Forest *f, const Candidate *c,
                                uint32_t event) {
    const ForestNode *n = forest_node(f, s->event.data[event]);
    NodeId id = n->creator                            ? n->creator
                : n->action.op.kind == OPERATION_JOIN ? candidate_source(c, s->event.data[event])
                                                      : 0;
    return id ? scenario_number(s, f, id) : UINT32_MAX;
}

/* What comes before an event is closed: with each event of a strand those before it, and what comes
 * before them. */
static void check_clocks(const Scenario *s, const Forest *f, const Candidate *c) {
    size_t many = s->strands.len;
    for (uint32_t e = 0; e < s->n; e++) {
        const uint32_t *row = s->clock.data + (size_t)e * many;
        const Strand *own = &s->strands.data[s->strand.data[e]];
        uint32_t cause = cause_elsewhere(s, f, c, e);
        invariant(row[s->strand.data[e]] == e - own->first + 1);
        invariant(cause == UINT32_MAX ||
                  (scenario_precedes(s, cause, e) && !scenario_precedes(s, e, cause)));
        for (size_t v = 0; v < many && e != own->first; v++) invariant((row - many)[v] <= row[v]);
        for (size_t v = 0; v < many; v++) {
            uint32_t last = row[v] ? s->strands.data[v].first + row[v] - 1 : UINT32_MAX;
            invariant(last == UINT32_MAX || (last < s->n && s->strand.data[last] == v));
            const uint32_t *past = s->clock.data + (size_t)last * many;
            for (size_t u = 0; u < many && last != UINT32_MAX; u++) invariant(past[u] <= row[u]);
        }
    }
}

/* False where creation and joins go in a circle. */
static bool set_clocks(Scenario *s, const Forest *f, const Candidate *c) {
    size_t many = s->strands.len;
    s->clock.len = 0;
    vec_reserve(&s->clock, s->n * many);
    s->clock.len = s->n * many;
    uint32_t done = 0;
    uint32_t *next = xcalloc(many, sizeof *next);
    for (bool moved = true; moved && done < s->n;) {
        moved = false;
        for (uint32_t k = 0; k < many; k++) {
            const Strand *x = &s->strands.data[k];
            uint32_t end = k + 1 < many ? s->strands.data[k + 1].first : s->n;
            for (; x->first + next[k] < end; next[k]++, done++, moved = true) {
                uint32_t e = x->first + next[k], cause = cause_elsewhere(s, f, c, e);
                uint32_t *row = s->clock.data + (size_t)e * many;
                if (cause != UINT32_MAX) {
                    uint32_t strand = s->strand.data[cause];
                    if (next[strand] <= cause - s->strands.data[strand].first) break;
                }
                if (next[k])
                    memcpy(row, row - many, many * sizeof *row);
                else
                    memset(row, 0, many * sizeof *row);
                for (size_t v = 0; v < many && cause != UINT32_MAX; v++)
                    row[v] = MAX(row[v], s->clock.data[(size_t)cause * many + v]);
                row[k] = next[k] + 1;
            }
        }
    }
    free(next);
    if (unlikely(base_invariants) && done == s->n) check_clocks(s, f, c);
    return done == s->n;
}

/* --- what loads read -------------------------------------------------------------------------- */

static void add_source(Scenario *s, uint32_t load, uint32_t source, uint8_t at, bool local) {
    LoadSource *last = s->sources.len ? &vec_last(&s->sources) : NULL;
    if (last && last->load == load && last->source == source && last->local == local &&
        last->from + last->len == at) {
        last->len++;
        return;
    }
    LoadSource new = {load, source, at, 1, local};
    vec_push(&s->sources, new);
}

/* Of stores that all come before a load: those that no other one of them comes after. */
static void keep_last(Scenario *s, uint32_t w) {
    size_t kept = 0;
    bool older = false;
    for (size_t k = 0; k < s->choices.len; k++) {
        uint32_t x = s->choices.data[k];
        older |= scenario_precedes(s, w, x);
        if (!scenario_precedes(s, x, w)) s->choices.data[kept++] = x;
    }
    s->choices.len = kept;
    if (!older) vec_push(&s->choices, w);
}

/* Whether the same of some stores touch two addresses. */
static bool touched_alike(const Scenario *s, const Forest *f, const uint32_t *stores, size_t n,
                          uint64_t a, uint64_t b) {
    for (size_t k = 0; k < n; k++) {
        const ForestNode *w = forest_node(f, s->event.data[stores[k]]);
        if (forest_touches(w, a) != forest_touches(w, b)) return false;
    }
    return true;
}

/* Where a load reads from: the bytes of its couplings there, each other byte what wrote it last by
 * program order, creation and joins. `before`: those stores that come before it like that and
 * overlap it. */
static void find_parts(Scenario *s, const Forest *f, const Candidate *c, uint32_t e,
                       const uint32_t *before, size_t nbefore) {
    const Operation *o = &forest_node(f, s->event.data[e])->action.op;
    uint32_t ncouplings;
    const Coupling *coupling = candidate_couplings(c, s->event.data[e], &ncouplings);
    uint16_t coupled = candidate_bytes(c, s->event.data[e]);
    bool whole = !coupled; /* all bytes have the same stores */
    for (size_t k = 0; k < nbefore && whole; k++) {
        const ForestNode *w = forest_node(f, s->event.data[before[k]]);
        whole = forest_touches(w, o->object) && forest_touches(w, o->object + o->size - 1);
    }
    for (uint8_t at = 0; at < o->size && !s->ambiguous; at++) {
        uint64_t address = o->object + at;
        if (coupled >> at & 1) {
            const Coupling *x = coupling;
            while (!(x->bytes >> at & 1)) x++;
            add_source(s, e, scenario_number(s, f, x->source), at, false);
            continue;
        }
        if (!at || !whole) {
            s->choices.len = 0;
            for (size_t k = 0; k < nbefore; k++)
                if (forest_touches(forest_node(f, s->event.data[before[k]]), address))
                    keep_last(s, before[k]);
        }
        if (s->choices.len > 1) {
            s->ambiguous = e + 1;
            s->choice_bytes = 0;
            for (uint8_t b = at; b < o->size; b++)
                if (!(coupled >> b & 1) &&
                    touched_alike(s, f, before, nbefore, address, o->object + b))
                    s->choice_bytes |= (uint16_t)(1u << b);
        } else
            add_source(s, e, s->choices.len ? s->choices.data[0] : SOURCE_INITIAL, at, true);
    }
}

static bool is_open_join(const Scenario *s, const Forest *f, const Candidate *c, uint32_t event) {
    NodeId id = s->event.data[event];
    return forest_node(f, id)->action.op.kind == OPERATION_JOIN && !candidate_source(c, id);
}

void scenario_find_sources(Scenario *s, const Forest *f, const Candidate *c) {
    VEC(uint32_t) writes = {0}, before = {0};
    for (uint32_t e = 0; e < s->n; e++)
        if (forest_writes(forest_node(f, s->event.data[e]))) vec_push(&writes, e);
    s->sources.len = 0;
    /* Which stores come before a load is not known before the ends of all threads that were joined
     * are. */
    for (uint32_t e = 0; e < s->n && !s->ambiguous; e++)
        if (is_open_join(s, f, c, e)) s->ambiguous = e + 1;
    for (uint32_t e = 0; e < s->n && !s->ambiguous; e++) {
        const ForestNode *n = forest_node(f, s->event.data[e]);
        if (!forest_loads(n) || n->failed || forest_is_late(n)) continue;
        before.len = 0;
        for (size_t k = 0; k < writes.len; k++) {
            uint32_t w = writes.data[k];
            if (w != e && forest_overlap(forest_node(f, s->event.data[w]), n) &&
                scenario_precedes(s, w, e))
                vec_push(&before, w);
        }
        find_parts(s, f, c, e, before.data, before.len);
    }
    vec_free(&writes);
    vec_free(&before);
    if (unlikely(base_invariants) && !s->ambiguous) scenario_check_sources(s, f);
}

Loose scenario_looseness(const Forest *f, Coupling c) {
    int thread = forest_node(f, c.source)->action.thread;
    Loose found = LOOSE_NEVER;
    for (NodeId n = c.node; n;) {
        const ForestNode *x = forest_node(f, n);
        if (n == c.source) return LOOSE_PAST;
        if (x->action.op.kind == OPERATION_JOIN) {
            if (x->action.op.target == thread && forest_joins(f, n, c.source)) return LOOSE_PAST;
            found = LOOSE_MAYBE;
        }
        n = x->parent ? x->parent : x->creator;
    }
    return found;
}

/* Whether a join without a coupling comes before an event. */
static bool is_after_open_join(const Scenario *s, const Forest *f, const Candidate *c,
                               uint32_t event) {
    for (uint32_t e = 0; e < s->n; e++)
        if (is_open_join(s, f, c, e) && scenario_precedes(s, e, event)) return true;
    return false;
}

/* Counts a node of the scenario that takes something from a node of another thread. */
static Loose count_interference(Scenario *s, const Forest *f, const Candidate *c, Coupling x) {
    uint32_t node = scenario_number(s, f, x.node), source = scenario_number(s, f, x.source);
    if (scenario_precedes(s, source, node)) return LOOSE_PAST;
    Loose loose = scenario_looseness(f, x);
    if (loose == LOOSE_PAST) return loose;
    s->most++;
    s->degree += loose == LOOSE_NEVER || !is_after_open_join(s, f, c, node);
    return loose;
}

/* Counts the sources of a piece of a system call, each once. */
static void count_piece(Scenario *s, const Forest *f, const Candidate *c, NodeId piece) {
    uint32_t n;
    const NodeId *source = forest_sources(f, forest_node(f, piece), &n);
    for (uint32_t k = 0; k < n; k++) {
        bool known = !source[k];
        for (uint32_t j = 0; j < k; j++) known |= source[j] == source[k];
        Coupling x = {.node = piece, .source = source[k]};
        if (!known) s->loose |= count_interference(s, f, c, x) == LOOSE_MAYBE;
    }
}

/* Counts the couplings of nodes up to the tips of the strands that are interferences, and the
 * sources of pieces of system calls there. */
static void count_interferences(Scenario *s, const Forest *f, const Candidate *c,
                                const NodeId *tips, size_t ntips) {
    s->degree = s->most = forest_is_late(forest_node(f, c->sink));
    s->loose = false;
    for (uint32_t k = 0; k < c->ncouplings; k++) {
        const Coupling *x = &c->coupling[k];
        uint32_t load = scenario_number(s, f, x->node), source = scenario_number(s, f, x->source);
        if (load == UINT32_MAX || source == UINT32_MAX || !forest_loads(forest_node(f, x->node)))
            continue;
        if (s->strand.data[load] >= ntips ||
            !forest_follows(f, tips[s->strand.data[load]], x->node))
            continue;
        count_interference(s, f, c, *x);
    }
    for (uint32_t k = 0; k < ntips; k++)
        for (NodeId n = tips[k]; n; n = forest_node(f, n)->parent)
            if (forest_node(f, n)->action.op.kind == OPERATION_KERNEL) count_piece(s, f, c, n);
}

/* Sections of which some part is needed are there up to their ends, as far as the candidate has
 * these. */
static bool end_sections(Scenario *s, const Forest *f, const Candidate *c) {
    for (bool more = true; more;) {
        more = false;
        for (size_t k = 0; k < s->strands.len && !more; k++)
            for (uint32_t j = 0; j < c->nfurther && !more; j++) {
                more = forest_ends_section(f, c->further[j], s->strands.data[k].tip);
                if (more && (!need(s, f, c->further[j]) || !close_causes(s, f, c))) return false;
            }
    }
    return true;
}

bool scenario_build(Scenario *s, const Forest *f, const Candidate *c) {
    s->strands.len = s->pending.len = 0;
    s->ambiguous = 0;
    s->choices.len = 0;
    if (!need(s, f, c->sink) || !close_causes(s, f, c) || !end_sections(s, f, c)) return false;
    size_t ntips = s->strands.len;
    NodeId *tips = xcalloc(ntips + 1, sizeof *tips);
    for (size_t k = 0; k < ntips; k++) tips[k] = s->strands.data[k].tip;
    bool fine = true;
    for (uint32_t k = 0; k < c->nfurther && fine; k++)
        fine = need(s, f, c->further[k]) && close_causes(s, f, c);
    if (fine) {
        number_events(s, f);
        fine = set_clocks(s, f, c);
    }
    if (fine) count_interferences(s, f, c, tips, ntips);
    invariant(!fine || s->degree <= s->most);
    free(tips);
    return fine;
}
