/* z3_internal.h — shared by z3_backend.c and z3_floats.c. For these files only. */
#ifndef HEDDLE_SOLVER_Z3_INTERNAL_H
#define HEDDLE_SOLVER_Z3_INTERNAL_H

#include "base/apart.h"
#include "solver/backends/backend.h"
#include <pthread.h>
#include <z3.h>

typedef struct Z3Backend {
    ExprPool *pool;
    Z3_context ctx;
    Z3_solver solver;
    Z3_ast *ast; /* by expression id */
    Z3_ast
        *number; /* by expression id: the same as a floating-point number, where that is needed */
    size_t ast_cap, translated;
    Z3_ast *guard;      /* by expression id: the Boolean that implies the constraint, in the present
                           solver */
    VEC(uint32_t) used; /* ids that have a guard */
    VEC(const Expr *) stack;
    VEC(Z3_ast) held;     /* references of the term under construction, see z3_hold() */
    unsigned limit_ms;    /* set in the present solver */
    uint64_t steps;       /* steps of the context after the last query */
    Apart *checker;       /* where checks run; made by the first one */
    pthread_mutex_t lock; /* of the members below */
    bool checking;        /* the context is in a check, which another thread may interrupt */
    double interrupted;   /* time of the first interruption of this check; 0: none */
    bool was_interrupted; /* the last check was */
} Z3Backend;

/* References a result that must live longer than Z3's next call, which would free it. z3_release()
 * drops all these references once a term is complete. */
static inline Z3_ast z3_hold(Z3Backend *z, Z3_ast a) {
    if (!a) return a;
    Z3_inc_ref(z->ctx, a);
    vec_push(&z->held, a);
    return a;
}

static inline Z3_ast z3_number(Z3Backend *z, unsigned width, u128 value) {
    bool bits[128];
    if (width <= 64)
        return z3_hold(z,
                       Z3_mk_unsigned_int64(z->ctx, (uint64_t)value, Z3_mk_bv_sort(z->ctx, width)));
    for (unsigned i = 0; i < width; i++) bits[i] = value >> i & 1;
    return z3_hold(z, Z3_mk_bv_numeral(z->ctx, width, bits));
}

/* Returns the translation as a bit-vector, even if it is a Boolean. */
static inline Z3_ast z3_vector(Z3Backend *z, const Expr *e) {
    Z3_ast a = z->ast[e->id];
    if (e->width > 1 || !a) return a;
    Z3_ast one = z3_number(z, 1, 1), zero = z3_number(z, 1, 0);
    return one && zero ? z3_hold(z, Z3_mk_ite(z->ctx, a, one, zero)) : NULL;
}

/* Builds the term of an operation of floating point, whose operands are translated. It is
 * unreferenced; null on failure. */
Z3_ast z3_float_term(Z3Backend *z, const Expr *e);

#endif
