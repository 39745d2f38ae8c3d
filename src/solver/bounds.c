/* bounds.c — see bounds.h. */
#include "solver/bounds.h"
#include "solver/reads.h"
#include <stdlib.h>

/* Values from `low` up to `high`, both inclusive. */
typedef struct Interval {
    uint64_t low, high;
} Interval;

/* A comparison as the values that it leaves to a term: `low` and the next `span` ones, around the
 * end of the range. */
typedef struct Arc {
    const Expr *of; /* NULL: it is no comparison of this kind */
    uint64_t low, span;
} Arc;

/* What the conjuncts so far leave to a term. */
typedef struct Bound {
    const Expr *of;
    const Expr *only;   /* the conjunct, if there is one alone */
    VEC(Interval) left; /* ascending, with gaps between them */
    bool tightened;     /* the query excludes values */
} Bound;

struct Bounds {
    ExprPool *pool;
    uint32_t *arc_of; /* by expression id: 1 + place in `arcs`; 0: not yet known */
    size_t arc_cap;
    VEC(Arc) arcs;
    uint32_t *bound_of; /* by id of the term: 1 + place in `bounds`, if that is about the term */
    size_t bound_cap;
    VEC(Bound) bounds; /* those beyond `used` are from earlier calls and have memory to use again */
    size_t used;
    uint32_t *told_of; /* by id of a conjunct: 1 + place in `bounds` of what it says, or 0 */
    size_t told_cap;
    VEC(uint32_t) told;        /* ids of those conjuncts */
    Conjuncts rest, concerned; /* scratch memory of bounds_reduce */
};

Bounds *bounds_new(ExprPool *pool) {
    Bounds *b = xcalloc(1, sizeof *b);
    b->pool = pool;
    return b;
}

void bounds_free(Bounds *b) {
    if (!b) return;
    for (size_t k = 0; k < b->bounds.len; k++) vec_free(&b->bounds.data[k].left);
    vec_free(&b->bounds);
    vec_free(&b->arcs);
    vec_free(&b->rest);
    vec_free(&b->told);
    vec_free(&b->concerned);
    free(b->arc_of);
    free(b->bound_of);
    free(b->told_of);
    free(b);
}

/* Makes room for index `id`; new entries are 0. */
static uint32_t *bounds_table(uint32_t *table, size_t *cap, uint32_t id) {
    if (id < *cap) return table;
    size_t grown = (size_t)id + id / 2 + 1024;
    table = xrealloc(table, grown * sizeof *table);
    memset(table + *cap, 0, (grown - *cap) * sizeof *table);
    *cap = grown;
    return table;
}

bool conjuncts_add(ExprPool *p, Conjuncts *all, const Expr *e) {
    for (;;) {
        bool neither = e->op == EXPR_NOT && e->width == 1 && e->kid[0]->op == EXPR_OR;
        if (!neither && !(e->op == EXPR_AND && e->width == 1)) break;
        const Expr *a = neither ? expr_not(p, e->kid[0]->kid[0]) : e->kid[0];
        if (!conjuncts_add(p, all, a)) return false;
        e = neither ? expr_not(p, e->kid[0]->kid[1]) : e->kid[1];
    }
    if (expr_is_true(e)) return true;
    vec_push(all, e);
    return !expr_is_false(e);
}

/* --- comparisons as arcs ---------------------------------------------------------------------- */

/* Sets the arc from `low` to `high` around the end of the range. */
static void arc_set(Arc *arc, uint64_t low, uint64_t high, uint64_t all) {
    arc->low = low & all;
    arc->span = (high - low) & all;
}

/* The arc of the values v for which `v op c` holds, or `c op v` if the constant is on the left.
 * False if there are none. */
