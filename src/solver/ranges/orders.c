/* orders.c — see orders.h. Circles are found as Tarjan does, "Depth-First Search and Linear Graph
 * Algorithms", SIAM J. Comput. 1972. */
#include "solver/ranges/orders.h"
#include "solver/reads.h"
#include <stdlib.h>

enum { MOST_TERMS = 1000 };

/* `from` is less than `to`, or at most as large. */
typedef struct Edge {
    uint32_t from, to;
    bool strict, differs; /* `differs`: no edge, but the two are not equal */
} Edge;

typedef struct Term {
    const Expr *e;
    uint32_t first;      /* of its edges, which are sorted by `from` */
    uint32_t seen, back; /* when it was visited, from 1 on; the earliest that it reaches */
    uint32_t circle;     /* number of its circle, from 1 on; a larger one is not above it */
} Term;

struct Orders {
    uint32_t *place, *round_of; /* by expression id: index in `terms`, valid in one round */
    size_t cap;
    uint32_t round;
    VEC(Term) terms;
    VEC(Edge) edges;
    VEC(uint32_t) open; /* terms without a circle yet */
    uint32_t visits, circles;
};

Orders *orders_new(void) { return xcalloc(1, sizeof(Orders)); }

void orders_free(Orders *o) {
    if (!o) return;
    free(o->place);
    free(o->round_of);
    vec_free(&o->terms);
    vec_free(&o->edges);
    vec_free(&o->open);
    free(o);
}

static uint32_t term_of(Orders *o, const Expr *e) {
    if (e->id >= o->cap) {
        size_t cap = (size_t)e->id + e->id / 2 + 1024;
        o->place = xrealloc(o->place, cap * sizeof *o->place);
        o->round_of = xrealloc(o->round_of, cap * sizeof *o->round_of);
        memset(o->round_of + o->cap, 0, (cap - o->cap) * sizeof *o->round_of);
        o->cap = cap;
    }
    if (o->round_of[e->id] != o->round) {
        o->round_of[e->id] = o->round;
        o->place[e->id] = (uint32_t)o->terms.len;
        vec_push(&o->terms, (Term){.e = e});
    }
    return o->place[e->id];
}

/* What a constraint is: a comparison of two terms as signed or unsigned numbers, one that says the
 * same of both, or something else. */
typedef enum OrderKind { ORDER_NONE, ORDER_UNSIGNED, ORDER_SIGNED, ORDER_BOTH } OrderKind;

static OrderKind order_kind(const Expr *e) {
    if (e->op == EXPR_NOT) e = e->kid[0];
    if (e->op < EXPR_EQ || e->op > EXPR_SLE) return ORDER_NONE;
    if (expr_is_const(e->kid[0]) || expr_is_const(e->kid[1])) return ORDER_NONE;
    if (e->op == EXPR_EQ) return ORDER_BOTH;
    return e->op == EXPR_SLT || e->op == EXPR_SLE ? ORDER_SIGNED : ORDER_UNSIGNED;
}

static void edges_add(Orders *o, const Expr *e) {
    bool holds = e->op != EXPR_NOT;
    if (!holds) e = e->kid[0];
    uint32_t a = term_of(o, e->kid[0]), b = term_of(o, e->kid[1]);
    if (e->op == EXPR_EQ) {
        vec_push(&o->edges, ((Edge){a, b, false, !holds}));
        if (holds) vec_push(&o->edges, ((Edge){b, a, false, false}));
        return;
    }
    bool strict = e->op == EXPR_ULT || e->op == EXPR_SLT;
    Edge edge = {a, b, strict, false};
    if (!holds) edge = (Edge){b, a, !strict, false}; /* !(a < b) is b <= a */
    vec_push(&o->edges, edge);
}

static int edge_compare(const void *a, const void *b) {
    const Edge *x = a, *y = b;
    return x->from < y->from ? -1 : x->from > y->from;
}

