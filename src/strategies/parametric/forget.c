/* forget.c — what executions forget of the values of variables. See docs/proofs/any-threads.md. */
#include "strategies/parametric/parametric.h"
#include "vm/symbolic/given.h"
#include <stdio.h>
#include <stdlib.h>

/* --- a step ----------------------------------------------------------------------------------- */

/* Whether a variable has a byte with inputs that are not rigid. */
static bool has_inputs_of_threads(const Proof *p, VisibleRange v) {
    const Machine *m = p->run->machine;
    for (uint64_t a = v.start; m->memory->symbolic_bytes && a < v.end; a++) {
        const Expr *e = memory_symbolic(m->memory, a);
        const ExprInputs *in = e ? expr_inputs(m->pool, e) : NULL;
        for (uint32_t k = 0; in && k < in->len; k++)
            if (!proof_is_rigid(p, in->input[k])) return true;
    }
    return false;
}

/* Whether an operation accesses no variable. All variables are visible, so nothing else does. */
static bool keeps_off_variables(const Operation *o) {
    return o->kind == OPERATION_START || o->kind == OPERATION_CREATE || o->kind == OPERATION_EXIT ||
           o->kind == OPERATION_LOCK || o->kind == OPERATION_TRYLOCK || o->kind == OPERATION_UNLOCK;
}

/* Whether the step may have tied its thread to what is to be forgotten: it accesses such a
 * variable, or may have done so. */
static bool has_to_forget(const Proof *p, const Action *a, bool section) {
    const Operation *o = &a->op;
    bool all = section || !operation_on_memory(o);
    if (!section && keeps_off_variables(o)) return false;
    for (size_t k = 0; k < p->visible.len; k++) {
        VisibleRange v = p->visible.data[k];
        if (!all && (o->object >= v.end || v.start >= o->object + operation_extent(o))) continue;
        if (proof_counts(p, v) && (p->variables.data[k].any || has_inputs_of_threads(p, v)))
            return true;
    }
    return false;
}

/* Returns the n-th input that the last step makes: no other on the path has its name. */
static const Input *fresh_input(const Proof *p, uint32_t n, uint32_t size) {
    char name[80];
    snprintf(name, sizeof name, "\1%zu.%u.%u", p->run->history.path.len, n, size);
    return expr_input(p->run->machine->pool, name, size);
}

static const Expr *value_of_input(ExprPool *pool, const Input *input) {
    const Expr *e = NULL;
    for (uint32_t k = input->size; k-- > 0;) {
        const Expr *byte = expr_read(pool, input, k);
        e = e ? expr_concat(pool, e, byte) : byte;
    }
    return e;
}

#define MOST_INPUT_BYTES 16 /* of an input that is a value */

/* Gives the inputs of an expression fresh ones in their place. They have the same values in the
 * model. */
static bool replace_inputs(Proof *p, const Expr *e, uint32_t *n) {
    Machine *m = p->run->machine;
    const ExprInputs *in = expr_inputs(m->pool, e);
    for (uint32_t k = 0; k < in->len; k++) {
        const Input *x = in->input[k];
        uint8_t bytes[MOST_INPUT_BYTES];
        if (proof_is_rigid(p, x) || substitution_of(p->fresh, x)) continue;
        if (x->size > MOST_INPUT_BYTES) return proof_refuse(p, "a variable has a large input");
        const Input *y = fresh_input(p, (*n)++, x->size);
        model_bytes(m->model, x, bytes);
        given_add(m, y, bytes);
        substitution_set(p->fresh, x, value_of_input(m->pool, y));
    }
    return true;
}

static void set_byte(const Proof *p, uint64_t address, const Expr *e) {
    memory_set_symbolic(p->run->machine->memory, address, e);
}

static bool forget_variable(Proof *p, size_t number, uint32_t *n) {
    const Machine *m = p->run->machine;
    VisibleRange v = p->visible.data[number];
    if (memory_any_undefined(m->memory, v.start, v.end - v.start))
        return proof_refuse(p, "a variable was never written");
    if (p->variables.data[number].any) {
        const Input *y = fresh_input(p, (*n)++, (uint32_t)(v.end - v.start));
        for (uint64_t a = v.start; a < v.end; a++)
            set_byte(p, a, expr_read(m->pool, y, (uint32_t)(a - v.start)));
        return true;
    }
    for (uint64_t a = v.start; a < v.end; a++) {
        const Expr *e = memory_symbolic(m->memory, a);
        if (!e) continue;
        if (e->undefined) return proof_refuse(p, "a variable was never written");
        if (!replace_inputs(p, e, n)) return false;
        set_byte(p, a, substitution_apply(p->fresh, e));
    }
    return true;
}

/* Whether all inputs of an expression are replaced. */
static bool all_replaced(const Proof *p, const Expr *e) {
    const ExprInputs *in = expr_inputs(p->run->machine->pool, e);
    bool all = in->len > 0;
    for (uint32_t k = 0; k < in->len && all; k++) all = substitution_of(p->fresh, in->input[k]);
    return all;
}

/* Repeats what a constraint (or its negation) says about replaced inputs alone, part by part where
 * it is a conjunction. `old` constraints were there before. */
static void repeat_constraint(Proof *p, const Expr *e, bool negated, uint32_t old) {
    Machine *m = p->run->machine;
    if (e->op == EXPR_NOT) {
        repeat_constraint(p, e->kid[0], !negated, old);
    } else if (all_replaced(p, e)) {
        const Expr *fresh = substitution_apply(p->fresh, negated ? expr_not(m->pool, e) : e);
        bool is_known = false;
        for (uint32_t k = old; k < m->nconstraints && !is_known; k++)
            is_known = m->constraints.data[k].constraint == fresh;
        if (!is_known && !machine_constrain_always(m, fresh))
            proof_refuse(p, "a value of a variable cannot be forgotten");
    } else if (e->width == 1 && e->op == (negated ? EXPR_OR : EXPR_AND)) {
        repeat_constraint(p, e->kid[0], negated, old);
        repeat_constraint(p, e->kid[1], negated, old);
    }
}

/* Repeats what the path says about replaced inputs alone. */
static void repeat_constraints(Proof *p) {
    const Machine *m = p->run->machine;
    for (uint32_t k = 0, old = m->nconstraints; k < old; k++)
        repeat_constraint(p, m->constraints.data[k].constraint, false, old);
}

void proof_forget(Proof *p, const Action *a, bool section) {
    uint32_t n = 0;
    /* All inputs so far are rigid; or only the thread in its section takes steps. */
    if (p->run->machine->nthreads == 1 || p->alone >= 0) return;
    proof_begin_expressions(p);
    if (!has_to_forget(p, a, section)) return;
    p->forgets = true;
    substitution_begin(p->fresh);
    for (size_t k = 0; k < p->visible.len; k++)
        if (proof_counts(p, p->visible.data[k]) && !forget_variable(p, k, &n)) return;
    repeat_constraints(p);
}
