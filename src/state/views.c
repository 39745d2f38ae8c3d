/* views.c — see views.h. */
#include "state/views.h"
#include <stdlib.h>

#define MOST_BYTES 16 /* of an input that is looked at */

typedef struct Seen {
    uint32_t epoch;
    bool several; /* it is referred to otherwise, too */
    const Expr *view;
} Seen;

struct Views {
    ExprPool *pool;
    Substitution *substitution;
    uint32_t epoch;
    VEC(uint32_t) visited; /* by id of the expression: the epoch in which it was */
    VEC(Seen) seen;        /* by id of the input */
    VEC(const Input *) inputs;
    VEC(const Expr *) open;
    VEC(bool) grouped; /* by piece: it is a byte of a value that was looked at as a whole */
};

Views *views_new(ExprPool *pool) {
    Views *v = xcalloc(1, sizeof *v);
    v->pool = pool;
    v->substitution = substitution_new(pool);
    return v;
}

void views_free(Views *v) {
    if (!v) return;
    substitution_free(v->substitution);
    vec_free(&v->visited);
    vec_free(&v->seen);
    vec_free(&v->inputs);
    vec_free(&v->open);
    vec_free(&v->grouped);
    free(v);
}

/* The input of which the expression is all bytes in order, or NULL. */
static const Input *whole_input(Views *v, const Expr *e) {
    const Expr *low = e;
    while (low->op == EXPR_CONCAT) low = low->kid[1];
    if (low->op != EXPR_READ || low->index || low->input->size > MOST_BYTES ||
        low->input->size * 8 != e->width)
        return NULL;
    return expr_read_le(v->pool, low->input, 0, low->input->size) == e ? low->input : NULL;
}

/* Of an operation that has an inverse for each value of its constant operand: the other operand;
 * else NULL. */
static const Expr *view_operand(const Expr *e, const Expr **constant) {
    *constant = NULL;
    switch ((ExprOp)e->op) {
    case EXPR_NOT: return e->width > 1 ? e->kid[0] : NULL;
    case EXPR_ADD:
    case EXPR_XOR:
    case EXPR_SUB:
    case EXPR_MUL: break;
    default: return NULL;
    }
    bool first = expr_is_const(e->kid[0]);
    *constant = e->kid[!first];
    if (!expr_is_const(*constant) || (e->op == EXPR_MUL && !((*constant)->value & 1))) return NULL;
    return e->kid[first];
}

/* The input that the expression is one to one with, or NULL. */
static const Input *viewed(Views *v, const Expr *e) {
    const Expr *constant;
    for (const Expr *x; (x = view_operand(e, &constant));) e = x;
    return whole_input(v, e);
}

static void note_view(Views *v, const Input *input, const Expr *view) {
    Seen none = {0};
    while (v->seen.len <= input->id) vec_push(&v->seen, none);
    Seen *s = &v->seen.data[input->id];
    if (s->epoch != v->epoch) {
        *s = (Seen){v->epoch, false, view};
        vec_push(&v->inputs, input);
    }
    s->several |= !view || s->view != view || input->undefined;
}

static void note_views(Views *v, const Expr *top) {
    vec_push(&v->open, top);
    while (v->open.len) {
        const Expr *e = vec_pop(&v->open);
        while (v->visited.len <= e->id) vec_push(&v->visited, 0u);
        if (e->op == EXPR_CONST || v->visited.data[e->id] == v->epoch) continue;
        v->visited.data[e->id] = v->epoch;
        const Input *input = viewed(v, e);
        if (input || e->op == EXPR_READ) {
            note_view(v, input ? input : e->input, input ? e : NULL);
            continue;
        }
        for (int k = 0; k < 3 && e->kid[k]; k++) vec_push(&v->open, e->kid[k]);
        for (uint32_t k = 0; e->op == EXPR_TABLE && k < e->table->len; k++)
            vec_push(&v->open, e->table->byte[k]);
    }
}

/* What is left of a value where only some of its bits are stored, or more. */
static const Expr *stripped(const Expr *e) {
    while (e->op == EXPR_ZEXT || e->op == EXPR_SEXT || e->op == EXPR_EXTRACT) e = e->kid[0];
    return e;
}

/* Whether the value whose part is at `k` lies there with all of its bytes, which are then
 * marked. */
