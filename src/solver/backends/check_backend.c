/*
 * check_backend.c — asks both back ends each query, and ends the process where they differ. Every
 * model is evaluated, and every unsatisfiable core of one is a query for the other.
 */
#include "solver/backends/backend.h"
#include "solver/reads.h"
#include <stdio.h>
#include <stdlib.h>

enum { BOTH = 2 };

typedef struct CheckBackend {
    ExprPool *pool;
    const BackendOps *ops[BOTH];
    void *self[BOTH];
} CheckBackend;

static void *check_create(ExprPool *pool) {
    CheckBackend *c = xcalloc(1, sizeof *c);
    *c = (CheckBackend){.pool = pool, .ops = {&backend_sat, backend_load_z3()}};
    for (int k = 0; k < BOTH; k++) c->self[k] = c->ops[k]->create(pool);
    return c;
}

static void check_destroy(void *self) {
    CheckBackend *c = self;
    for (int k = 0; k < BOTH; k++) c->ops[k]->destroy(c->self[k]);
    free(c);
}

static void check_forget(void *self) {
    CheckBackend *c = self;
    for (int k = 0; k < BOTH; k++) c->ops[k]->forget(c->self[k]);
}

static void check_interrupt(void *self) {
    CheckBackend *c = self;
    for (int k = 0; k < BOTH; k++) c->ops[k]->interrupt(c->self[k]);
}

/* Prints the query and ends the process. */
static _Noreturn void tell_difference(const BackendQuery *q, const char *what, const char *name) {
    for (size_t k = 0; k < q->n; k++) {
        fprintf(stderr, "constraint %zu: ", k);
        expr_print(stderr, q->constraint[k], 4000);
        fputc('\n', stderr);
    }
    base_fatal("the back ends differ: %s (%s)", what, name);
}

/* Whether the values of the query's bytes satisfy it. */
static bool model_holds(CheckBackend *c, const BackendQuery *q) {
    Model *m = reads_overlay(NULL, q->read, q->reads, q->byte);
    bool holds = true;
    for (size_t k = 0; k < q->n && holds; k++)
        holds = expr_eval_trial(c->pool, q->constraint[k], m) != 0;
    model_unref(m);
    return holds;
}

/* Asks the other back end about the core that back end number `which` found. */
static void cross_check_core(CheckBackend *c, const BackendQuery *q, int which) {
    const Expr **core = xmalloc((q->core_len + 1) * sizeof *core);
    for (size_t k = 0; k < q->core_len; k++) core[k] = q->constraint[q->core[k]];
    BackendQuery again = *q;
    again.constraint = core;
    again.n = q->core_len;
    again.byte = xcalloc(q->reads + 1, 1);
    again.core = xmalloc((q->core_len + 1) * sizeof *again.core);
    int other = 1 - which;
    if (c->ops[other]->check(c->self[other], &again) == SOLVER_SAT) {
        if (!model_holds(c, &again))
            tell_difference(&again, "a model does not satisfy a core", c->ops[other]->name);
        tell_difference(&again, "an unsatisfiable core has a solution", c->ops[which]->name);
    }
    free(again.byte);
    free(again.core);
    free(core);
}

static SolverResult check_check(void *self, BackendQuery *q) {
    CheckBackend *c = self;
    BackendQuery asked[BOTH] = {*q, *q};
    SolverResult result[BOTH];
    asked[1].byte = xcalloc(q->reads + 1, 1);
    asked[1].core = xmalloc((q->n + 1) * sizeof *q->core);
    for (int k = 0; k < BOTH; k++) {
        result[k] = c->ops[k]->check(c->self[k], &asked[k]);
        if (result[k] == SOLVER_SAT && !model_holds(c, &asked[k]))
            tell_difference(q, "a model does not satisfy the query", c->ops[k]->name);
    }
    if (result[0] != result[1] && result[0] != SOLVER_UNKNOWN && result[1] != SOLVER_UNKNOWN)
        tell_difference(
            q, result[0] == SOLVER_SAT ? "only sat has a solution" : "only z3 has a solution",
            "both");
    for (int k = 0; k < BOTH; k++)
        if (result[k] == SOLVER_UNSAT) cross_check_core(c, &asked[k], k);
    int which = result[0] == SOLVER_UNKNOWN;
    if (which) memcpy(q->byte, asked[1].byte, q->reads);
    if (which && result[1] == SOLVER_UNSAT)
        memcpy(q->core, asked[1].core, asked[1].core_len * sizeof *q->core);
    q->core_len = asked[which].core_len;
    q->steps = asked[0].steps + asked[1].steps;
    free(asked[1].byte);
    free(asked[1].core);
    return result[which];
}

const BackendOps backend_check = {.name = "check",
                                  .create = check_create,
                                  .destroy = check_destroy,
                                  .forget = check_forget,
                                  .check = check_check,
                                  .interrupt = check_interrupt};
