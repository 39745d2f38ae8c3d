/*
 * eval.c — the concrete meaning of operations, and the evaluator. It is iterative and memoised by
 * expression id, so a DAG costs its number of nodes, whatever its depth, and a second evaluation
 * under the same model costs nothing.
 */
#include "expr/pool.h"
#include <stdlib.h>

static u128 fold_signed_div(ExprOp op, unsigned w, u128 a, u128 b) {
    i128 x = bits_signed(a, w), y = bits_signed(b, w);
    if (y == 0) return op == EXPR_SREM ? a : x < 0 ? 1 : bits_ones(w);
    /* Divides magnitudes: that of the smallest number fits an unsigned value, so nothing
     * overflows. */
    u128 p = x < 0 ? -(u128)x : (u128)x, q = y < 0 ? -(u128)y : (u128)y;
    if (op == EXPR_SREM) return (x < 0 ? -(p % q) : p % q) & bits_ones(w);
    return ((x < 0) != (y < 0) ? -(p / q) : p / q) & bits_ones(w);
}

u128 expr_fold_binary(ExprOp op, unsigned w, u128 a, u128 b) {
    u128 ones = bits_ones(w);
    switch (op) {
    case EXPR_ADD: return (a + b) & ones;
    case EXPR_SUB: return (a - b) & ones;
    case EXPR_MUL: return (a * b) & ones;
    case EXPR_UDIV: return b ? a / b : ones;
    case EXPR_UREM: return b ? a % b : a;
    case EXPR_SDIV:
    case EXPR_SREM: return fold_signed_div(op, w, a, b);
    case EXPR_AND: return a & b;
    case EXPR_OR: return a | b;
    case EXPR_XOR: return a ^ b;
    case EXPR_SHL: return b >= w ? 0 : (a << (unsigned)b) & ones;
    case EXPR_LSHR: return b >= w ? 0 : a >> (unsigned)b;
    case EXPR_ASHR: return (u128)(bits_signed(a, w) >> (b >= w ? w - 1 : (unsigned)b)) & ones;
    case EXPR_EQ: return a == b;
    case EXPR_ULT: return a < b;
    case EXPR_ULE: return a <= b;
    case EXPR_SLT: return bits_signed(a, w) < bits_signed(b, w);
    case EXPR_SLE: return bits_signed(a, w) <= bits_signed(b, w);
    default: base_fatal("operation %d is not binary", (int)op);
    }
}

void expr_memo_free(EvalMemo *memo) {
    model_unref(memo->model);
    free(memo->value);
    free(memo->stamp);
}

static void memo_prepare(EvalMemo *memo, const Model *model, const ExprPool *p) {
    if (memo->cap < p->nodes.len) {
        size_t cap = MAX(p->nodes.len + p->nodes.len / 2, (size_t)1024);
        memo->value = xrealloc(memo->value, cap * sizeof(*memo->value));
        memo->stamp = xrealloc(memo->stamp, cap * sizeof(*memo->stamp));
        memset(memo->stamp + memo->cap, 0, (cap - memo->cap) * sizeof(*memo->stamp));
        memo->cap = cap;
    }
    if (memo->used && memo->model == model)
        return; /* the reference that is held makes the address unique */
    Model *own = model_ref(model);
    model_unref(memo->model);
    memo->model = own;
    memo->used = true;
    if (++memo->generation == 0) {
        memset(memo->stamp, 0, memo->cap * sizeof(*memo->stamp));
        memo->generation = 1;
    }
}

static inline bool known(const EvalMemo *memo, const Expr *e, u128 *value) {
    if (e->op == EXPR_CONST) {
        *value = e->value;
        return true;
    }
    if (memo->stamp[e->id] == memo->generation) {
        *value = memo->value[e->id];
        return true;
    }
    if (e->op == EXPR_READ) {
        *value = model_byte(memo->model, e->input, e->index);
        return true;
    }
    return false;
}

/* The same as eval_step for an operation of floating point. */
static const Expr *eval_float(const EvalMemo *memo, const Expr *e, u128 *value) {
    u128 operand[3] = {0};
    for (unsigned k = 0; k < expr_kid_count(e); k++)
        if (!known(memo, e->kid[k], &operand[k])) return e->kid[k];
    *value = expr_fold_float((ExprOp)e->op, e->width, e->kid[0]->width, operand);
    return NULL;
}

/* Returns the expression whose value is missing for `e`, or NULL with the value of `e`. Arms that
 * are not taken are not evaluated. */
static const Expr *eval_step(const EvalMemo *memo, const Expr *e, u128 *value) {
    u128 a, b;
    if (!known(memo, e->kid[0], &a)) return e->kid[0];
    switch ((ExprOp)e->op) {
    case EXPR_NOT: *value = ~a & bits_ones(e->width); return NULL;
    case EXPR_ZEXT: *value = a; return NULL;
    case EXPR_SEXT:
        *value = (u128)bits_signed(a, e->kid[0]->width) & bits_ones(e->width);
        return NULL;
    case EXPR_EXTRACT: *value = (a >> e->index) & bits_ones(e->width); return NULL;
    case EXPR_ITE: {
        const Expr *arm = a ? e->kid[1] : e->kid[2];
        return known(memo, arm, value) ? NULL : arm;
    }
    case EXPR_TABLE: {
        const Expr *byte = e->table->byte[a < e->table->len ? (uint32_t)a : e->table->len - 1];
        return known(memo, byte, value) ? NULL : byte;
    }
    default: break;
    }
    if (expr_is_float((ExprOp)e->op)) return eval_float(memo, e, value);
    if (!known(memo, e->kid[1], &b)) return e->kid[1];
    if (e->op == EXPR_CONCAT)
        *value = a << e->kid[1]->width | b;
    else
        *value = expr_fold_binary((ExprOp)e->op, e->kid[0]->width, a, b);
    return NULL;
}

static u128 eval(ExprPool *p, EvalMemo *memo, const Expr *e, const Model *model) {
    u128 value = 0;
    if (e->op == EXPR_CONST) return e->value;
    if (e->op == EXPR_READ) return model_byte(model, e->input, e->index);
    memo_prepare(memo, model, p);
    if (known(memo, e, &value)) return value;
    size_t base = p->stack.len;
    uint64_t nodes = 0;
    vec_push(&p->stack, e);
    while (p->stack.len > base) {
        const Expr *top = vec_last(&p->stack);
        const Expr *missing = eval_step(memo, top, &value);
        if (missing) {
            vec_push(&p->stack, missing);
            continue;
        }
        memo->value[top->id] = value;
        memo->stamp[top->id] = memo->generation;
        p->stack.len--;
        nodes++;
    }
    p->nodes_evaluated += nodes;
    return value;
}

u128 expr_eval(ExprPool *p, const Expr *e, const Model *model) {
    p->evaluations++;
    return eval(p, &p->main, e, model);
}

u128 expr_eval_trial(ExprPool *p, const Expr *e, const Model *model) {
    p->evaluations++;
    return eval(p, &p->trial, e, model);
}

uint64_t expr_pool_evaluations(const ExprPool *p) { return p->evaluations; }
uint64_t expr_pool_nodes_evaluated(const ExprPool *p) { return p->nodes_evaluated; }
