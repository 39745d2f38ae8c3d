/* node_ranges.c — what expressions can be, from the bytes up, and what that leaves to the bytes,
 * back down. See ranges.h. */
#include "expr/bytes.h"
#include "solver/ranges/ranges_internal.h"

/* The deepest recursion; tables of more bytes may have any of them; values of so many functions of
 * one byte are kept. */
enum { DEEPEST_RANGE = 160, MOST_TABLE = 256, MOST_VECTORS = 2048 };

/* Returns the smallest value from `v` on that is left, or 256. */
static unsigned values_next(const ByteValues *set, unsigned v) {
    while (v < BYTE_VALUES) {
        uint64_t rest = set->bits[v >> 6] >> (v & 63);
        if (rest) return v + (unsigned)__builtin_ctzll(rest);
        v = (v | 63) + 1;
    }
    return BYTE_VALUES;
}

/* Returns the node of an expression, or NULL; valid until another one is visited first. */
static RangeNode *range_node(const Ranges *r, const Expr *e) {
    uint32_t at = r->place[e->id];
    return at < r->nodes.len && r->nodes.data[at].id == e->id ? &r->nodes.data[at] : NULL;
}

RangeNode *ranges_visit(Ranges *r, const Expr *e) {
    RangeNode *n = range_node(r, e);
    if (n) return n;
    r->place[e->id] = (uint32_t)r->nodes.len;
    vec_push(&r->nodes, ((RangeNode){.id = e->id, .at = NOT_LISTED, .fact = known_any(e->width)}));
    return &vec_last(&r->nodes);
}

/* --- functions of one byte -------------------------------------------------------------------- */

/* Returns the values of a function of one byte, or NULL if they cannot be listed. */
static const uint64_t *byte_function(Ranges *r, const Expr *e) {
    if (e->id >= r->vector_cap) {
        size_t cap = (size_t)e->id + e->id / 2 + 1024;
        r->vector_of = xrealloc(r->vector_of, cap * sizeof *r->vector_of);
        memset(r->vector_of + r->vector_cap, 0, (cap - r->vector_cap) * sizeof *r->vector_of);
        r->vector_cap = cap;
    }
    if (!r->vector_of[e->id]) {
        if (r->vectored.len >= MOST_VECTORS) {
            while (r->vectored.len) r->vector_of[vec_pop(&r->vectored)] = 0;
            r->vectors.len = 0;
        }
        uint64_t values[BYTE_VALUES];
        bytes_begin(r->pool);
        bool listed = bytes_values(r->pool, e, values);
        r->vector_of[e->id] = listed ? (uint32_t)(r->vectors.len / BYTE_VALUES) + 1 : UINT32_MAX;
        vec_push(&r->vectored, e->id);
        for (unsigned v = 0; listed && v < BYTE_VALUES; v++) vec_push(&r->vectors, values[v]);
    }
    uint32_t at = r->vector_of[e->id];
    return at == UINT32_MAX ? NULL : r->vectors.data + (size_t)(at - 1) * BYTE_VALUES;
}

/* Returns what is left to a byte. */
static ByteValues *left_to(Ranges *r, const Expr *read) {
    const RangeNode *n = range_node(r, read);
    invariant(n && n->at != NOT_LISTED);
    return &r->left[n->at];
}

/* What a function of a byte can be, given its values, or that of the byte itself. */
static Known known_of_values(unsigned width, const ByteValues *set, const uint64_t *values) {
    uint64_t all = low_bits(width), half = (all >> 1) + 1, ones = all, zeros = all;
    KnownRange u = {all, 0}, s = {all, 0};
    for (unsigned v = values_next(set, 0); v < BYTE_VALUES; v = values_next(set, v + 1)) {
        uint64_t x = values ? values[v] : v, biased = x ^ half;
        ones &= x;
        zeros &= ~x;
        u = (KnownRange){MIN(u.low, x), MAX(u.high, x)};
        s = (KnownRange){MIN(s.low, biased), MAX(s.high, biased)};
    }
    Known k = known_meet(width, known_between(width, false, u), known_between(width, true, s));
    return known_meet(width, k, (Known){0, all, zeros | ~all, ones});
}