static bool arc_of_comparison(ExprOp op, bool left, uint64_t c, unsigned width, Arc *arc) {
    uint64_t all = low_bits(width);
    bool is_signed = op == EXPR_SLT || op == EXPR_SLE, strict = op == EXPR_ULT || op == EXPR_SLT;
    uint64_t least = is_signed ? (all >> 1) + 1 : 0, most = (least - 1) & all;
    if (op == EXPR_EQ) {
        arc_set(arc, c, c, all);
        return true;
    }
    if (strict && c == (left ? most : least)) return false;
    if (left)
        arc_set(arc, strict ? c + 1 : c, most, all);
    else
        arc_set(arc, least, strict ? c - 1 : c, all);
    return true;
}

/* Moves a constant that is added to the term, or that the term is subtracted from, into the arc. */
static const Expr *arc_strip(const Expr *term, Arc *arc) {
    uint64_t all = low_bits(term->width);
    for (;;) {
        bool adds = term->op == EXPR_ADD, subtracts = term->op == EXPR_SUB;
        if (term->op == EXPR_NOT) { /* -1 - x */
            arc->low = (all - arc->low - arc->span) & all;
            term = term->kid[0];
        } else if ((adds || subtracts) && expr_is_const(term->kid[1])) {
            uint64_t c = (uint64_t)term->kid[1]->value;
            arc->low = (adds ? arc->low - c : arc->low + c) & all;
            term = term->kid[0];
        } else if ((adds || subtracts) && expr_is_const(term->kid[0])) {
            uint64_t c = (uint64_t)term->kid[0]->value;
            arc->low = (adds ? arc->low - c : c - arc->low - arc->span) & all;
            term = term->kid[1];
        } else {
            return term;
        }
    }
}

/* Returns the arc of a conjunct; its `of` is NULL if there is none. */
static Arc arc_make(const Expr *e) {
    Arc arc = {0};
    bool negated = e->op == EXPR_NOT && e->width == 1;
    if (negated) e = e->kid[0];
    if (e->op < EXPR_EQ || e->op > EXPR_SLE) return arc;
    bool left = expr_is_const(e->kid[0]);
    if (left == expr_is_const(e->kid[1])) return arc;
    const Expr *term = e->kid[left ? 1 : 0];
    unsigned width = term->width;
    if (width > 64 || width < 2) return arc;
    uint64_t all = low_bits(width);
    if (!arc_of_comparison((ExprOp)e->op, left, (uint64_t)e->kid[left ? 0 : 1]->value, width, &arc))
        return arc;
    if (negated) {
        if (arc.span == all) return arc;
        arc_set(&arc, arc.low + arc.span + 1, arc.low - 1, all);
    }
    arc.of = arc_strip(term, &arc);
    return arc;
}

static Arc arc_known(Bounds *b, const Expr *e) {
    b->arc_of = bounds_table(b->arc_of, &b->arc_cap, e->id);
    if (!b->arc_of[e->id]) {
        Arc arc = arc_make(e);
        vec_push(&b->arcs, arc);
        b->arc_of[e->id] = (uint32_t)b->arcs.len;
    }
    return b->arcs.data[b->arc_of[e->id] - 1];
}

/* --- sets of values --------------------------------------------------------------------------- */

/* Removes the values from `low` up to `high`; whether there were any. */
static bool bound_remove(Bound *b, uint64_t low, uint64_t high) {
    size_t from = 0, end = b->left.len; /* the first interval that does not lie below `low` */
    while (from < end) {
        size_t mid = from + (end - from) / 2;
        if (b->left.data[mid].high < low)
            from = mid + 1;
        else
            end = mid;
    }
    size_t to = from; /* behind the last one that does not lie above `high` */
    while (to < b->left.len && b->left.data[to].low <= high) to++;
    if (from == to) return false;
    Interval first = b->left.data[from], last = b->left.data[to - 1], part[2];
    size_t parts = 0;
    if (first.low < low) part[parts++] = (Interval){first.low, low - 1};
    if (last.high > high) part[parts++] = (Interval){high + 1, last.high};
    size_t behind = b->left.len - to;
    vec_reserve(&b->left, from + parts + behind);
    memmove(b->left.data + from + parts, b->left.data + to, behind * sizeof *b->left.data);
    memcpy(b->left.data + from, part, parts * sizeof *part);
    b->left.len = from + parts + behind;
    return true;
}

