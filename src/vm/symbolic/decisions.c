/*
 * decisions.c — conditions on symbolic values: whether they can hold together with the path
 * condition, and how an instruction decides one. An open condition is left to the explorer, as a
 * visible operation (OPERATION_BRANCH).
 */
#include "vm/interpreter/execution.h"
#include "vm/symbolic/given.h"
#include "vm/symbolic/lifting.h"
#include "vm/symbolic/undefined.h"
#include <stdlib.h>

/* --- facts that matter ------------------------------------------------------------------------ */

/* The search for the constraints that share inputs with an expression, directly or through others:
 * the solver would leave out the rest, but only after it has looked at each of them in detail. */
typedef struct Connected {
    uint32_t *stamp; /* by id of an input: equal to `round` where it is connected */
    size_t cap;
    uint32_t round;
    uint64_t inputs; /* of those: ids modulo 64 */
    uint8_t *taken;  /* by place on the path: whether the constraint there is connected */
    size_t taken_cap;
} Connected;

static uint64_t inputs_of(Machine *m, const Expr *e) {
    const ExprInputs *in = expr_inputs(m->pool, e);
    uint64_t mask = 0;
    for (uint32_t k = 0; k < in->len; k++) mask |= 1ull << (in->input[k]->id & 63);
    return mask;
}

/* Connects the inputs of an expression. True if one of them was not connected before. */
static bool connect_inputs(Connected *c, const ExprInputs *in) {
    bool new = false;
    for (uint32_t k = 0; k < in->len; k++) {
        uint32_t id = in->input[k]->id;
        if (id >= c->cap) {
            size_t cap = (size_t)id * 2 + 64;
            c->stamp = xrealloc(c->stamp, cap * sizeof *c->stamp);
            memset(c->stamp + c->cap, 0, (cap - c->cap) * sizeof *c->stamp);
            c->cap = cap;
        }
        new |= c->stamp[id] != c->round;
        c->stamp[id] = c->round;
        c->inputs |= 1ull << (id & 63);
    }
    return new;
}

static bool is_connected(const Connected *c, const ExprInputs *in) {
    for (uint32_t k = 0; k < in->len; k++)
        if (in->input[k]->id < c->cap && c->stamp[in->input[k]->id] == c->round) return true;
    return false;
}

static Connected *begin_connected(Machine *m) {
    if (!m->connected) m->connected = xcalloc(1, sizeof *m->connected);
    Connected *c = m->connected;
    c->inputs = 0;
    if (c->taken_cap < m->nconstraints) {
        c->taken_cap = (size_t)m->nconstraints * 2;
        c->taken = xrealloc(c->taken, c->taken_cap);
    }
    if (m->nconstraints) memset(c->taken, 0, m->nconstraints);
    if (++c->round) return c;
    if (c->cap) memset(c->stamp, 0, c->cap * sizeof *c->stamp);
    c->round = 1;
    return c;
}

void connected_free(Machine *m) {
    if (!m->connected) return;
    free(m->connected->stamp);
    free(m->connected->taken);
    free(m->connected);
}

/* Whether a constraint is in the causal history of a thread; `thread` -1: of any. */
static bool is_causal(Machine *m, int thread, const PathConstraint *c) {
    return thread < 0 || !m->hooks.causal || m->hooks.causal(m->hooks.context, m, thread, c);
}

const Expr **causal_facts(Machine *m, int thread, const Expr *about, size_t *n) {
    Connected *c = begin_connected(m);
    bool more = connect_inputs(c, expr_inputs(m->pool, about));
    for (*n = 0; more;) {
        more = false;
        for (uint32_t k = 0; k < m->nconstraints; k++) {
            const PathConstraint *x = &m->constraints.data[k];
            if (!(x->inputs & c->inputs) || c->taken[k]) continue;
            const ExprInputs *in = expr_inputs(m->pool, x->constraint);
            if (!is_connected(c, in) || !is_causal(m, thread, x)) continue;
            c->taken[k] = 1;
            ++*n;
            more |= connect_inputs(c, in);
        }
    }
    const Expr **facts = xmalloc((*n + 1) * sizeof *facts);
    *n = 0;
    for (uint32_t k = 0; k < m->nconstraints; k++)
        if (c->taken[k]) facts[(*n)++] = m->constraints.data[k].constraint;
    return facts;
}

