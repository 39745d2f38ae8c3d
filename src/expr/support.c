/*
 * support.c — the input bytes that an expression depends on: exact by whole inputs, coarse by bytes
 * (for slicing), exact by bytes (for reading a model back). Sets are cached by expression id and
 * shared between nodes.
 */
#include "expr/pool.h"
#include <stdlib.h>

static const ExprSupport no_support = {0};

static const ExprSupport *support_union(ExprPool *p, const ExprSupport *a, const ExprSupport *b) {
    if (a == b || b->len == 0) return a;
    if (a->len == 0) return b;
    uint32_t n = 0;
    bool is_a = true, is_b = true; /* the union equals a (b) so far */
    for (uint32_t i = 0, j = 0; i < a->len || j < b->len; n++) {
        if (j == b->len || (i < a->len && a->part[i].input < b->part[j].input)) {
            is_b = false;
            i++;
        } else if (i == a->len || b->part[j].input < a->part[i].input) {
            is_a = false;
            j++;
        } else {
            uint64_t both = a->part[i].mask | b->part[j].mask;
            is_a &= both == a->part[i++].mask;
            is_b &= both == b->part[j++].mask;
        }
    }
    if (is_a) return a;
    if (is_b) return b;
    ExprSupport *s = arena_alloc(p->arena, sizeof(*s) + n * sizeof(s->part[0]));
    s->len = n;
    for (uint32_t i = 0, j = 0, k = 0; k < n; k++) {
        if (j == b->len || (i < a->len && a->part[i].input < b->part[j].input)) {
            s->part[k] = a->part[i++];
        } else if (i == a->len || b->part[j].input < a->part[i].input) {
            s->part[k] = b->part[j++];
        } else {
            s->part[k] = a->part[i++];
            s->part[k].mask |= b->part[j++].mask;
        }
    }
    return s;
}

/* Returns the cached support, or NULL if it is not yet computed. */
static const ExprSupport *support_known(ExprPool *p, const Expr *e) {
    if (e->op == EXPR_CONST) return &no_support;
    if (p->support[e->id]) return p->support[e->id];
    if (e->op != EXPR_READ) return NULL;
    ExprSupport *s = arena_alloc(p->arena, sizeof(*s) + sizeof(s->part[0]));
    s->len = 1;
    s->part[0].input = e->input->id;
    s->part[0].mask = (uint64_t)1 << (e->index % 64);
    return p->support[e->id] = s;
}

static void *grown(void *array, size_t *cap, size_t need, size_t elem) {
    if (need <= *cap) return array;
    size_t n = MAX(need + need / 2, (size_t)1024);
    char *fresh = xrealloc(array, n * elem);
    memset(fresh + *cap * elem, 0, (n - *cap) * elem);
    *cap = n;
    return fresh;
}

const ExprSupport *expr_support(ExprPool *p, const Expr *e) {
    p->support = grown(p->support, &p->support_cap, p->nodes.len, sizeof(*p->support));
    const ExprSupport *s = support_known(p, e);
    if (s) return s;
    size_t base = p->stack.len;
    vec_push(&p->stack, e);
    while (p->stack.len > base) {
        const Expr *top = vec_last(&p->stack);
        size_t before = p->stack.len;
        const ExprSupport *all = &no_support;
        unsigned kids = expr_kid_count(top);
        uint32_t bytes = top->op == EXPR_TABLE ? top->table->len : 0;
        for (uint32_t i = 0; i < kids + bytes; i++) {
            const Expr *kid = i < kids ? top->kid[i] : top->table->byte[i - kids];
            s = support_known(p, kid);
            if (!s)
                vec_push(&p->stack, kid);
            else if (p->stack.len == before)
                all = support_union(p, all, s);
        }
        if (p->stack.len > before) continue;
        p->support[top->id] = all;
        p->stack.len--;
    }
    return p->support[e->id];
}

bool expr_connected(ExprPool *p, const Expr *a, const Expr *b) {
    const ExprSupport *x = expr_support(p, a), *y = expr_support(p, b);
    for (uint32_t i = 0, j = 0; i < x->len && j < y->len;) {
        if (x->part[i].input < y->part[j].input)
            i++;
        else if (y->part[j].input < x->part[i].input)
            j++;
        else if (x->part[i++].mask & y->part[j++].mask)
            return true;
    }
    return false;
}

const ExprInputs *expr_inputs(ExprPool *p, const Expr *e) {
    p->inputs_of = grown(p->inputs_of, &p->inputs_cap, p->nodes.len, sizeof(*p->inputs_of));
    if (p->inputs_of[e->id]) return p->inputs_of[e->id];
    const ExprSupport *s = expr_support(p, e);
    ExprInputs *in = arena_alloc(p->arena, sizeof(*in) + s->len * sizeof(in->input[0]));
    in->len = s->len;
    for (uint32_t i = 0; i < s->len; i++) in->input[i] = p->inputs.data[s->part[i].input];
    return p->inputs_of[e->id] = in;
}

void expr_reads(ExprPool *p, const Expr *e, bool first, const Expr ***out, size_t *len,
                size_t *cap) {
    p->visited = grown(p->visited, &p->visited_cap, p->nodes.len, sizeof(*p->visited));
    if (first && ++p->visit == 0) {
        memset(p->visited, 0, p->visited_cap * sizeof(*p->visited));
        p->visit = 1;
    }
    if (p->visit == 0) p->visit = 1;
    size_t base = p->stack.len;
    vec_push(&p->stack, e);
    while (p->stack.len > base) {
        const Expr *top = vec_pop(&p->stack);
        if (p->visited[top->id] == p->visit) continue;
        p->visited[top->id] = p->visit;
        if (top->op == EXPR_READ) {
            if (*len == *cap) vec_grow_((void **)out, cap, *len + 1, sizeof(**out));
            (*out)[(*len)++] = top;
        }
        for (unsigned i = 0, n = expr_kid_count(top); i < n; i++) vec_push(&p->stack, top->kid[i]);
        if (top->op == EXPR_TABLE)
            for (uint32_t i = 0; i < top->table->len; i++) vec_push(&p->stack, top->table->byte[i]);
    }
}
