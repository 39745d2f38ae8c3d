/*
 * rules.h — shared by the files with the rules of simplification (rules_*.c); build.c says why they
 * terminate in linear time. For these files only.
 *
 * `build_X` makes an X of operands that are already built and simplified. `X_rules` are the rules
 * for one kind of operation, which only build_binary calls.
 */
#ifndef HEDDLE_EXPR_RULES_RULES_H
#define HEDDLE_EXPR_RULES_RULES_H

#include "expr/pool.h"

enum { FUEL = 64 };

const Expr *build_binary(ExprPool *p, ExprOp op, const Expr *a, const Expr *b);
const Expr *build_not(ExprPool *p, const Expr *a);
const Expr *build_zext(ExprPool *p, const Expr *a, unsigned w);
const Expr *build_sext(ExprPool *p, const Expr *a, unsigned w);
const Expr *build_extract(ExprPool *p, const Expr *a, unsigned off, unsigned w);
const Expr *build_concat(ExprPool *p, const Expr *h, const Expr *l);
const Expr *build_ite(ExprPool *p, const Expr *c, const Expr *a, const Expr *b);
const Expr *build_table(ExprPool *p, const Expr *index, const Expr *const *bytes, uint32_t len);

const Expr *add_rules(ExprPool *p, const Expr *a, const Expr *b);
const Expr *sub_rules(ExprPool *p, const Expr *a, const Expr *b);
const Expr *mul_rules(ExprPool *p, const Expr *a, const Expr *b);
const Expr *unsigned_division_rules(ExprPool *p, ExprOp op, const Expr *a, const Expr *b);
const Expr *signed_division_rules(ExprPool *p, ExprOp op, const Expr *a, const Expr *b);
const Expr *shift_rules(ExprPool *p, ExprOp op, const Expr *a, const Expr *b);
const Expr *bitwise_rules(ExprPool *p, ExprOp op, const Expr *a, const Expr *b);
const Expr *eq_rules(ExprPool *p, const Expr *a, const Expr *b);
const Expr *less_rules(ExprPool *p, ExprOp op, const Expr *a, const Expr *b);
const Expr *less_or_equal_rules(ExprPool *p, ExprOp op, const Expr *a, const Expr *b);
/*
 * Splits an operation on concatenations whose parts do not meet. Either both halves of a cut have a
 * side that makes them trivial (bitwise), or the low half does not carry (ADD). NULL otherwise.
 */
const Expr *apart_rules(ExprPool *p, ExprOp op, const Expr *a, const Expr *b);

/* bounds.c: cheap bounds of the unsigned value; umax looks `depth` levels down. */
u128 umax(const Expr *e, int depth);
u128 umin(const Expr *e);
static inline bool nonnegative(const Expr *e) { return umax(e, 2) < bits_sign(e->width); }
/* Whether one expression is recognised as the complement of the other. May miss cases. */
bool complements(const Expr *a, const Expr *b);
/*
 * Whether a condition, of it and its negation, counts as the negative one. Conjunctions and
 * disjunctions never have two negative operands (De Morgan). The negation of one with exactly one
 * negative operand is rewritten, so that the negation of a negation is the condition itself.
 */
bool negative(const Expr *e);
/* Whether `v` of `w` bits is the sign extension of its low `n` bits. */
bool fits_signed(u128 v, unsigned w, unsigned n);

/* Pays for a step of rewriting; false if the fuel is used up. */
static inline bool spend(ExprPool *p) {
    if (!p->fuel) return false;
    p->fuel--;
    return true;
}

static inline const Expr *num(ExprPool *p, unsigned w, u128 v) { return expr_node_const(p, w, v); }
static inline const Expr *boolean(ExprPool *p, bool v) { return expr_node_const(p, 1, v); }
static inline const Expr *node2(ExprPool *p, ExprOp op, unsigned w, const Expr *a, const Expr *b) {
    return expr_node(p, op, w, a, b, NULL);
}
static inline bool is_const(const Expr *e) { return e->op == EXPR_CONST; }
static inline bool is_zero_constant(const Expr *e) { return e->op == EXPR_CONST && e->value == 0; }
static inline bool is_ones(const Expr *e) {
    return e->op == EXPR_CONST && e->value == bits_ones(e->width);
}
static inline bool has_const(const Expr *e, ExprOp op) {
    return e->op == op && is_const(e->kid[1]);
}
static inline bool const_arms(const Expr *e) {
    return e->op == EXPR_ITE && is_const(e->kid[1]) && is_const(e->kid[2]);
}
static inline const Expr *build_eq(ExprPool *p, const Expr *a, const Expr *b) {
    return build_binary(p, EXPR_EQ, a, b);
}
static inline const Expr *build_ne(ExprPool *p, const Expr *a, const Expr *b) {
    return build_not(p, build_eq(p, a, b));
}
static inline const Expr *build_and(ExprPool *p, const Expr *a, const Expr *b) {
    return build_binary(p, EXPR_AND, a, b);
}
static inline const Expr *build_or(ExprPool *p, const Expr *a, const Expr *b) {
    return build_binary(p, EXPR_OR, a, b);
}
static inline const Expr *build_add(ExprPool *p, const Expr *a, const Expr *b) {
    return build_binary(p, EXPR_ADD, a, b);
}
static inline const Expr *build_sub(ExprPool *p, const Expr *a, const Expr *b) {
    return build_binary(p, EXPR_SUB, a, b);
}

static inline bool power_of_two(u128 v) { return v && !(v & (v - 1)); }
static inline unsigned low_zeros(u128 v) {
    uint64_t low = (uint64_t)v, high = (uint64_t)(v >> 64);
    return low    ? (unsigned)__builtin_ctzll(low)
           : high ? 64u + (unsigned)__builtin_ctzll(high)
                  : 128u;
}

#endif
