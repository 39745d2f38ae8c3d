/* given.c — see given.h. */
#include "vm/symbolic/given.h"
#include "expr/substitute.h"

void given_add(Machine *m, const Input *input, const uint8_t *bytes) {
    Model *model = model_with(m->model, input, bytes);
    trail_save(m->memory, &m->model, sizeof m->model);
    m->model = model;
    vec_push(&m->models, model);
}

const Expr *given_value(Machine *m, const Expr *e) {
    if (!m->options.given_symbolic || expr_is_const(e)) return e;
    if (!e->undefined) return expr_const(m->pool, e->width, expr_eval(m->pool, e, m->model));
    if (!m->given_values) m->given_values = substitution_new(m->pool);
    substitution_begin_with(m->given_values, m->model);
    return substitution_apply(m->given_values, e);
}