/* Removes the values of a byte for which its function is not in `want`. */
static void filter_values(Ranges *r, unsigned width, ByteValues *set, const uint64_t *values,
                          Known want) {
    bool any = false;
    for (unsigned v = values_next(set, 0); v < BYTE_VALUES; v = values_next(set, v + 1)) {
        if (known_has(width, want, values ? values[v] : v)) {
            any = true;
        } else {
            set->bits[v >> 6] &= ~(1ull << (v & 63));
            r->changed = true;
        }
    }
    r->impossible |= !any;
}

/* --- up --------------------------------------------------------------------------------------- */

static Known table_range(Ranges *r, const Expr *e, unsigned depth) {
    const ExprTable *t = e->table;
    Known index = ranges_of(r, e->kid[0], depth), any = known_any(e->width);
    if (e->kid[0]->width > 64 || known_is_empty(index)) return any;
    KnownRange at = known_range(e->kid[0]->width, index, false);
    uint64_t last = t->len - 1, from = MIN(at.low, last), to = MIN(at.high, last);
    if (to - from >= MOST_TABLE) return any;
    Known k = ranges_of(r, t->byte[from], depth);
    for (uint64_t n = from + 1; n <= to && !known_equal(k, any); n++)
        k = known_join(e->width, k, ranges_of(r, t->byte[n], depth));
    return k;
}

static Known choice_range(Ranges *r, const Expr *e, unsigned depth) {
    Known c = ranges_of(r, e->kid[0], depth);
    if (known_is_one(c)) return ranges_of(r, e->kid[c.low ? 1 : 2], depth);
    return known_join(e->width, ranges_of(r, e->kid[1], depth), ranges_of(r, e->kid[2], depth));
}

static Known operation_range(Ranges *r, const Expr *e, unsigned depth) {
    ExprOp op = (ExprOp)e->op;
    unsigned w = e->width, from = e->kid[0]->width;
    if (op == EXPR_TABLE) return table_range(r, e, depth);
    if (op == EXPR_ITE) return choice_range(r, e, depth);
    if (expr_is_float(op) || from > 64) return known_any(w);
    Known a = ranges_of(r, e->kid[0], depth);
    switch (op) {
    case EXPR_NOT: return known_not(w, a);
    case EXPR_ZEXT:
    case EXPR_SEXT: return known_extend(op == EXPR_SEXT, from, w, a);
    case EXPR_EXTRACT: return known_extract(from, e->index, w, a);
    case EXPR_CONCAT: return known_concat(w, e->kid[1]->width, a, ranges_of(r, e->kid[1], depth));
    default: return known_binary(op, from, a, ranges_of(r, e->kid[1], depth));
    }
}

static Known node_range(Ranges *r, const Expr *e, unsigned depth) {
    const Expr *byte = expr_only_byte(e);
    if (!byte) return operation_range(r, e, depth);
    const uint64_t *values = e->op == EXPR_READ ? NULL : byte_function(r, e);
    if (!values && e->op != EXPR_READ) return operation_range(r, e, depth);
    return known_of_values(e->width, left_to(r, byte), values);
}

Known ranges_of(Ranges *r, const Expr *e, unsigned depth) {
    if (e->width > 64) return known_any(64);
    if (e->op == EXPR_CONST) return known_const(e->width, (uint64_t)e->value);
    const RangeNode *known = range_node(r, e);
    if (known && known->pass == r->pass) return known->value;
    if (!r->work || depth >= DEEPEST_RANGE) return known_any(e->width);
    r->work--;
    Known k = node_range(r, e, depth + 1);
    RangeNode *n = ranges_visit(r, e);
    n->pass = r->pass;
    n->value = k = known_meet(e->width, k, n->fact);
    r->impossible |= known_is_empty(k);
    return k;
}

/* --- down ------------------------------------------------------------------------------------- */