bool machine_feasible(Machine *m, const Expr *condition, Model **model) {
    condition = given_value(m, condition);
    if (expr_is_const(condition)) {
        if (model && expr_is_true(condition)) *model = model_ref(m->model);
        return expr_is_true(condition);
    }
    /* The model satisfies all of the path, so that the answer's keeps to the rest of it. */
    size_t n;
    const Expr **facts = causal_facts(m, -1, condition, &n);
    SolverResult r = solver_check(m->solver, facts, n, condition, m->model, model);
    free(facts);
    if (r == SOLVER_UNKNOWN && m->hooks.incomplete)
        m->hooks.incomplete(m->hooks.context, "the solver reached its limit on a path condition");
    return r == SOLVER_SAT;
}

/* --- conditions ------------------------------------------------------------------------------- */

/* Notes the place of a constraint on the path, by its id. An entry that an undo left behind is
 * recognised as old when it is used. */
static void note_constraint(Machine *m, const Expr *constraint, uint32_t at) {
    if (constraint->id >= m->path_index_cap) {
        size_t cap = (size_t)constraint->id * 2 + 1024;
        m->path_index = xrealloc(m->path_index, cap * sizeof *m->path_index);
        memset(m->path_index + m->path_index_cap, 0,
               (cap - m->path_index_cap) * sizeof *m->path_index);
        m->path_index_cap = cap;
    }
    m->path_index[constraint->id] = at;
}

/* Whether the thread's causal history has exactly this constraint. May miss one that it has. */
static bool is_on_path(const Machine *m, int thread, const Expr *constraint) {
    if (constraint->id >= m->path_index_cap) return false;
    uint32_t at = m->path_index[constraint->id];
    if (at >= m->nconstraints || m->constraints.data[at].constraint != constraint) return false;
    return !m->hooks.causal ||
           m->hooks.causal(m->hooks.context, (Machine *)m, thread, &m->constraints.data[at]);
}

bool machine_feasible_causally(Machine *m, int thread, const Expr *condition) {
    condition = given_value(m, condition);
    if (expr_is_const(condition)) return expr_is_true(condition);
    if (m->nconstraints) {
        bool holds = is_on_path(m, thread, condition);
        if (holds || is_on_path(m, thread, expr_not(m->pool, condition))) {
            solver_count_known(m->solver);
            return holds;
        }
    }
    size_t n;
    const Expr **facts = causal_facts(m, thread, condition, &n);
    SolverResult r = solver_check(m->solver, facts, n, condition, m->model, NULL);
    free(facts);
    if (r == SOLVER_UNKNOWN && m->hooks.incomplete)
        m->hooks.incomplete(m->hooks.context, "the solver reached its limit on a path condition");
    return r == SOLVER_SAT;
}

static bool add_constraint(Machine *m, int thread, uint32_t step, const Expr *constraint) {
    constraint = given_value(m, constraint);
    if (expr_is_true(constraint)) return true;
    if (expr_is_false(constraint)) return false;
    if (!expr_eval(m->pool, constraint, m->model)) {
        Model *model = NULL;
        if (!machine_feasible(m, constraint, &model)) return false;
        trail_save(m->memory, &m->model, sizeof m->model);
        m->model = model;
        vec_push(&m->models, model);
    }
    trail_save(m->memory, &m->nconstraints, sizeof m->nconstraints);
    PathConstraint e = {constraint, inputs_of(m, constraint), thread, step};
    if (m->nconstraints == m->constraints.cap) {
        machine_limit(m, m->threads[thread],
                      "a thread was stopped at more than 16,777,216 conditions in one run");
        return false;
    }
    note_constraint(m, constraint, m->nconstraints);
    m->constraints.data[m->nconstraints++] = e;
    return true;
}