/* Removes the values that do not lie on the arc; whether there were any. */
static bool bound_intersect(Bound *b, Arc arc) {
    uint64_t all = low_bits(b->of->width), last = arc.low + arc.span;
    bool wraps = arc.span > all - arc.low;
    bool less = false;
    if (wraps) {
        uint64_t after = (last + 1) & all;
        return after < arc.low && bound_remove(b, after, arc.low - 1);
    }
    if (arc.low) less |= bound_remove(b, 0, arc.low - 1);
    if (last < all) less |= bound_remove(b, last + 1, all);
    return less;
}

/* Returns what is known of a term, all values if that is nothing. */
static Bound *bound_find(Bounds *b, const Expr *of) {
    b->bound_of = bounds_table(b->bound_of, &b->bound_cap, of->id);
    uint32_t at = b->bound_of[of->id];
    if (at && at <= b->used && b->bounds.data[at - 1].of == of) return &b->bounds.data[at - 1];
    if (b->used == b->bounds.len) vec_push(&b->bounds, (Bound){0});
    Bound *found = &b->bounds.data[b->used++];
    b->bound_of[of->id] = (uint32_t)b->used;
    found->of = of;
    found->only = NULL;
    found->tightened = false;
    found->left.len = 0;
    vec_push(&found->left, ((Interval){0, low_bits(of->width)}));
    return found;
}

/* --- sets as conjuncts ------------------------------------------------------------------------ */

/* Returns the condition that the term lies on the arc from `low` to `high`. */
static const Expr *arc_condition(ExprPool *p, const Expr *of, uint64_t low, uint64_t high) {
    const Expr *l = expr_const(p, of->width, low);
    if (low == high) return expr_eq(p, of, l);
    const Expr *distance = expr_binary(p, EXPR_SUB, of, l);
    const Expr *span = expr_const(p, of->width, (high - low) & low_bits(of->width));
    return expr_binary(p, EXPR_ULE, distance, span);
}

/* Adds the condition that the term lies between two values, which may be around the end. */
static void tell_between(ExprPool *p, const Expr *of, uint64_t low, uint64_t high, Conjuncts *out) {
    unsigned w = of->width;
    uint64_t all = low_bits(w), most = all >> 1; /* of signed values */
    const Expr *l = expr_const(p, w, low), *h = expr_const(p, w, high);
    if (low == high) {
        conjuncts_add(p, out, expr_eq(p, of, l));
    } else if (low <= high) {
        if (low > 0) conjuncts_add(p, out, expr_binary(p, EXPR_ULE, l, of));
        if (high < all) conjuncts_add(p, out, expr_binary(p, EXPR_ULE, of, h));
    } else if (low > most && high <= most) {
        if (low > most + 1) conjuncts_add(p, out, expr_binary(p, EXPR_SLE, l, of));
        if (high < most) conjuncts_add(p, out, expr_binary(p, EXPR_SLE, of, h));
    } else if (((high + 1) & all) == ((low - 1) & all)) {
        conjuncts_add(p, out, expr_not(p, expr_eq(p, of, expr_const(p, w, high + 1))));
    } else {
        conjuncts_add(p, out, arc_condition(p, of, low, high));
    }
}

/* Adds conjuncts that say what is left: the smallest arc around all of it, then what is missing in
 * between. */
