/* bytes.c — see bytes.h. */
#include "expr/bytes.h"
#include "expr/pool.h"
#include <stdlib.h>

/* Expressions of registers that are made of tables have a depth of 9. DEEPEST bounds the recursion.
 */
enum { DEEP = 24, DEEPEST = 2000 };

const Expr *expr_only_byte(const Expr *e) { return e->only == &expr_several ? NULL : e->only; }

void bytes_begin(ExprPool *p) {
    p->vector_round++;
    p->vectors.len = 0;
}

static bool vector_of(ExprPool *p, const Expr *e, uint32_t *at);

/* Returns the values of a vector; valid until the next vector is made. */
static uint64_t *vector_at(const ExprPool *p, uint32_t at) {
    return p->vectors.data + (size_t)at * BYTE_VALUES;
}

static bool table_vector(ExprPool *p, const Expr *e, uint32_t index, uint64_t *out) {
    const ExprTable *t = e->table;
    for (unsigned v = 0; v < BYTE_VALUES; v++) {
        uint64_t k = vector_at(p, index)[v];
        const Expr *byte = t->byte[MIN(k, (uint64_t)t->len - 1)];
        uint32_t at;
        if (!expr_is_const(byte) && !vector_of(p, byte, &at)) return false;
        out[v] = expr_is_const(byte) ? (uint64_t)byte->value : vector_at(p, at)[v];
    }
    return true;
}

/* The value of an operation but READ, CONST and TABLE. */
static uint64_t vector_operation(const Expr *e, const u128 x[3]) {
    unsigned from = e->kid[0]->width;
    ExprOp op = (ExprOp)e->op;
    switch (op) {
    case EXPR_NOT: return (uint64_t)(~x[0] & bits_ones(e->width));
    case EXPR_ZEXT: return (uint64_t)x[0];
    case EXPR_SEXT: return (uint64_t)((u128)bits_signed(x[0], from) & bits_ones(e->width));
    case EXPR_EXTRACT: return (uint64_t)((x[0] >> e->index) & bits_ones(e->width));
    case EXPR_CONCAT: return (uint64_t)(x[0] << e->kid[1]->width | x[1]);
    case EXPR_ITE: return (uint64_t)(x[0] ? x[1] : x[2]);
    default: break;
    }
    return (uint64_t)(expr_is_float(op) ? expr_fold_float(op, e->width, from, x)
                                        : expr_fold_binary(op, from, x[0], x[1]));
}

static bool compute_vector(ExprPool *p, const Expr *e, uint64_t *out) {
    if (e->op == EXPR_CONST || e->op == EXPR_READ) {
        for (unsigned v = 0; v < BYTE_VALUES; v++)
            out[v] = e->op == EXPR_READ ? v : (uint64_t)e->value;
        return true;
    }
    uint32_t at[3] = {0};
    unsigned n = expr_kid_count(e);
    for (unsigned k = 0; k < n; k++)
        if (!vector_of(p, e->kid[k], &at[k])) return false;
    if (e->op == EXPR_TABLE) return table_vector(p, e, at[0], out);
    for (unsigned v = 0; v < BYTE_VALUES; v++) {
        u128 x[3] = {0};
        for (unsigned k = 0; k < n; k++) x[k] = vector_at(p, at[k])[v];
        out[v] = vector_operation(e, x);
    }
    return true;
}

/* Computes the values of `e`, or finds them: *at is their place. */
static bool vector_of(ExprPool *p, const Expr *e, uint32_t *at) {
    if (e->width > 64 || e->depth > DEEPEST) return false;
    while (p->vector_of.len <= e->id) vec_push(&p->vector_of, (VectorPlace){0});
    VectorPlace *known = &p->vector_of.data[e->id];
    if (known->round == p->vector_round) {
        *at = known->at;
        return true;
    }
    uint64_t values[BYTE_VALUES];
    if (!compute_vector(p, e, values)) return false;
    *at = (uint32_t)(p->vectors.len / BYTE_VALUES);
    vec_reserve(&p->vectors, p->vectors.len + BYTE_VALUES);
    memcpy(p->vectors.data + p->vectors.len, values, sizeof values);
    p->vectors.len += BYTE_VALUES;
    p->vector_of.data[e->id] = (VectorPlace){p->vector_round, *at};
    return true;
}

bool bytes_values(ExprPool *p, const Expr *e, uint64_t values[BYTE_VALUES]) {
    uint32_t at;
    invariant(expr_only_byte(e));
    if (!vector_of(p, e, &at)) return false;
    memcpy(values, vector_at(p, at), BYTE_VALUES * sizeof *values);
    return true;
}

/* Returns bits 8 * lane to 8 * lane + 7 of the function. */
static const Expr *lane_expr(ExprPool *p, const Expr *byte, const uint64_t values[BYTE_VALUES],
                             unsigned lane) {
    const Expr *table[BYTE_VALUES];
    bool identity = true;
    for (unsigned v = 0; v < BYTE_VALUES; v++) {
        uint8_t value = (uint8_t)(values[v] >> (8 * lane));
        identity &= value == v;
        table[v] = expr_const(p, 8, value);
    }
    return identity ? byte : expr_table(p, byte, table, BYTE_VALUES);
}

const Expr *bytes_expr(ExprPool *p, const Expr *byte, const uint64_t values[BYTE_VALUES],
                       unsigned width) {
    const Expr *e = NULL;
    for (unsigned lane = 0; 8 * lane < width; lane++) {
        const Expr *part = lane_expr(p, byte, values, lane);
        e = e ? expr_concat(p, part, e) : part;
    }
    return expr_trunc(p, e, width);
}

const Expr *bytes_flatten(ExprPool *p, const Expr *e) {
    uint64_t values[BYTE_VALUES];
    const Expr *byte = expr_only_byte(e);
    if (e->depth < DEEP || !byte || !p->simplify) return e;
    bytes_begin(p);
    return bytes_values(p, e, values) ? bytes_expr(p, byte, values, e->width) : e;
}
