/* import.c — takes an expression of one pool over into another, node by node and unsimplified. */
#include "expr/internal.h"
#include <stdlib.h>

typedef struct Copied {
    const Expr *from, *to;
} Copied;

typedef struct Importer {
    ExprPool *pool;
    Copied *map; /* open addressing by address */
    size_t cap, len;
} Importer;

static Copied *place_of(Importer *m, const Expr *e) {
    if ((m->len + 1) * 2 > m->cap) {
        Importer n = {m->pool, xcalloc(m->cap ? m->cap * 2 : 256, sizeof *m->map), m->cap ? m->cap * 2 : 256,
                      m->len};
        for (size_t k = 0; k < m->cap; k++)
            if (m->map[k].from) *place_of(&n, m->map[k].from) = m->map[k];
        free(m->map);
        *m = n;
    }
    size_t i = hash_mix((uintptr_t)e) & (m->cap - 1);
    while (m->map[i].from && m->map[i].from != e) i = (i + 1) & (m->cap - 1);
    return &m->map[i];
}

static const Expr *import(Importer *m, const Expr *e) {
    Copied *known = place_of(m, e);
    if (known->from) return known->to;
    ExprPool *p = m->pool;
    const Expr *to, *kid[3] = {0};
    switch ((ExprOp)e->op) {
    case EXPR_CONST: to = expr_node_const(p, e->width, e->value); break;
    case EXPR_READ: to = expr_read(p, expr_input(p, e->input->name, e->input->size), e->index); break;
    case EXPR_TABLE: {
        const Expr **bytes = xmalloc((e->table->len + 1) * sizeof *bytes);
        for (uint32_t k = 0; k < e->table->len; k++) bytes[k] = import(m, e->table->byte[k]);
        to = expr_node_table(p, import(m, e->kid[0]), expr_intern_table(p, bytes, e->table->len));
        free(bytes);
        break;
    }
    default:
        for (unsigned k = 0; k < expr_kid_count(e); k++) kid[k] = import(m, e->kid[k]);
        to = e->op == EXPR_EXTRACT ? expr_node_extract(p, kid[0], e->index, e->width)
                                   : expr_node(p, e->op, e->width, kid[0], kid[1], kid[2]);
    }
    *place_of(m, e) = (Copied){e, to};
    m->len++;
    return to;
}

const Expr *expr_import(ExprPool *pool, const Expr *e) {
    Importer m = {.pool = pool};
    const Expr *to = import(&m, e);
    free(m.map);
    return to;
}