/* Both sides of a comparison that holds or does not. */
static void narrow_comparison(Ranges *r, const Expr *e, bool holds, unsigned depth) {
    unsigned w = e->kid[0]->width;
    if (w > 64) return;
    const Expr *x = e->kid[holds ? 0 : 1], *y = e->kid[holds ? 1 : 0];
    Known a = ranges_of(r, x, depth), b = ranges_of(r, y, depth);
    uint64_t all = low_bits(w);
    if (e->op == EXPR_EQ && holds) {
        ranges_narrow(r, x, b, depth);
        ranges_narrow(r, y, a, depth);
        return;
    }
    if (e->op == EXPR_EQ) {
        if (known_is_one(b)) ranges_narrow(r, x, known_arc(w, b.low + 1, b.low - 1), depth);
        if (known_is_one(a)) ranges_narrow(r, y, known_arc(w, a.low + 1, a.low - 1), depth);
        return;
    }
    /* What does not hold holds the other way around: !(a < b) is b <= a. */
    bool is_signed = e->op == EXPR_SLT || e->op == EXPR_SLE;
    bool strict = (e->op == EXPR_ULT || e->op == EXPR_SLT) == holds;
    KnownRange s = known_range(w, a, is_signed), t = known_range(w, b, is_signed);
    if (strict && (t.high == 0 || s.low == all)) {
        r->impossible = true;
        return;
    }
    KnownRange below = {0, t.high - strict}, above = {s.low + strict, all};
    ranges_narrow(r, x, known_between(w, is_signed, below), depth);
    ranges_narrow(r, y, known_between(w, is_signed, above), depth);
}

/* Both operands of a conjunction that holds (both do), or does not (one does not); `all` is whether
 * it is a conjunction or the other way around. */
static void narrow_truth(Ranges *r, const Expr *e, bool holds, unsigned depth) {
    Known want = known_const(1, holds), against = known_const(1, !holds);
    if ((e->op == EXPR_AND) == holds) {
        ranges_narrow(r, e->kid[0], want, depth);
        ranges_narrow(r, e->kid[1], want, depth);
        return;
    }
    for (int k = 0; k < 2; k++)
        if (known_equal(ranges_of(r, e->kid[k], depth), against))
            ranges_narrow(r, e->kid[1 - k], want, depth);
}

static void narrow_sum(Ranges *r, const Expr *e, Known want, unsigned depth) {
    unsigned w = e->width;
    bool adds = e->op == EXPR_ADD;
    Known a = ranges_of(r, e->kid[0], depth), b = ranges_of(r, e->kid[1], depth);
    ranges_narrow(r, e->kid[0], known_binary(adds ? EXPR_SUB : EXPR_ADD, w, want, b), depth);
    ranges_narrow(r, e->kid[1],
                  adds ? known_binary(EXPR_SUB, w, want, a) : known_binary(EXPR_SUB, w, a, want),
                  depth);
}

/* The factor of a product with a constant, if it does not overflow. */
static void narrow_product(Ranges *r, const Expr *e, Known want, unsigned depth) {
    unsigned w = e->width;
    for (int k = 0; k < 2; k++) {
        Known by = ranges_of(r, e->kid[1 - k], depth);
        KnownRange x = known_range(w, ranges_of(r, e->kid[k], depth), false);
        KnownRange p = known_range(w, want, false);
        if (!known_is_one(by) || !by.low || x.high > low_bits(w) / by.low) continue;
        KnownRange factor = {p.low / by.low + (p.low % by.low != 0), p.high / by.low};
        ranges_narrow(r, e->kid[k], known_between(w, false, factor), depth);
    }
}

static void narrow_concatenation(Ranges *r, const Expr *e, Known want, unsigned depth) {
    unsigned n = e->kid[1]->width, w = e->width;
    KnownRange x = known_range(w, want, false);
    uint64_t below = low_bits(n);
    ranges_narrow(r, e->kid[0], known_extract(w, n, w - n, want), depth);
    Known low = known_extract(w, 0, n, want);
    if (x.low >> n == x.high >> n)
        low = known_meet(n, low, known_arc(n, x.low & below, x.high & below));
    ranges_narrow(r, e->kid[1], low, depth);
}

