/*
 * rules_table.c — rules for bytes of tables. Memory that was written at symbolic places is a table
 * of conditional bytes, `x == k ? v : old` in place k. A read at place j is then `x == j ? v :` the
 * byte j of the table of the old bytes: read over write.
 */
#include "expr/rules/rules.h"
#include <stdlib.h>

/* The fewest bytes for which a write is taken out of a table. */
enum { FEWEST_WRITTEN = 4 };

/* A byte as `condition ? value : rest`. */
typedef struct Layer {
    const Expr *condition, *value, *rest;
} Layer;

/* A write as a condition on the place: `index == place + shift`, in the width of `index`. */
typedef struct Write {
    const Expr *index, *value;
    u128 shift;
} Write;

/* Takes the outermost condition off a byte; false if it has none. */
static bool layer_of(ExprPool *p, const Expr *byte, Layer *out) {
    u128 then, otherwise = 0;
    switch ((ExprOp)byte->op) {
    case EXPR_ITE: *out = (Layer){byte->kid[0], byte->kid[1], byte->kid[2]}; return true;
    case EXPR_ZEXT: then = 1; break;
    case EXPR_SEXT: then = bits_ones(byte->width); break;
    default: return false;
    }
    if (byte->kid[0]->width != 1) return false;
    const Expr *condition = byte->kid[0];
    if (condition->op == EXPR_NOT) {
        condition = condition->kid[0];
        otherwise = then;
        then = 0;
    }
    *out = (Layer){condition, num(p, 8, then), num(p, 8, otherwise)};
    return true;
}

/* Whether the condition is a comparison of an index with a constant; that is, a write. */
static bool write_of(const Expr *condition, const Expr *value, uint32_t place, Write *out) {
    if (condition->op != EXPR_EQ || !is_const(condition->kid[1])) return false;
    const Expr *index = condition->kid[0];
    u128 shift = (condition->kid[1]->value - place) & bits_ones(index->width);
    *out = (Write){index, value, shift};
    return true;
}

static bool same_write(const Write *a, const Write *b) {
    return a->index == b->index && a->shift == b->shift && a->value == b->value;
}

/* Finds a write among the disjuncts of a byte's outermost condition. */
static bool first_write(ExprPool *p, const Expr *byte, uint32_t place, Write *out) {
    Layer layer;
    if (!layer_of(p, byte, &layer)) return false;
    const Expr *c = layer.condition;
    for (; c->op == EXPR_OR; c = c->kid[1])
        if (write_of(c->kid[0], layer.value, place, out)) return true;
    return write_of(c, layer.value, place, out);
}

/* Returns the disjunction without the write; NULL if the write is none of its disjuncts. */
static const Expr *without_write(ExprPool *p, const Expr *c, const Expr *value, uint32_t place,
                                 const Write *w) {
    Write here;
    if (c->op != EXPR_OR)
        return write_of(c, value, place, &here) && same_write(&here, w) ? boolean(p, false) : NULL;
    for (int k = 0; k < 2; k++) {
        const Expr *rest = without_write(p, c->kid[k], value, place, w);
        if (rest) return build_or(p, rest, c->kid[1 - k]);
    }
    return NULL;
}

/* Returns the byte as it was before the write; NULL if that did not concern this place. */
static const Expr *before_write(ExprPool *p, const Expr *byte, uint32_t place, const Write *w) {
    Layer layer;
    if (byte == w->value) return byte; /* it makes no difference here */
    if (!layer_of(p, byte, &layer) || layer.value != w->value) return NULL;
    const Expr *others = without_write(p, layer.condition, layer.value, place, w);
    return others ? build_ite(p, others, layer.value, layer.rest) : NULL;
}

/* Returns the condition that a place is one of `first` to `last` and is written. */
static const Expr *written_at(ExprPool *p, const Expr *place, const Write *w, uint32_t first,
                              uint32_t last) {
    unsigned n = place->width, m = w->index->width;
    const Expr *at = n < m   ? build_zext(p, place, m)
                     : n > m ? build_extract(p, place, 0, m)
                             : place;
    const Expr *c = build_eq(p, w->index, build_add(p, at, num(p, m, w->shift)));
    if (first) c = build_and(p, c, build_binary(p, EXPR_ULE, num(p, n, first), place));
    if (last < umax(place, 4))
        c = build_and(p, c, build_binary(p, EXPR_ULE, place, num(p, n, last)));
    return c;
}