static bool lies_whole(Views *v, const SymbolicPiece *p, size_t n, size_t k, const Expr *whole) {
    size_t size = whole->width / 8, first = p[k].value->index / 8;
    if (first > k || k - first + size > n) return false;
    p += k - first;
    for (size_t i = 0; i < size; i++)
        if (p[i].where != p[0].where + i || p[i].count != 1 ||
            p[i].value != expr_extract(v->pool, whole, (unsigned)(8 * i), 8))
            return false;
    for (size_t i = 0; i < size; i++) {
        /* Each byte of memory is part of one value that lies there. */
        invariant(!v->grouped.data[k - first + i]);
        v->grouped.data[k - first + i] = true;
    }
    return true;
}

/* Notes what the state refers to. False: no value in it is worth looking at. */
static bool views_look(Views *v, const SymbolicPiece *p, size_t n) {
    bool any = false;
    for (size_t k = 0; k < n && !any; k++) {
        const Expr *e = stripped(p[k].value), *constant;
        any = view_operand(e, &constant) && viewed(v, e);
    }
    if (!any) return false;
    v->epoch++;
    v->inputs.len = v->grouped.len = 0;
    for (size_t k = 0; k < n; k++) vec_push(&v->grouped, false);
    for (size_t k = 0; k < n; k++) {
        const Expr *e = p[k].value;
        if (v->grouped.data[k] || e->op != EXPR_EXTRACT || e->width != 8 || !viewed(v, e->kid[0]))
            continue;
        if (lies_whole(v, p, n, k, e->kid[0])) note_views(v, e->kid[0]);
    }
    for (size_t k = 0; k < n; k++)
        if (!v->grouped.data[k]) note_views(v, p[k].value);
    return true;
}

/* The number whose product with an odd one is 1, modulo a power of two. */
static u128 reciprocal(u128 odd) {
    u128 x = odd; /* three bits are right, and each round doubles them */
    for (int k = 0; k < 6; k++) x *= 2 - odd * x;
    invariant(odd * x == 1);
    return x;
}

/* What an input is where its view has the value that the input itself has. */
static const Expr *view_inverse(Views *v, const Expr *view, const Expr *value) {
    ExprPool *p = v->pool;
    const Expr *constant;
    for (const Expr *x; (x = view_operand(view, &constant)); view = x) {
        switch ((ExprOp)view->op) {
        case EXPR_ADD: value = expr_binary(p, EXPR_SUB, value, constant); break;
        case EXPR_XOR: value = expr_binary(p, EXPR_XOR, value, constant); break;
        case EXPR_SUB:
            value = view->kid[0] == constant ? expr_binary(p, EXPR_SUB, constant, value)
                                             : expr_binary(p, EXPR_ADD, value, constant);
            break;
        case EXPR_MUL:
            value = expr_binary(p, EXPR_MUL, value,
                                expr_const(p, view->width, reciprocal(constant->value)));
            break;
        default: value = expr_not(p, value);
        }
        /* Nothing on the way between a view and its input makes it narrower, or something would be
         * lost. */
        invariant(value->width == view->width);
    }
    return value;
}

bool views_replace(Views *v, SymbolicPiece *pieces, size_t n) {
    if (!views_look(v, pieces, n)) return false;
    substitution_begin(v->substitution);
    bool any = false;
    for (size_t k = 0; k < v->inputs.len; k++) {
        const Input *input = v->inputs.data[k];
        const Seen *s = &v->seen.data[input->id];
        const Expr *constant;
        if (s->several || !view_operand(s->view, &constant)) continue;
        /* The state knows nothing else of this input, and it is one of the program's. */
        invariant(s->epoch == v->epoch && s->view && viewed(v, s->view) == input &&
                  !input->undefined);
        substitution_set(v->substitution, input,
                         view_inverse(v, s->view, expr_read_le(v->pool, input, 0, input->size)));
        any = true;
    }
    /* The simplifier finds that what was done is undone; if it does not, nothing is won. */
    for (size_t k = 0; k < v->inputs.len && any; k++) {
        const Input *input = v->inputs.data[k];
        const Seen *s = &v->seen.data[input->id];
        if (s->several || !substitution_of(v->substitution, input)) continue;
        any = substitution_apply(v->substitution, s->view) ==
              expr_read_le(v->pool, input, 0, input->size);
    }
    for (size_t k = 0; k < n && any; k++) {
        const Expr *value = substitution_apply(v->substitution, pieces[k].value);
        invariant(value->width == pieces[k].value->width);
        pieces[k].value = value;
    }
    return any;
}

const Expr *views_rewrite(Views *v, const Expr *condition) {
    return substitution_apply(v->substitution, condition);
}