bool machine_constrain(Machine *m, int thread, const Expr *constraint) {
    return add_constraint(m, thread, m->threads[thread]->steps, constraint);
}

bool machine_constrain_always(Machine *m, const Expr *constraint) {
    return add_constraint(m, 0, 0, constraint);
}

static void propose_branch(Machine *m, Thread *t, const Expr *condition, bool anew) {
    t->pending = (Operation){.kind = OPERATION_BRANCH,
                             .forgotten = anew,
                             .target = -1,
                             .condition = condition,
                             .within = !t->section || m->nthreads < 2 ? NULL
                                       : t->piece                     ? t->piece
                                                                      : &operation_section,
                             .loc = machine_loc(m, t)};
}

/* What a decision costs, in bytes of memory that take as long: it looks at the whole path. */
#define DECISION_WORK 16384
#define CONSTRAINT_WORK 64

/* Whether both sides are feasible after the thread's own history; if not, *side is the feasible
 * one. Once the exploration ends no decision is open: machine_works has to be asked whether to go
 * on. */
static bool decision_is_open(Machine *m, Thread *t, const Expr *condition, bool *side) {
    *side = expr_eval(m->pool, condition, m->model) != 0;
    m->branch_queries++;
    return machine_feasible_causally(m, thread_slot(t),
                                     *side ? expr_not(m->pool, condition) : condition);
}

Decision machine_decide(Machine *m, Thread *t, const Expr *condition) {
    if (condition->undefined && !(condition = undefined_resolve(m, t, condition)))
        return DECIDE_STOP;
    condition = given_value(m, condition);
    if (expr_is_const(condition)) return expr_is_true(condition) ? DECIDE_TRUE : DECIDE_FALSE;
    t->asked = true;
    if (m->lifting) return lifting_decide(m, t, condition, false);
    invariant(t->cursor <= t->ndecisions && t->ndecisions <= MAX_DECISIONS);
    if (t->cursor < t->ndecisions) return t->decisions[t->cursor++] ? DECIDE_TRUE : DECIDE_FALSE;
    if (t->ndecisions >= MAX_DECISIONS) {
        if (m->hooks.incomplete)
            m->hooks.incomplete(m->hooks.context,
                                "one instruction has more than 65,536 symbolic alternatives");
        machine_stop_thread(m, t);
        return DECIDE_STOP;
    }
    bool side;
    if (decision_is_open(m, t, condition, &side)) {
        propose_branch(m, t, condition, false);
        return DECIDE_STOP;
    }
    if (!machine_works(m, t, DECISION_WORK + (uint64_t)m->nconstraints * CONSTRAINT_WORK))
        return DECIDE_STOP;
    t->decisions[t->ndecisions++] = side;
    t->cursor = t->ndecisions;
    return side ? DECIDE_TRUE : DECIDE_FALSE;
}

Decision machine_decide_anew(Machine *m, Thread *t, const Expr *condition) {
    if (condition->undefined && !(condition = undefined_resolve(m, t, condition)))
        return DECIDE_STOP;
    condition = given_value(m, condition);
    if (expr_is_const(condition)) return expr_is_true(condition) ? DECIDE_TRUE : DECIDE_FALSE;
    t->asked = true;
    if (m->lifting) return lifting_decide(m, t, condition, true);
    bool side;
    if (decision_is_open(m, t, condition, &side)) {
        propose_branch(m, t, condition, true);
        return DECIDE_STOP;
    }
    if (!machine_works(m, t, DECISION_WORK + (uint64_t)m->nconstraints * CONSTRAINT_WORK))
        return DECIDE_STOP;
    return side ? DECIDE_TRUE : DECIDE_FALSE;
}

bool thread_went(const Machine *m, int thread, const Expr *condition) {
    for (uint32_t k = 0; k < m->nconstraints; k++)
        if (m->constraints.data[k].thread == thread &&
            m->constraints.data[k].constraint == condition)
            return true;
    return false;
}