static void narrow_choice(Ranges *r, const Expr *e, Known want, unsigned depth) {
    Known c = ranges_of(r, e->kid[0], depth);
    for (int k = 1; k <= 2 && !known_is_one(c); k++) {
        Known arm = ranges_of(r, e->kid[k], depth);
        if (!known_is_empty(known_meet(e->width, arm, want))) continue;
        c = known_const(1, k == 2);
        ranges_narrow(r, e->kid[0], c, depth);
    }
    if (known_is_one(c)) ranges_narrow(r, e->kid[c.low ? 1 : 2], want, depth);
}

static void narrow_bits(Ranges *r, const Expr *e, Known want, unsigned depth) {
    unsigned w = e->width;
    for (int k = 0; k < 2; k++) {
        Known by = ranges_of(r, e->kid[1 - k], depth);
        Known x = known_any(w);
        if (e->op == EXPR_AND) { /* a bit that is 1 in the other operand is that of the result */
            x.ones |= want.ones;
            x.zeros |= want.zeros & by.ones;
        } else if (e->op == EXPR_OR) {
            x.zeros |= want.zeros;
            x.ones |= want.ones & by.zeros & low_bits(w);
        } else {
            x.ones |= (want.ones & by.zeros) | (want.zeros & by.ones);
            x.zeros |= (want.zeros & by.zeros) | (want.ones & by.ones);
        }
        ranges_narrow(r, e->kid[k], known_meet(w, known_any(w), x), depth);
    }
}

static void narrow_operands(Ranges *r, const Expr *e, Known want, unsigned depth) {
    unsigned from = e->kid[0]->width, w = e->width;
    switch ((ExprOp)e->op) {
    case EXPR_EQ:
    case EXPR_ULT:
    case EXPR_ULE:
    case EXPR_SLT:
    case EXPR_SLE:
        if (known_is_one(want)) narrow_comparison(r, e, want.low, depth);
        return;
    case EXPR_NOT: ranges_narrow(r, e->kid[0], known_not(w, want), depth); return;
    case EXPR_AND:
    case EXPR_OR:
        if (w == 1 && known_is_one(want)) narrow_truth(r, e, want.low, depth);
        if (w > 1) narrow_bits(r, e, want, depth);
        return;
    case EXPR_XOR: narrow_bits(r, e, want, depth); return;
    case EXPR_ADD:
    case EXPR_SUB: narrow_sum(r, e, want, depth); return;
    case EXPR_MUL: narrow_product(r, e, want, depth); return;
    case EXPR_ZEXT: ranges_narrow(r, e->kid[0], known_extract(w, 0, from, want), depth); return;
    case EXPR_SEXT: ranges_narrow(r, e->kid[0], known_extract(w, 0, from, want), depth); return;
    case EXPR_EXTRACT:
        /* Where the operand fits into the part, it is the part. */
        if (e->index == 0 && from <= 64 &&
            known_range(from, ranges_of(r, e->kid[0], depth), false).high <= low_bits(w))
            ranges_narrow(r, e->kid[0], known_extend(false, w, from, want), depth);
        return;
    case EXPR_CONCAT: narrow_concatenation(r, e, want, depth); return;
    case EXPR_ITE: narrow_choice(r, e, want, depth); return;
    default: return;
    }
}

void ranges_narrow(Ranges *r, const Expr *e, Known want, unsigned depth) {
    if (e->width > 64 || r->impossible) return;
    Known have = ranges_of(r, e, depth), both = known_meet(e->width, have, want);
    if (known_is_empty(both)) r->impossible = true;
    RangeNode *n = e->op == EXPR_CONST ? NULL : range_node(r, e);
    if (r->impossible || known_equal(have, both) || !n || !r->work || depth >= DEEPEST_RANGE)
        return;
    r->work--;
    r->changed = true;
    n->fact = n->value = both;
    const Expr *byte = expr_only_byte(e);
    const uint64_t *values = byte && e->op != EXPR_READ ? byte_function(r, e) : NULL;
    if (byte && (values || e->op == EXPR_READ))
        filter_values(r, e->width, left_to(r, byte), values, both);
    else
        narrow_operands(r, e, both, depth + 1);
}
