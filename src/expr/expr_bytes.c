/* expr_bytes.c — see expr_bytes.h. import.c does the same within one process. */
#include "expr/expr_bytes.h"
#include "expr/pool.h"
#include <stdlib.h>

#define MOST_TABLE 65536 /* entries of a table */

static void expr_put_node(ExprWriter *w, const Expr *e) {
    uint32_t kid[3] = {0};
    Wire *out = &w->nodes;
    VEC(uint32_t) bytes = {0};
    for (unsigned k = 0; k < expr_kid_count(e); k++) kid[k] = expr_writer_number(w, e->kid[k]);
    if (e->op == EXPR_TABLE)
        for (uint32_t k = 0; k < e->table->len; k++)
            vec_push(&bytes, expr_writer_number(w, e->table->byte[k]));
    wire_put_8(out, e->op);
    wire_put_8(out, e->width);
    if (e->op == EXPR_CONST) {
        wire_put_64(out, (uint64_t)e->value);
        wire_put_64(out, (uint64_t)(e->value >> 64));
    } else if (e->op == EXPR_READ) {
        wire_put_8(out, e->input->undefined);
        wire_put_text(out, e->input->name);
        wire_put_32(out, e->input->size);
        wire_put_32(out, e->index);
    } else {
        for (unsigned k = 0; k < expr_kid_count(e); k++) wire_put_32(out, kid[k]);
        if (e->op == EXPR_EXTRACT) wire_put_32(out, e->index);
    }
    if (e->op == EXPR_TABLE) {
        wire_put_32(out, (uint32_t)bytes.len);
        wire_put(out, bytes.data, bytes.len * sizeof *bytes.data);
    }
    vec_free(&bytes);
}

uint32_t expr_writer_number(ExprWriter *w, const Expr *e) {
    uint64_t hash = hash_mix((uintptr_t)e);
    uint32_t known = index_find(&w->index, hash, n, w->written.data[n] == e);
    if (known != INDEX_NONE) return known;
    expr_put_node(w, e);
    index_add(&w->index, hash, (uint32_t)w->written.len);
    vec_push(&w->written, e);
    return (uint32_t)w->written.len - 1;
}

void expr_writer_put(const ExprWriter *w, Wire *out) {
    wire_put_32(out, (uint32_t)w->written.len);
    wire_put(out, w->nodes.data, w->nodes.len);
}

void expr_writer_free(ExprWriter *w) {
    vec_free(&w->nodes);
    index_free(&w->index);
    vec_free(&w->written);
}

/* --- reading ---------------------------------------------------------------------------------- */

static const Expr *expr_get_read(WireReader *r, ExprPool *pool) {
    bool undefined = wire_get_8(r);
    char *name = wire_get_text(r);
    uint32_t size = wire_get_32(r), index = wire_get_32(r);
    const Expr *e = NULL;
    bool fine = !r->wrong && index < size && *name;
    if (fine)
        e = expr_read(pool,
                      undefined ? expr_undefined(pool, name, size) : expr_input(pool, name, size),
                      index);
    free(name);
    return e;
}

static const Expr *expr_get_operand(WireReader *r, const ExprList *known) {
    uint32_t n = wire_get_32(r);
    return n < known->len && !r->wrong ? known->data[n] : NULL;
}

static const Expr *expr_get_table(WireReader *r, ExprPool *pool, const ExprList *known) {
    const Expr *index = expr_get_operand(r, known);
    uint32_t n = wire_get_count(r, sizeof n);
    bool fine = index && n && n <= MOST_TABLE;
    const Expr **bytes = xcalloc(n + 1, sizeof *bytes), *e = NULL;
    for (uint32_t k = 0; k < n; k++) {
        bytes[k] = expr_get_operand(r, known);
        fine = fine && bytes[k] && bytes[k]->width == 8;
    }
    if (fine) e = expr_node_table(pool, index, expr_intern_table(pool, bytes, n));
    free(bytes);
    return e;
}

/* Whether the widths of operands make a result of this width. */
static bool expr_widths_fit(ExprOp op, unsigned width, const Expr *const kid[3], uint32_t index) {
    const Expr *a = kid[0], *b = kid[1];
    if (expr_is_float(op)) return expr_float_fits(op, width, kid);
    switch (op) {
    case EXPR_NOT: return a->width == width;
    case EXPR_ZEXT:
    case EXPR_SEXT: return a->width < width;
    case EXPR_EXTRACT: return index < a->width && width <= a->width - index;
    case EXPR_CONCAT: return a->width + b->width == width;
    case EXPR_ITE: return a->width == 1 && b->width == width && kid[2]->width == width;
    case EXPR_EQ:
    case EXPR_ULT:
    case EXPR_ULE:
    case EXPR_SLT:
    case EXPR_SLE: return width == 1 && a->width == b->width;
    default: return a->width == width && b->width == width;
    }
}

static const Expr *expr_get_operation(WireReader *r, ExprPool *pool, ExprOp op, unsigned width,
                                      const ExprList *known) {
    const Expr shape = {.op = (uint8_t)op}, *kid[3] = {0};
    bool fine = true;
    for (unsigned k = 0; k < expr_kid_count(&shape); k++)
        fine = (kid[k] = expr_get_operand(r, known)) && fine;
    uint32_t index = op == EXPR_EXTRACT ? wire_get_32(r) : 0;
    if (!fine || r->wrong || !expr_widths_fit(op, width, kid, index)) return NULL;
    return op == EXPR_EXTRACT ? expr_node_extract(pool, kid[0], index, width)
                              : expr_node(pool, op, width, kid[0], kid[1], kid[2]);
}

static const Expr *expr_get_node(WireReader *r, ExprPool *pool, const ExprList *known) {
    uint8_t op = wire_get_8(r), width = wire_get_8(r);
    if (r->wrong || op >= EXPR_OP_COUNT || !width || width > 128) return NULL;
    if (op == EXPR_CONST) {
        u128 low = wire_get_64(r), high = wire_get_64(r), value = high << 64 | low;
        return value & ~bits_ones(width) ? NULL : expr_node_const(pool, width, value);
    }
    if ((op == EXPR_READ || op == EXPR_TABLE) && width != 8) return NULL;
    if (op == EXPR_READ) return expr_get_read(r, pool);
    if (op == EXPR_TABLE) return expr_get_table(r, pool, known);
    return expr_get_operation(r, pool, (ExprOp)op, width, known);
}

void expr_list_get(WireReader *r, ExprPool *pool, ExprList *out) {
    uint32_t n = wire_get_count(r, 2);
    for (uint32_t k = 0; k < n && !r->wrong; k++) {
        const Expr *e = expr_get_node(r, pool, out);
        if (!e) r->wrong = true;
        vec_push(out, e);
    }
}