static void bound_tell(ExprPool *p, const Bound *b, Conjuncts *out) {
    uint64_t all = low_bits(b->of->width);
    size_t n = b->left.len, start = 0; /* the arc begins with this interval */
    const Interval *left = b->left.data;
    uint64_t widest = (left[0].low - left[n - 1].high - 1) & all; /* of the gaps */
    for (size_t k = 1; k < n; k++) {
        uint64_t gap = left[k].low - left[k - 1].high - 1;
        if (gap > widest) {
            widest = gap;
            start = k;
        }
    }
    if (widest) tell_between(p, b->of, left[start].low, left[start ? start - 1 : n - 1].high, out);
    for (size_t k = 1; k < n; k++) {
        size_t at = (start + k) % n, behind = (at + n - 1) % n;
        uint64_t from = (left[behind].high + 1) & all, to = (left[at].low - 1) & all;
        if (((left[at].low - left[behind].high) & all) == 1) continue; /* around the end of range */
        conjuncts_add(p, out, expr_not(p, arc_condition(p, b->of, from, to)));
    }
}

static void bounds_add(Bounds *b, const Expr *e, bool query) {
    Arc arc = arc_known(b, e);
    if (!arc.of) {
        vec_push(query ? &b->concerned : &b->rest, e);
        return;
    }
    size_t before = b->used;
    Bound *bound = bound_find(b, arc.of);
    bool less = bound_intersect(bound, arc);
    bound->only = b->used > before || bound->only == e ? e : NULL;
    bound->tightened |= query && less;
}

/* Adds what is known of a term, and notes which conjuncts say it. False if it cannot hold. */
static bool bounds_tell(Bounds *b, size_t which, Conjuncts *all) {
    const Bound *bound = &b->bounds.data[which];
    size_t from = all->len;
    if (!bound->left.len) return false;
    if (bound->only)
        vec_push(all, bound->only);
    else
        bound_tell(b->pool, bound, all);
    for (size_t k = from; k < all->len; k++) {
        uint32_t id = all->data[k]->id;
        if (expr_is_false(all->data[k])) return false;
        b->told_of = bounds_table(b->told_of, &b->told_cap, id);
        b->told_of[id] = (uint32_t)which + 1;
        vec_push(&b->told, id);
    }
    return true;
}

bool bounds_reduce(Bounds *b, Conjuncts *all, size_t *before) {
    while (b->told.len) b->told_of[vec_pop(&b->told)] = 0;
    b->used = b->rest.len = b->concerned.len = 0;
    for (size_t k = 0; k < all->len; k++) bounds_add(b, all->data[k], k >= *before);
    all->len = 0;
    for (int query = 0; query <= 1; query++) {
        const Conjuncts *others = query ? &b->concerned : &b->rest;
        for (size_t k = 0; k < others->len; k++) vec_push(all, others->data[k]);
        for (size_t k = 0; k < b->used; k++)
            if (b->bounds.data[k].tightened == query && !bounds_tell(b, k, all)) return false;
        if (!query) *before = all->len;
    }
    return true;
}

/* --- solutions -------------------------------------------------------------------------------- */

static uint64_t bound_magnitude(uint64_t value, unsigned width) {
    uint64_t all = low_bits(width);
    return value > all >> 1 ? (0 - value) & all : value;
}

/* Returns the value that is left with the smallest magnitude as a signed number. */
static uint64_t bound_value(const Bound *b) {
    unsigned w = b->of->width;
    uint64_t low = b->left.data[0].low, high = vec_last(&b->left).high;
    return bound_magnitude(high, w) < bound_magnitude(low, w) ? high : low;
}

bool bounds_solve(Bounds *b, ExprList conjuncts, ExprList read, uint8_t *byte) {
    size_t bytes = 0;
    uint32_t which = 0;
    for (size_t k = 0; k < conjuncts.len; k++) {
        const Expr *e = conjuncts.data[k];
        if (e->id >= b->told_cap || (k && b->told_of[e->id] != which)) return false;
        which = b->told_of[e->id];
        if (!which || which > b->used) return false;
    }
    if (!which) return false;
    const Bound *bound = &b->bounds.data[which - 1];
    const Expr *of = bound->of;
    if (!reads_are_word(of, &bytes) || bytes != read.len) return false;
    reads_set_word(of, bound_value(bound), read.data, byte);
    return true;
}
