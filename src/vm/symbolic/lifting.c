/* lifting.c — see lifting.h. */
#include "vm/symbolic/lifting.h"

static void lifting_note(Lifting *x, const Expr *condition) {
    if (expr_is_true(condition)) return;
    for (size_t k = 0; k < x->conditions.len; k++)
        if (x->conditions.data[k] == condition) return;
    vec_push(&x->conditions, condition);
}

Decision lifting_decide(Machine *m, Thread *t, const Expr *condition, bool anew) {
    Lifting *x = m->lifting;
    const Expr *actual = substitution_apply(x->actual, condition);
    Decision d;
    m->lifting = NULL;
    d = anew ? machine_decide_anew(m, t, actual) : machine_decide(m, t, actual);
    m->lifting = x;
    if (d == DECIDE_STOP) return d;
    if (!expr_is_const(actual) && actual == x->pending && !x->branch)
        x->branch = condition;
    else
        lifting_note(x, d == DECIDE_TRUE ? condition : expr_not(m->pool, condition));
    return d;
}

bool lifting_concretise(Machine *m, Thread *t, const Expr *e, uint64_t *value) {
    Lifting *x = m->lifting;
    const Expr *actual = substitution_apply(x->actual, e);
    if (!expr_is_const(actual)) {
        /* A choice of values consists of branches of its own, which are not followed in symbols. */
        x->failed = true;
        machine_stop_thread(m, t);
        return false;
    }
    *value = (uint64_t)actual->value;
    lifting_note(x, expr_eq(m->pool, e, expr_const(m->pool, e->width, actual->value)));
    return true;
}

void lifting_pin(Machine *m, uint64_t address, uint64_t size) {
    Lifting *x = m->lifting;
    Memory *mem = m->memory;
    if (address >= MEMORY_LIMIT || size > MEMORY_LIMIT - address) return;
    for (uint64_t a = address; a < address + size; a++) {
        const Expr *e = memory_symbolic(mem, a);
        if (!e) continue;
        const Expr *actual = substitution_apply(x->actual, e);
        if (!expr_is_const(actual)) {
            x->failed = true;
            continue;
        }
        lifting_note(x, expr_eq(m->pool, e, actual));
        memory_set_symbolic(mem, a, NULL);
        mem->base[a] = (uint8_t)actual->value;
    }
}
