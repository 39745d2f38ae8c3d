/*
 * build.c — the constructors: every expression is simplified while it is built, by the rules in
 * rules_*.c.
 *
 * Termination and linear time: a rule builds only expressions that are smaller, narrower or nearer
 * to a normal form. In the normal form constants are on the right and outermost, comparisons are
 * EQ, ULT and SLT with constants, and zext and sext are outside of concat. Concat leans to the
 * right, and shifts by constants are extract and concat. Some rules look into operands of unknown
 * size, such as an extract pushed through arithmetic. They spend `fuel`, which each public call
 * refills, so no call walks the DAG. Operands of commutative operations are ordered by structural
 * hash, so that the result does not depend on the order of creation.
 *
 * A value stored byte by byte and loaded again must become the same pointer. Therefore extract
 * leaves most operations alone. Where it does simplify, concat recognises a part by taking it out
 * of the whole again (merge_parts).
 */
#include "expr/rules/rules.h"

static const Expr *fold(ExprPool *p, ExprOp op, const Expr *a, const Expr *b) {
    unsigned w = a->width;
    return num(p, op >= EXPR_EQ && op <= EXPR_SLE ? 1 : w,
               expr_fold_binary(op, w, a->value, b->value));
}

const Expr *build_binary(ExprPool *p, ExprOp op, const Expr *a, const Expr *b) {
    assert(a->width == b->width);
    if (is_const(a)) {
        if (is_const(b)) return fold(p, op, a, b);
        switch (op) {
        case EXPR_ADD:
        case EXPR_MUL:
        case EXPR_AND:
        case EXPR_OR:
        case EXPR_XOR:
        case EXPR_EQ: {
            const Expr *t = a;
            a = b;
            b = t;
            break;
        }
        default: break;
        }
    }
    switch (op) {
    case EXPR_ADD: return add_rules(p, a, b);
    case EXPR_SUB: return sub_rules(p, a, b);
    case EXPR_MUL: return mul_rules(p, a, b);
    case EXPR_UDIV:
    case EXPR_UREM: return unsigned_division_rules(p, op, a, b);
    case EXPR_SDIV:
    case EXPR_SREM: return signed_division_rules(p, op, a, b);
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_XOR: return bitwise_rules(p, op, a, b);
    case EXPR_SHL:
    case EXPR_LSHR:
    case EXPR_ASHR: return shift_rules(p, op, a, b);
    case EXPR_EQ: return eq_rules(p, a, b);
    case EXPR_ULT:
    case EXPR_SLT: return less_rules(p, op, a, b);
    case EXPR_ULE:
    case EXPR_SLE: return less_or_equal_rules(p, op, a, b);
    default: base_fatal("operation %d is not binary", (int)op);
    }
}

/* Public constructors: refill the fuel, or build the plain node. */

const Expr *expr_const(ExprPool *p, unsigned width, u128 value) { return num(p, width, value); }

const Expr *expr_bool(ExprPool *p, bool value) { return boolean(p, value); }

static void check_widths(const Expr *a, const Expr *b) {
    if (unlikely(a->width != b->width))
        base_fatal("operands of %u and %u bits", a->width, b->width);
}

const Expr *expr_binary(ExprPool *p, ExprOp op, const Expr *a, const Expr *b) {
    check_widths(a, b);
    if (op < EXPR_ADD || op > EXPR_SLE) base_fatal("operation %d is not binary", (int)op);
    if (!p->simplify) return node2(p, op, op >= EXPR_EQ ? 1 : a->width, a, b);
    p->fuel = FUEL;
    return build_binary(p, op, a, b);
}

const Expr *expr_not(ExprPool *p, const Expr *a) {
    if (!p->simplify) return expr_node(p, EXPR_NOT, a->width, a, NULL, NULL);
    /* Conditions of the path are negated again and again. */
    while (a->width == 1 && p->negations.len <= a->id) vec_push(&p->negations, NULL);
    if (a->width == 1 && p->negations.data[a->id]) return p->negations.data[a->id];
    p->fuel = FUEL;
    const Expr *e = build_not(p, a);
    if (a->width == 1) p->negations.data[a->id] = e;
    return e;
}

const Expr *expr_neg(ExprPool *p, const Expr *a) {
    return expr_binary(p, EXPR_SUB, num(p, a->width, 0), a);
}