/* Takes the last write out of a table of `len` bytes, which are changed; returns the condition
 * under which it is what is read, or NULL if there is none. */
static const Expr *take_write(ExprPool *p, const Expr *index, const Expr **bytes, uint32_t len,
                              Write *w) {
    uint32_t first = 0, last, writes = 0;
    while (first < len && !first_write(p, bytes[first], first, w)) first++;
    if (first == len) return NULL;
    const Expr **old = xmalloc(len * sizeof *old);
    /* Bytes before it with the same value may count as written, too. */
    while (first && bytes[first - 1] == w->value) first--;
    /* The last byte also stands for all places behind the end. */
    uint32_t end = umax(index, 4) < len ? len : len - 1;
    for (last = first; last < end; last++) {
        old[last] = before_write(p, bytes[last], last, w);
        if (!old[last]) break;
        writes += bytes[last] != w->value;
    }
    bool worth = writes >= FEWEST_WRITTEN;
    if (worth) memcpy(bytes + first, old + first, (last - first) * sizeof *old);
    free(old);
    return worth ? written_at(p, index, w, first, last - 1) : NULL;
}

/* The number of low bits of an expression that are known to be zero. */
static unsigned zeros_below(const Expr *e) {
    while (e->op == EXPR_CONCAT || e->op == EXPR_ZEXT || e->op == EXPR_SEXT) {
        unsigned n = e->op == EXPR_CONCAT ? e->kid[1]->width : 0;
        const Expr *low = e->kid[e->op == EXPR_CONCAT];
        if (is_zero_constant(low)) return n;
        e = low;
    }
    return is_const(e) ? MIN(low_zeros(e->value), e->width) : 0;
}

/*
 * Where the low bits of the index are known, keeps only the bytes with these bits: an array of
 * larger elements. *index becomes the number of the element. Returns the new length; the last byte
 * of all is added if an index may be too large.
 */
static uint32_t take_elements(ExprPool *p, const Expr **index, const Expr **bytes, uint32_t len) {
    const Expr *term = *index, *low = term;
    u128 added = 0; /* the index is `term` + `added` */
    if (term->op == EXPR_ADD && is_const(term->kid[1])) {
        added = term->kid[1]->value;
        low = term = term->kid[0];
    }
    while (low->op == EXPR_CONCAT) low = low->kid[1];
    bool constant = term == *index && low != term && is_const(low);
    unsigned w = term->width, known = MIN(constant ? low->width : zeros_below(term), 16u);
    if (!known || known >= w) return len;
    u128 low_part = (constant ? low->value : added) & bits_ones(known);
    const Expr *last = bytes[len - 1];
    uint32_t kept = 0;
    for (uint64_t k = (uint64_t)low_part; k < len; k += 1u << known) bytes[kept++] = bytes[k];
    *index = build_extract(p, term, known, w - known);
    *index = build_add(p, *index, num(p, w - known, added >> known));
    if (!kept || (bytes[kept - 1] != last && umax(*index, 4) >= kept)) bytes[kept++] = last;
    return kept;
}

const Expr *build_table(ExprPool *p, const Expr *index, const Expr *const *bytes, uint32_t len) {
    const Expr **own = xmalloc(len * sizeof *own + sizeof *own), *result = NULL;
    memcpy(own, bytes, len * sizeof *own);
    VEC(Layer) taken = {0};
    len = take_elements(p, &index, own, len);
    while (!result) {
        while (index->op == EXPR_ZEXT) index = index->kid[0];
        u128 most = umax(index, 4);
        if (most < len) len = (uint32_t)most + 1;
        uint32_t same = 1;
        while (same < len && own[same] == own[0]) same++;
        Write w;
        const Expr *written;
        if (is_const(index))
            result = own[index->value < len ? (uint32_t)index->value : len - 1];
        else if (same == len)
            result = own[0];
        else if (!(written = take_write(p, index, own, len, &w)))
            result = expr_node_table(p, index, expr_intern_table(p, own, len));
        else
            vec_push(&taken, ((Layer){written, w.value, NULL}));
    }
    while (taken.len) {
        Layer l = vec_pop(&taken);
        result = build_ite(p, l.condition, l.value, result);
    }
    vec_free(&taken);
    free(own);
    return result;
}
