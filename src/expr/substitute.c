/* substitute.c — replaces inputs in expressions by other expressions; the result is built anew and
 * simplified. */
#include "expr/pool.h"
#include "expr/substitute.h"
#include <stdlib.h>

typedef struct Known {
    uint32_t round;
    const Expr *to;
} Known;
typedef VEC(Known) KnownList; /* by id */

struct Substitution {
    ExprPool *pool;
    uint32_t round;
    KnownList inputs, results;
    bool by_model;
    const Model *model;
};

Substitution *substitution_new(ExprPool *pool) {
    Substitution *s = xcalloc(1, sizeof *s);
    s->pool = pool;
    s->round = 1;
    return s;
}

void substitution_free(Substitution *s) {
    if (!s) return;
    vec_free(&s->inputs);
    vec_free(&s->results);
    free(s);
}

void substitution_begin(Substitution *s) {
    s->round++;
    s->by_model = false;
}

void substitution_begin_with(Substitution *s, const Model *model) {
    s->round++;
    s->by_model = true;
    s->model = model;
}

static void remember_known(KnownList *v, uint32_t id, Known k) {
    if (id >= v->len) {
        size_t old = v->len, len = (size_t)id * 2 + 64;
        vec_reserve(v, len);
        memset(v->data + old, 0, (len - old) * sizeof *v->data);
        v->len = len;
    }
    v->data[id] = k;
}

void substitution_set(Substitution *s, const Input *input, const Expr *value) {
    remember_known(&s->inputs, input->id, (Known){s->round, value});
}

const Expr *substitution_of(const Substitution *s, const Input *input) {
    if (input->id >= s->inputs.len || s->inputs.data[input->id].round != s->round) return NULL;
    return s->inputs.data[input->id].to;
}

static const Expr *rebuild(Substitution *s, const Expr *e) {
    ExprPool *p = s->pool;
    const Expr *kid[3] = {0};
    if (e->op == EXPR_TABLE) {
        const Expr **bytes = xmalloc((e->table->len + 1) * sizeof *bytes);
        for (uint32_t k = 0; k < e->table->len; k++)
            bytes[k] = substitution_apply(s, e->table->byte[k]);
        const Expr *to = expr_table(p, substitution_apply(s, e->kid[0]), bytes, e->table->len);
        free(bytes);
        return to;
    }
    bool same = true;
    for (unsigned k = 0; k < expr_kid_count(e); k++) {
        kid[k] = substitution_apply(s, e->kid[k]);
        same &= kid[k] == e->kid[k];
    }
    if (same) return e;
    if (expr_is_float((ExprOp)e->op)) return expr_float(p, (ExprOp)e->op, e->width, kid);
    switch ((ExprOp)e->op) {
    case EXPR_NOT: return expr_not(p, kid[0]);
    case EXPR_ZEXT: return expr_zext(p, kid[0], e->width);
    case EXPR_SEXT: return expr_sext(p, kid[0], e->width);
    case EXPR_EXTRACT: return expr_extract(p, kid[0], e->index, e->width);
    case EXPR_CONCAT: return expr_concat(p, kid[0], kid[1]);
    case EXPR_ITE: return expr_ite(p, kid[0], kid[1], kid[2]);
    default: return expr_binary(p, (ExprOp)e->op, kid[0], kid[1]);
    }
}

static const Expr *substitute_byte(Substitution *s, const Expr *e) {
    const Expr *value = substitution_of(s, e->input);
    if (value) return expr_extract(s->pool, value, 8 * e->index, 8);
    if (!s->by_model || e->input->undefined) return e;
    return expr_const(s->pool, 8, model_byte(s->model, e->input, e->index));
}

const Expr *substitution_apply(Substitution *s, const Expr *e) {
    if (e->op == EXPR_CONST) return e;
    if (e->op == EXPR_READ) return substitute_byte(s, e);
    if (e->id < s->results.len && s->results.data[e->id].round == s->round)
        return s->results.data[e->id].to;
    const Expr *to = rebuild(s, e);
    remember_known(&s->results, e->id, (Known){s->round, to});
    return to;
}
