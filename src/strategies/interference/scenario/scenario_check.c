/* scenario_check.c — see scenario_check.h. */
#include "strategies/interference/scenario/scenario_check.h"

/* The events of a strand are the way from its root to its tip, one after another; no two threads
 * have one place. */
void scenario_check_events(const Scenario *s, const Forest *f) {
    invariant(s->event.len == s->n && s->strand.len == s->n && s->strands.len <= s->n);
    for (uint32_t e = 0; e < s->n; e++) {
        const Strand *x = &s->strands.data[s->strand.data[e]];
        NodeId id = s->event.data[e];
        invariant(forest_node(f, id)->root == x->root);
        invariant(e == x->first ? id == x->root
                                : forest_node(f, id)->parent == s->event.data[e - 1]);
        invariant(forest_node(f, id)->executed || id == x->tip);
    }
}

/* Each byte of each load has one source: what it had in the beginning, or a store to it; by itself,
 * without a coupling, one that comes before it. */
void scenario_check_sources(const Scenario *s, const Forest *f) {
    for (size_t k = 0; k < s->sources.len; k++) {
        const LoadSource *x = &s->sources.data[k], *before = k ? x - 1 : NULL;
        const ForestNode *load = forest_node(f, s->event.data[x->load]);
        bool first = !before || before->load != x->load;
        invariant(first ? !before || before->load < x->load
                        : before->from + before->len == x->from);
        invariant(!first || !x->from);
        invariant(first || x->from + x->len <= load->action.op.size);
        if (x->source == SOURCE_INITIAL) continue;
        const ForestNode *store = forest_node(f, s->event.data[x->source]);
        invariant(x->source < s->n && forest_touches(store, load->action.op.object + x->from));
        /* A coupling may ask for what comes later: no order has that, as temporal_order finds. */
        invariant(!x->local || scenario_precedes(s, x->source, x->load));
    }
}
