/*
 * auto_backend.c — bit-blasting first, and Z3 where that does not end soon.
 *
 * Measured on the programs of bench/symbolic: bit-blasting is 3 to 50 times faster on each, and no
 * query needs Z3. Z3 is better where rewriting of words decides and circuits are large: it proves
 * (x + y) * x == x * x + y * x for 32 bits in a millisecond, and bit-blasting does not in seconds.
 * So a quarter of the limit goes to bit-blasting, a quarter to Z3, which is only loaded then, and
 * the rest to bit-blasting, which goes on with what it has learnt.
 */
#include "solver/backends/backend.h"
#include <stdlib.h>

/* Below this limit Z3 is not asked: such queries are hunting's, or resemble the inversion of a hash
 * function, for which Z3 makes circuits for half a minute before it looks at a limit. FIRST_MS are
 * the first limits where there is none. */
enum { LEAST_MS = 1000, FIRST_MS = 1000 };

typedef struct AutoBackend {
    ExprPool *pool;
    void *sat;
    const BackendOps *_Atomic z3_ops; /* NULL: not needed yet; another thread may interrupt it */
    void *z3;
    atomic_bool interrupted;
} AutoBackend;

static void *auto_create(ExprPool *pool) {
    AutoBackend *a = xcalloc(1, sizeof *a);
    a->pool = pool;
    a->sat = backend_sat.create(pool);
    return a;
}

static void auto_destroy(void *self) {
    AutoBackend *a = self;
    backend_sat.destroy(a->sat);
    if (a->z3_ops) a->z3_ops->destroy(a->z3);
    free(a);
}

static void auto_forget(void *self) {
    AutoBackend *a = self;
    backend_sat.forget(a->sat);
    if (a->z3_ops) a->z3_ops->forget(a->z3);
}

static void auto_interrupt(void *self) {
    AutoBackend *a = self;
    atomic_store_explicit(&a->interrupted, true, memory_order_relaxed);
    backend_sat.interrupt(a->sat);
    const BackendOps *z3 = atomic_load_explicit(&a->z3_ops, memory_order_acquire);
    if (z3) z3->interrupt(a->z3);
}

static void auto_load_z3(AutoBackend *a) {
    if (a->z3_ops) return;
    const BackendOps *ops = backend_load_z3();
    a->z3 = ops->create(a->pool);
    atomic_store_explicit(&a->z3_ops, ops, memory_order_release);
}

/* Asks one of them, and adds its steps to *steps. */
static SolverResult auto_ask(AutoBackend *a, const BackendOps *ops, void *self, BackendQuery *q,
                             unsigned limit_ms, uint64_t *steps) {
    if (atomic_load_explicit(&a->interrupted, memory_order_relaxed)) return SOLVER_UNKNOWN;
    q->limit_ms = limit_ms;
    q->steps = 0;
    SolverResult result = ops->check(self, q);
    *steps += q->steps;
    return result;
}

static SolverResult auto_check(void *self, BackendQuery *q) {
    AutoBackend *a = self;
    unsigned limit = q->limit_ms, part = limit ? limit / 4 : FIRST_MS;
    bool short_limit = limit && limit < LEAST_MS;
    uint64_t steps = 0;
    atomic_store_explicit(&a->interrupted, false, memory_order_relaxed);
    SolverResult r = auto_ask(a, &backend_sat, a->sat, q, short_limit ? limit : part, &steps);
    if (r == SOLVER_UNKNOWN && !short_limit) {
        auto_load_z3(a);
        r = auto_ask(a, a->z3_ops, a->z3, q, part, &steps);
        unsigned rest = limit ? limit - 2 * part : 0;
        if (r == SOLVER_UNKNOWN) r = auto_ask(a, &backend_sat, a->sat, q, rest, &steps);
    }
    q->steps = steps;
    return r;
}

const BackendOps backend_auto = {.name = "auto",
                                 .create = auto_create,
                                 .destroy = auto_destroy,
                                 .forget = auto_forget,
                                 .check = auto_check,
                                 .interrupt = auto_interrupt};
