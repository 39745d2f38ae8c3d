/* covering.c — see covering.h. */
#include "state/cutoff/covering.h"
#include "base/tables/index.h"
#include <stdlib.h>

/* The maximal numbers of known states that one state is compared with, and of assumptions
 * considered. */
#define MOST_COMPARED 12
#define MOST_ASSUMED 64

typedef struct Known {
    Fingerprint shape;
    uint64_t progress;
    size_t first, n;   /* of `assumed` */
    uint32_t previous; /* one with the same shape, or INDEX_NONE */
} Known;

struct Coverings {
    VEC(Known) known;
    VEC(const Expr *) assumed;
    Index newest; /* by shape: the number of the known state that was added last */
};

Coverings *coverings_new(void) { return xcalloc(1, sizeof(Coverings)); }

void coverings_free(Coverings *c) {
    if (!c) return;
    vec_free(&c->known);
    vec_free(&c->assumed);
    index_free(&c->newest);
    free(c);
}

void coverings_clear(Coverings *c) {
    c->known.len = c->assumed.len = 0;
    index_clear(&c->newest);
}

/* The number of the newest known state of a shape, which is the largest, since numbers in the index
 * grow. */
static uint32_t newest_of_shape(const Coverings *c, Fingerprint shape) {
    uint32_t best = INDEX_NONE;
    const Index *x = &c->newest;
    if (!x->cap) return best;
    size_t at = index_tag(shape.a);
    for (uint32_t n; (n = index_next(x, shape.a, &at)) != INDEX_NONE;)
        if (fingerprint_same(c->known.data[n].shape, shape) && (best == INDEX_NONE || n > best))
            best = n;
    return best;
}

static bool is_among(const Expr *e, const Expr *const *all, size_t n) {
    for (size_t k = 0; k < n; k++)
        if (all[k] == e) return true;
    return false;
}

/* Invariant: each assumption of a state is a condition, an expression of one bit. */
static bool are_conditions(const CoveredState *state) {
    bool all = true;
    for (size_t k = 0; k < state->n; k++) all &= state->assumed[k]->width == 1;
    return all;
}

static bool implies(ExprPool *pool, Solver *solver, const CoveredState *state,
                    const Expr *const *assumed, size_t n) {
    for (size_t k = 0; k < n; k++)
        if (!is_among(assumed[k], state->assumed, state->n) &&
            solver_check(solver, state->assumed, state->n, expr_not(pool, assumed[k]), NULL,
                         NULL) != SOLVER_UNSAT)
            return false;
    return true;
}

bool coverings_has(const Coverings *c, ExprPool *pool, Solver *solver, const CoveredState *state) {
    if (state->n > MOST_ASSUMED) return false;
    invariant(!base_invariants || are_conditions(state));
    uint32_t number = newest_of_shape(c, state->shape);
    for (int k = 0; k < MOST_COMPARED && number != INDEX_NONE; k++) {
        const Known *x = &c->known.data[number];
        /* The known states of one shape are a list from the newest to the oldest. */
        invariant(fingerprint_same(x->shape, state->shape) && x->first + x->n <= c->assumed.len);
        invariant(x->previous == INDEX_NONE || x->previous < number);
        if (x->progress < state->progress &&
            implies(pool, solver, state, c->assumed.data + x->first, x->n))
            return true;
        number = x->previous;
    }
    return false;
}

void coverings_add(Coverings *c, const CoveredState *state) {
    if (state->shared || state->n > MOST_ASSUMED) return;
    Known k = {state->shape, state->progress, c->assumed.len, state->n,
               newest_of_shape(c, state->shape)};
    for (size_t i = 0; i < state->n; i++) vec_push(&c->assumed, state->assumed[i]);
    index_add(&c->newest, state->shape.a, (uint32_t)c->known.len);
    vec_push(&c->known, k);
    invariant(!base_invariants || newest_of_shape(c, state->shape) == c->known.len - 1);
}
