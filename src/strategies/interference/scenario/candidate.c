/* candidate.c — candidates for scenarios: a sink, couplings and further nodes; see scenario.h. */
#include "strategies/interference/scenario/scenario.h"
#include <stdlib.h>

Candidate *candidate_new(NodeId sink) {
    Candidate *c = xcalloc(1, sizeof *c);
    c->sink = sink;
    return c;
}

void candidate_free(Candidate *c) {
    if (!c) return;
    free(c->coupling);
    free(c->further);
    free(c);
}

/* Couplings are ascending; a join has one, and each byte of a load one source. */
static void check_couplings(const Candidate *c) {
    for (uint32_t k = 1; k < c->ncouplings; k++) {
        const Coupling *x = &c->coupling[k - 1], *y = &c->coupling[k];
        invariant(x->node < y->node || (x->node == y->node && x->source < y->source));
        invariant(x->node != y->node || (x->bytes && y->bytes));
    }
}

void candidate_couple(Candidate *c, Coupling more) {
    uint32_t at = 0;
    while (at < c->ncouplings &&
           (c->coupling[at].node < more.node || (more.bytes && c->coupling[at].node == more.node &&
                                                 c->coupling[at].source < more.source)))
        at++;
    bool there = at < c->ncouplings && c->coupling[at].node == more.node &&
                 (!more.bytes || c->coupling[at].source == more.source);
    if (there) {
        more.bytes |= c->coupling[at].bytes;
    } else {
        c->coupling = xrealloc(c->coupling, (c->ncouplings + 1) * sizeof *c->coupling);
        memmove(c->coupling + at + 1, c->coupling + at,
                (c->ncouplings++ - at) * sizeof *c->coupling);
    }
    c->coupling[at] = more;
    if (unlikely(base_invariants)) check_couplings(c);
}

/* Adds a node that has to be there, too. */
static void add_further(Candidate *c, NodeId node) {
    uint32_t at = 0;
    while (at < c->nfurther && c->further[at] < node) at++;
    if (at < c->nfurther && c->further[at] == node) return;
    c->further = xrealloc(c->further, (c->nfurther + 1) * sizeof *c->further);
    memmove(c->further + at + 1, c->further + at, (c->nfurther++ - at) * sizeof *c->further);
    c->further[at] = node;
}

Candidate *candidate_with(const Candidate *c, Coupling more, NodeId further) {
    Candidate *x = candidate_new(c->sink);
    x->ncouplings = c->ncouplings;
    x->coupling = xmalloc((c->ncouplings + 1) * sizeof *x->coupling);
    if (c->ncouplings) memcpy(x->coupling, c->coupling, c->ncouplings * sizeof *x->coupling);
    x->nfurther = c->nfurther;
    x->further = xmalloc((c->nfurther + 1) * sizeof *x->further);
    if (c->nfurther) memcpy(x->further, c->further, c->nfurther * sizeof *x->further);
    if (more.node) candidate_couple(x, more);
    if (further) add_further(x, further);
    return x;
}

Candidate *candidate_copy(const Candidate *c) {
    Candidate *same = candidate_with(c, (Coupling){0}, 0);
    same->degree = c->degree;
    return same;
}

/* Whether two nodes of one thread load the same bytes. */
static bool loads_alike(const ForestNode *a, const ForestNode *b) {
    return forest_loads(a) && forest_loads(b) && a->action.op.object == b->action.op.object &&
           a->action.op.size == b->action.op.size;
}

/* Whether a load is in the atomic section of one before it, and the section writes none of its
 * bytes in between. */
static bool loads_again(const Forest *f, NodeId load, NodeId before) {
    const ForestNode *l = forest_node(f, load), *n = l;
    while (operation_is_part(&n->action.op) && n->action.index > forest_depth(f, before)) {
        NodeId up = n->parent;
        n = forest_node(f, up);
        if (up == before) return true;
        if (forest_writes(n) && forest_overlap(n, l)) return false;
    }
    return false;
}

bool candidate_unify(Candidate *c, const Forest *f, Coupling x) {
    const ForestNode *l = forest_node(f, x.node);
    if (!operation_is_part(&l->action.op) || x.bytes != (1u << l->action.op.size) - 1) return true;
    for (uint32_t k = 0; k < c->ncouplings; k++) {
        const Coupling *y = &c->coupling[k];
        const ForestNode *n = forest_node(f, y->node);
        if (n->root == l->root && y->source != x.source && y->node != x.node && loads_alike(n, l) &&
            !forest_writes(l) && loads_again(f, y->node, x.node))
            return false;
    }
    NodeId up = l->parent;
    for (const ForestNode *n; operation_is_part(&(n = forest_node(f, up))->action.op);
         up = n->parent) {
        if (!operation_on_memory(&n->action.op) || !forest_overlap(n, l)) continue;
        if (forest_writes(n)) return false;
        if (!loads_alike(n, l)) continue;
        uint32_t many;
        const Coupling *y = candidate_couplings(c, up, &many);
        for (uint32_t k = 0; k < many; k++)
            if (y[k].source != x.source) return false;
        candidate_couple(c, (Coupling){up, x.source, x.bytes});
    }
    return true;
}

uint64_t candidate_key(const Forest *f, const Candidate *c) {
    uint64_t h = forest_node(f, c->sink)->label;
    for (uint32_t k = 0; k < c->ncouplings; k++) {
        h = hash_combine(h, forest_node(f, c->coupling[k].node)->label);
        h = hash_combine(h, forest_node(f, c->coupling[k].source)->label);
        h = hash_combine(h, c->coupling[k].bytes);
    }
    h = hash_combine(h, 2 * c->nfurther + c->bare);
    for (uint32_t k = 0; k < c->nfurther; k++)
        h = hash_combine(h, forest_node(f, c->further[k])->label);
    return h | 1;
}

const Coupling *candidate_couplings(const Candidate *c, NodeId node, uint32_t *n) {
    uint32_t low = 0, high = c->ncouplings;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (c->coupling[middle].node < node)
            low = middle + 1;
        else
            high = middle;
    }
    for (*n = 0; low + *n < c->ncouplings && c->coupling[low + *n].node == node;) ++*n;
    return c->coupling + low;
}

NodeId candidate_source(const Candidate *c, NodeId node) {
    uint32_t n;
    const Coupling *x = candidate_couplings(c, node, &n);
    return n ? x->source : 0;
}

uint16_t candidate_bytes(const Candidate *c, NodeId node) {
    uint32_t n;
    const Coupling *x = candidate_couplings(c, node, &n);
    uint16_t bytes = 0;
    for (uint32_t k = 0; k < n; k++) bytes |= x[k].bytes;
    return bytes;
}
