/* import.c — copies an expression of one pool into another, node by node and unsimplified. */
#include "base/tables/index.h"
#include "expr/pool.h"
#include <stdlib.h>

typedef struct Copied {
    const Expr *from, *to;
} Copied;

typedef struct Importer {
    ExprPool *pool;
    Index index; /* of `copied`, by address */
    VEC(Copied) copied;
} Importer;

static const Expr *import(Importer *m, const Expr *e) {
    uint64_t hash = hash_mix((uintptr_t)e);
    uint32_t known = index_find(&m->index, hash, n, m->copied.data[n].from == e);
    if (known != INDEX_NONE) return m->copied.data[known].to;
    ExprPool *p = m->pool;
    const Expr *to, *kid[3] = {0};
    switch ((ExprOp)e->op) {
    case EXPR_CONST: to = expr_node_const(p, e->width, e->value); break;
    case EXPR_READ:
        to = expr_read(p,
                       e->input->undefined ? expr_undefined(p, e->input->name, e->input->size)
                                           : expr_input(p, e->input->name, e->input->size),
                       e->index);
        break;
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
    Copied c = {e, to};
    index_add(&m->index, hash, (uint32_t)m->copied.len);
    vec_push(&m->copied, c);
    return to;
}

const Expr *expr_import(ExprPool *pool, const Expr *e) {
    Importer m = {.pool = pool};
    const Expr *to = import(&m, e);
    index_free(&m.index);
    vec_free(&m.copied);
    return to;
}