static void term_visit(Orders *o, uint32_t at) {
    Term *t = &o->terms.data[at];
    t->seen = t->back = ++o->visits;
    vec_push(&o->open, at);
    for (size_t k = t->first; k < o->edges.len && o->edges.data[k].from == at; k++) {
        const Edge *e = &o->edges.data[k];
        if (e->differs) continue;
        Term *to = &o->terms.data[e->to];
        if (!to->seen) term_visit(o, e->to);
        if (!to->circle) t->back = MIN(t->back, to->back);
    }
    if (t->back != t->seen) return;
    uint32_t last;
    o->circles++;
    do {
        last = vec_pop(&o->open);
        o->terms.data[last].circle = o->circles;
    } while (last != at);
}

/* Finds all circles. False if one of them is a contradiction. */
static bool circles_find(Orders *o) {
    o->open.len = 0;
    o->visits = o->circles = 0;
    qsort(o->edges.data, o->edges.len, sizeof *o->edges.data, edge_compare);
    for (size_t k = o->edges.len; k-- > 0;)
        o->terms.data[o->edges.data[k].from].first = (uint32_t)k;
    for (uint32_t k = 0; k < o->terms.len; k++) {
        bool has_edges = o->edges.data[o->terms.data[k].first].from == k;
        if (!has_edges) o->terms.data[k].first = (uint32_t)o->edges.len;
    }
    for (uint32_t k = 0; k < o->terms.len; k++)
        if (!o->terms.data[k].seen) term_visit(o, k);
    for (size_t k = 0; k < o->edges.len; k++) {
        const Edge *e = &o->edges.data[k];
        uint32_t from = o->terms.data[e->from].circle, to = o->terms.data[e->to].circle;
        invariant(e->differs || to <= from);
        if (from == to && (e->strict || e->differs)) return false;
    }
    return true;
}

/* Gives each term its place in the order as its value, if each is a word of an input and none
 * shares a byte with another. */
static bool places_give(const Orders *o, OrderKind kind, ExprList read, uint8_t *byte) {
    size_t bytes = 0;
    for (size_t k = 0; k < o->terms.len; k++) {
        const Expr *e = o->terms.data[k].e;
        unsigned bits = e->width - (kind == ORDER_SIGNED);
        if (e->width > 64 || !reads_are_word(e, &bytes)) return false;
        if (o->circles - 1 > low_bits(bits)) return false;
    }
    if (bytes != read.len) return false;
    for (size_t k = 0; k < o->terms.len; k++)
        reads_set_word(o->terms.data[k].e, o->circles - o->terms.data[k].circle, read.data, byte);
    return true;
}

SolverResult orders_check(Orders *o, ExprList constraints, ExprList read, uint8_t *byte) {
    bool some[ORDER_BOTH + 1] = {false};
    for (size_t k = 0; k < constraints.len; k++) some[order_kind(constraints.data[k])] = true;
    for (OrderKind kind = ORDER_UNSIGNED; kind <= ORDER_SIGNED; kind++) {
        OrderKind other = kind == ORDER_SIGNED ? ORDER_UNSIGNED : ORDER_SIGNED;
        bool last = kind == ORDER_SIGNED;
        if (!some[kind] && !(some[ORDER_BOTH] && last && !some[other])) continue;
        o->terms.len = o->edges.len = 0;
        if (++o->round == 0) {
            if (o->cap) memset(o->round_of, 0, o->cap * sizeof *o->round_of);
            o->round = 1;
        }
        for (size_t k = 0; k < constraints.len && o->terms.len < MOST_TERMS; k++) {
            OrderKind of = order_kind(constraints.data[k]);
            if (of == kind || of == ORDER_BOTH) edges_add(o, constraints.data[k]);
        }
        if (o->terms.len >= MOST_TERMS) return SOLVER_UNKNOWN;
        if (!circles_find(o)) return SOLVER_UNSAT;
        if (!some[ORDER_NONE] && !some[other] && places_give(o, kind, read, byte))
            return SOLVER_SAT;
    }
    return SOLVER_UNKNOWN;
}
