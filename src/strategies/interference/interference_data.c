/*
 * interference_data.c — the data constraints of a scenario (Farzan, Holzer, Razavi and Veith,
 * ESEC/FSE 2013, section 4): every load has the value of the store that it reads from, and every
 * branch takes its side in the scenario. Values are substituted for variables in an order of the
 * events, so that constraints are only about inputs. Often none remains, and no solver is needed.
 */
#include "strategies/interference/interference.h"
#include <stdlib.h>

typedef struct Work {
    DataProblem *d;
    const Scenario *s;
    const Forest *f;
    NodeId first;           /* creation of a thread by the main thread; 0: there is none */
    const Expr **stored;    /* by event: the value of its bytes over inputs only; NULL: unknown */
    VEC(uint32_t) branches; /* the events of branches that depend on inputs */
    VEC(const Expr *) constraints; /* their conditions, with values substituted for variables */
    VEC(const Input *) variables;  /* of loads */
    VEC(uint32_t) loads;           /* the events of these loads */
    bool *seen;                    /* by event, while the unsat core is collected */
} Work;

static const ForestNode *node_of(const Work *w, uint32_t event) {
    return forest_node(w->f, w->s->event.data[event]);
}

/* The value of a byte of a load; NULL: unknown. */
static const Expr *loaded_byte(const Work *w, const LoadSource *x, unsigned at) {
    const ForestNode *load = node_of(w, x->load);
    uint64_t address = load->action.op.object + at;
    if (x->source == SOURCE_INITIAL) {
        const Expr *e = recorder_initial(w->d->recorder, w->first, address);
        return e ? substitution_apply(w->d->substitution, e) : NULL;
    }
    const Expr *all = w->stored[x->source];
    const ForestNode *store = node_of(w, x->source);
    return all ? expr_extract(w->d->pool, all, (unsigned)(8 * (address - store->action.op.object)),
                              8)
               : NULL;
}

/* The sources of a load: the first; *n of them. */
static const LoadSource *sources_of(const Scenario *s, uint32_t load, size_t *n) {
    size_t low = 0, high = s->sources.len;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (s->sources.data[middle].load < load)
            low = middle + 1;
        else
            high = middle;
    }
    for (*n = 0; low + *n < s->sources.len && s->sources.data[low + *n].load == load;) ++*n;
    return s->sources.data + low;
}

static void set_load(Work *w, uint32_t event) {
    const ForestNode *n = node_of(w, event);
    size_t many;
    const LoadSource *x = sources_of(w->s, event, &many);
    const Expr *value = NULL;
    if (!n->variable) return;
    vec_push(&w->variables, n->variable);
    vec_push(&w->loads, event);
    for (size_t k = 0; k < many; k++)
        for (unsigned at = x[k].from; at < x[k].from + x[k].len; at++) {
            const Expr *b = loaded_byte(w, &x[k], at);
            if (!b) return; /* stays a variable */
            value = value ? expr_concat(w->d->pool, b, value) : b;
        }
    if (value && value->width == 8 * n->variable->size)
        substitution_set(w->d->substitution, n->variable, value);
}

/* --- the unsat core --------------------------------------------------------------------------- */

/* Adds to the unsat core the loads with local sources on which an expression depends. */
static void blame(Work *w, const Expr *e) {
    const ExprInputs *all = expr_inputs(w->d->pool, e);
    for (uint32_t k = 0; k < all->len; k++) {
        uint32_t event = UINT32_MAX;
        for (size_t j = 0; j < w->variables.len && event == UINT32_MAX; j++)
            if (w->variables.data[j] == all->input[k]) event = w->loads.data[j];
        if (event == UINT32_MAX || w->seen[event]) continue;
        w->seen[event] = true;
        w->d->blamed.data[w->s->strand.data[event]] = true;
        size_t many;
        const LoadSource *x = sources_of(w->s, event, &many);
        bool local = false;
        for (size_t j = 0; j < many; j++) {
            local |= x[j].local;
            if (x[j].source != SOURCE_INITIAL)
                w->d->blamed.data[w->s->strand.data[x[j].source]] = true;
            if (x[j].source != SOURCE_INITIAL && node_of(w, x[j].source)->store)
                blame(w, node_of(w, x[j].source)->store);
        }
        if (local) vec_push(&w->d->core, event);
    }
}

static void blame_branch(Work *w, uint32_t event) {
    w->d->blamed.data[w->s->strand.data[event]] = true;
    blame(w, operation_constraint(w->d->pool, &node_of(w, event)->action));
}