static const Expr *build_extend(ExprPool *p, ExprOp op, const Expr *a, unsigned width) {
    if (width < a->width || width > 128) base_fatal("extension of %u bits to %u", a->width, width);
    if (a->width == width) return a;
    if (!p->simplify) return expr_node(p, op, width, a, NULL, NULL);
    p->fuel = FUEL;
    return op == EXPR_ZEXT ? build_zext(p, a, width) : build_sext(p, a, width);
}

const Expr *expr_zext(ExprPool *p, const Expr *a, unsigned width) {
    return build_extend(p, EXPR_ZEXT, a, width);
}

const Expr *expr_sext(ExprPool *p, const Expr *a, unsigned width) {
    return build_extend(p, EXPR_SEXT, a, width);
}

const Expr *expr_extract(ExprPool *p, const Expr *a, unsigned offset, unsigned width) {
    if (width == 0 || offset + width > a->width)
        base_fatal("bits %u..+%u of %u", offset, width, a->width);
    if (width == a->width) return a;
    if (!p->simplify) return expr_node_extract(p, a, offset, width);
    p->fuel = FUEL;
    return build_extract(p, a, offset, width);
}

const Expr *expr_trunc(ExprPool *p, const Expr *a, unsigned width) {
    return expr_extract(p, a, 0, width);
}

const Expr *expr_concat(ExprPool *p, const Expr *high, const Expr *low) {
    unsigned w = (unsigned)high->width + low->width;
    if (w > 128) base_fatal("concatenation of %u bits", w);
    if (!p->simplify) return expr_node(p, EXPR_CONCAT, w, high, low, NULL);
    p->fuel = FUEL;
    return build_concat(p, high, low);
}

const Expr *expr_ite(ExprPool *p, const Expr *cond, const Expr *then, const Expr *otherwise) {
    check_widths(then, otherwise);
    if (cond->width != 1) base_fatal("condition of %u bits", cond->width);
    if (!p->simplify) return expr_node(p, EXPR_ITE, then->width, cond, then, otherwise);
    p->fuel = FUEL;
    return build_ite(p, cond, then, otherwise);
}

const Expr *expr_float(ExprPool *p, ExprOp op, unsigned width, const Expr *const kid[3]) {
    unsigned n = expr_kid_count(&(Expr){.op = (uint8_t)op});
    if (!expr_float_fits(op, width, kid)) base_fatal("operands of operation %d", (int)op);
    u128 value[3] = {0};
    bool constant = p->simplify;
    for (unsigned k = 0; k < n && constant; k++) {
        constant = expr_is_const(kid[k]);
        if (constant) value[k] = kid[k]->value;
    }
    if (constant)
        return expr_node_const(p, width, expr_fold_float(op, width, kid[0]->width, value));
    return expr_node(p, op, width, kid[0], n > 1 ? kid[1] : NULL, n > 2 ? kid[2] : NULL);
}

const Expr *expr_eq(ExprPool *p, const Expr *a, const Expr *b) {
    return expr_binary(p, EXPR_EQ, a, b);
}

const Expr *expr_and(ExprPool *p, const Expr *a, const Expr *b) {
    return expr_binary(p, EXPR_AND, a, b);
}

const Expr *expr_or(ExprPool *p, const Expr *a, const Expr *b) {
    return expr_binary(p, EXPR_OR, a, b);
}

const Expr *expr_read_le(ExprPool *p, const Input *input, uint32_t index, unsigned count) {
    if (count == 0 || count > 16) base_fatal("value of %u bytes", count);
    const Expr *e = expr_read(p, input, index);
    for (unsigned i = 1; i < count; i++) e = expr_concat(p, expr_read(p, input, index + i), e);
    return e;
}

const Expr *expr_table(ExprPool *p, const Expr *index, const Expr *const *bytes, uint32_t len) {
    if (len == 0) base_fatal("empty table");
    for (uint32_t i = 0; i < len; i++)
        if (bytes[i]->width != 8) base_fatal("table entry of %u bits", bytes[i]->width);
    if (p->simplify) {
        p->fuel = FUEL;
        return build_table(p, index, bytes, len);
    }
    return expr_node_table(p, index, expr_intern_table(p, bytes, len));
}