static bool share_input(ExprPool *pool, const Expr *a, const Expr *b) {
    const ExprInputs *x = expr_inputs(pool, a), *y = expr_inputs(pool, b);
    for (uint32_t i = 0, j = 0; i < x->len && j < y->len;) {
        if (x->input[i] == y->input[j]) return true;
        if (x->input[i]->id < y->input[j]->id)
            i++;
        else
            j++;
    }
    return false;
}

/* Collects the unsat core after the newest constraint contradicted those before it: the constraints
 * that share inputs with it, directly or through other constraints. */
static void blame_connected(Work *w) {
    size_t n = w->constraints.len;
    bool *in = xcalloc(n, sizeof *in);
    in[n - 1] = true;
    for (bool more = true; more;) {
        more = false;
        for (size_t k = 0; k < n; k++)
            for (size_t j = 0; j < n && !in[k]; j++)
                if (in[j] &&
                    share_input(w->d->pool, w->constraints.data[k], w->constraints.data[j]))
                    in[k] = more = true;
    }
    for (size_t k = 0; k < n; k++)
        if (in[k]) blame_branch(w, w->branches.data[k]);
    free(in);
}

/* --- solving ---------------------------------------------------------------------------------- */

/* Adds the constraint of a branch. *model satisfies the constraints before it, and afterwards this
 * one, too. */
static DataResult constrain(Work *w, uint32_t branch, const Expr *constraint, Model **model) {
    if (expr_is_true(constraint)) return DATA_SOLVED;
    if (expr_is_false(constraint)) {
        blame_branch(w, branch);
        return DATA_IMPOSSIBLE;
    }
    size_t n = w->constraints.len;
    vec_push(&w->constraints, constraint);
    vec_push(&w->branches, branch);
    if (expr_eval(w->d->pool, constraint, *model)) return DATA_SOLVED;
    Model *next = NULL;
    switch (solver_check(w->d->solver, w->constraints.data, n, constraint, *model, &next)) {
    case SOLVER_SAT:
        model_unref(*model);
        *model = next;
        return DATA_SOLVED;
    case SOLVER_UNSAT: blame_connected(w); return DATA_IMPOSSIBLE;
    default: return DATA_UNKNOWN;
    }
}

/* Gives variables of loads the values that they will have in the run, so that the run changes
 * nothing. */
static void complete_model(Work *w, Model **model) {
    for (size_t k = 0; k < w->variables.len; k++) {
        const Input *in = w->variables.data[k];
        const Expr *value = substitution_of(w->d->substitution, in);
        if (!value) continue;
        uint64_t number = (uint64_t)expr_eval(w->d->pool, value, *model);
        uint8_t bytes[8];
        memcpy(bytes, &number, sizeof bytes);
        Model *next = model_with(*model, in, bytes);
        model_unref(*model);
        *model = next;
    }
}

static NodeId first_creation(const Scenario *s, const Forest *f) {
    for (uint32_t e = 0; e < s->n; e++) {
        NodeId id = s->event.data[e];
        bool of_main = !forest_node(f, forest_node(f, id)->root)->creator;
        if (of_main && forest_node(f, id)->action.op.kind == OPERATION_CREATE) return id;
    }
    return 0;
}

DataResult data_solve(DataProblem *d, const Scenario *s, const Forest *f, const uint32_t *order,
                      Model **model) {
    Work w = {.d = d, .s = s, .f = f, .first = first_creation(s, f)};
    w.stored = xcalloc(s->n + 1, sizeof *w.stored);
    w.seen = xcalloc(s->n + 1, sizeof *w.seen);
    *model = NULL;
    d->core.len = d->blamed.len = 0;
    for (size_t k = 0; k < s->strands.len; k++) vec_push(&d->blamed, false);
    substitution_begin(d->substitution);
    DataResult result = DATA_SOLVED;
    for (uint32_t k = 0; k < s->n && result == DATA_SOLVED; k++) {
        const ForestNode *n = node_of(&w, order[k]);
        if (forest_loads(n)) set_load(&w, order[k]);
        if (n->store) w.stored[order[k]] = substitution_apply(d->substitution, n->store);
        if (n->action.op.kind != OPERATION_BRANCH) continue;
        const Expr *condition = operation_constraint(d->pool, &n->action);
        result = constrain(&w, order[k], substitution_apply(d->substitution, condition), model);
    }
    if (result == DATA_SOLVED) {
        complete_model(&w, model);
    } else {
        model_unref(*model);
        *model = NULL;
    }
    free(w.stored);
    free(w.seen);
    vec_free(&w.branches);
    vec_free(&w.constraints);
    vec_free(&w.variables);
    vec_free(&w.loads);
    return result;
}
