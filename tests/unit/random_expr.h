/*
 * random_expr.h — random expression trees for the tests of src/expr and src/solver: a generator biased
 * towards what simplifiers get wrong, an evaluator written independently of theirs, and a builder through the
 * public constructors. The same seed gives the same trees.
 */
#ifndef HEDDLE_TESTS_RANDOM_EXPR_H
#define HEDDLE_TESTS_RANDOM_EXPR_H

#include "expr/expr.h"
#include <stdlib.h>

enum { TREE_INPUTS = 3, TREE_TABLE = 5 };
static const uint32_t tree_input_size[TREE_INPUTS] = {4, 8, 16};
static const char *const tree_input_name[TREE_INPUTS] = {"a", "b", "c"};

typedef struct Tree {
    ExprOp op;
    unsigned width, index;
    u128 value;
    int input;
    struct Tree *kid[3], *byte[TREE_TABLE];
} Tree;

typedef struct Forest {
    uint64_t seed;
    Tree tree[4096];
    size_t len;
    unsigned max_width; /* of any part */
    bool hard;          /* multiplication and division of any width, else of at most 8 bits */
    bool floats;        /* operations of floating point */
} Forest;

static inline uint64_t forest_random(Forest *f) {
    f->seed += 0x9e3779b97f4a7c15ull;
    uint64_t z = f->seed;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}
static inline unsigned forest_below(Forest *f, unsigned n) { return (unsigned)(forest_random(f) % n); }

static inline u128 tree_ones(unsigned w) {
    u128 r = 0;
    for (unsigned i = 0; i < w; i++) r = r << 1 | 1;
    return r;
}

static inline u128 forest_const(Forest *f, unsigned w) {
    u128 one = 1, v;
    switch (forest_below(f, 12)) {
    case 0: v = 0; break;
    case 1: v = 1; break;
    case 2: v = tree_ones(w); break;
    case 3: v = one << (w - 1); break;
    case 4: v = (one << (w - 1)) - 1; break;
    case 5: v = one << forest_below(f, w); break;
    case 6: v = (one << forest_below(f, w)) - 1; break;
    case 7: v = tree_ones(w) - forest_below(f, 4); break;
    case 8: v = (one << (w - 1)) + forest_below(f, 3); break;
    case 9: v = (u128)0xff << (8 * forest_below(f, (w + 7) / 8)); break;
    case 10: v = forest_below(f, 16); break;
    default: v = (u128)forest_random(f) << 64 | forest_random(f); break;
    }
    return v & tree_ones(w);
}

static inline unsigned forest_width(Forest *f, unsigned most) {
    static const unsigned usual[] = {1, 1, 7, 8, 8, 16, 31, 32, 32, 33, 64, 127, 128};
    unsigned w = forest_below(f, 4) ? usual[forest_below(f, ARRAY_LEN(usual))] : 1 + forest_below(f, 128);
    return w <= most ? w : 1 + forest_below(f, most);
}

static inline Tree *tree_new(Forest *f, ExprOp op, unsigned w) {
    if (f->len == ARRAY_LEN(f->tree)) base_fatal("random tree too large");
    Tree *t = &f->tree[f->len++];
    memset(t, 0, sizeof(*t));
    t->op = op;
    t->width = w;
    return t;
}

static inline Tree *tree_random(Forest *f, unsigned w, int depth);

/* Bytes of the inputs, cut or extended to the width. */
static inline Tree *tree_leaf(Forest *f, unsigned w) {
    if (forest_below(f, 3) == 0) {
        Tree *t = tree_new(f, EXPR_CONST, w);
        t->value = forest_const(f, w);
        return t;
    }
    int input = (int)forest_below(f, TREE_INPUTS);
    unsigned at = forest_below(f, tree_input_size[input]);
    Tree *t = NULL;
    for (unsigned i = at; i < tree_input_size[input] && (!t || t->width < w); i++) {
        Tree *r = tree_new(f, EXPR_READ, 8);
        r->input = input;
        r->index = i;
        if (t) {
            Tree *c = tree_new(f, EXPR_CONCAT, t->width + 8);
            c->kid[0] = r;
            c->kid[1] = t;
            r = c;
        }
        t = r;
    }
    if (!t) abort();
    if (t->width == w) return t;
    Tree *x = tree_new(f, t->width > w ? EXPR_EXTRACT : forest_below(f, 2) ? EXPR_ZEXT : EXPR_SEXT, w);
    if (t->width > w) x->index = forest_below(f, t->width - w + 1);
    x->kid[0] = t;
    return x;
}

/* An operation of floating point, or NULL if this one does not give the width. */
static inline Tree *tree_float(Forest *f, ExprOp op, unsigned w, int depth) {
    bool compares = op >= EXPR_FEQ && op <= EXPR_FLE;
    unsigned from = w;
    if (!f->floats || f->max_width < 64 || (compares ? w != 1 : w != 32 && w != 64)) return NULL;
    if (compares || op == EXPR_FTOSI) from = forest_below(f, 2) ? 32 : 64;
    if (op == EXPR_FCONVERT) from = 96 - w;
    if (op == EXPR_SITOF || op == EXPR_UITOF) from = forest_width(f, f->max_width);
    Tree *t = tree_new(f, op, w);
    for (unsigned k = 0; k < expr_kid_count(&(Expr){.op = (uint8_t)op}); k++)
        t->kid[k] = tree_random(f, from, k && forest_below(f, 2) ? 0 : depth - 1);
    return t;
}

static inline Tree *tree_random(Forest *f, unsigned w, int depth) {
    if (f->len && forest_below(f, 5) == 0) /* share */
        for (int i = 0; i < 6; i++) {
            Tree *t = &f->tree[forest_below(f, (unsigned)f->len)];
            if (t->width == w && (t->op == EXPR_CONST || t->op == EXPR_READ || t->kid[0])) {
                bool whole = true; /* nodes under construction have empty places */
                for (unsigned k = 0; k < expr_kid_count(&(Expr){.op = (uint8_t)t->op}); k++)
                    whole &= t->op == EXPR_CONST || t->op == EXPR_READ || t->kid[k] != NULL;
                if (t->op == EXPR_TABLE) whole = t->byte[TREE_TABLE - 1] != NULL;
                if (whole) return t;
            }
        }
    if (depth <= 0 || f->len > ARRAY_LEN(f->tree) - 1000) return tree_leaf(f, w);
    Tree *t;
    for (;;) {
        ExprOp op = (ExprOp)forest_below(f, EXPR_OP_COUNT);
        if (expr_is_float(op)) {
            if ((t = tree_float(f, op, w, depth))) return t;
            continue;
        }
        switch (op) {
        case EXPR_CONST:
        case EXPR_READ: continue;
        case EXPR_TABLE:
            if (w != 8) continue;
            t = tree_new(f, op, w);
            t->kid[0] = tree_random(f, forest_width(f, f->max_width), depth - 1);
            for (int i = 0; i < TREE_TABLE; i++)
                t->byte[i] = tree_random(f, 8, forest_below(f, 3) ? 0 : depth - 2);
            return t;
        case EXPR_EQ:
        case EXPR_ULT:
        case EXPR_ULE:
        case EXPR_SLT:
        case EXPR_SLE: {
            if (w != 1) continue;
            unsigned n = forest_width(f, f->max_width);
            t = tree_new(f, op, 1);
            t->kid[0] = tree_random(f, n, depth - 1);
            t->kid[1] = tree_random(f, n, forest_below(f, 2) ? 0 : depth - 1);
            return t;
        }
        case EXPR_NOT:
            t = tree_new(f, op, w);
            t->kid[0] = tree_random(f, w, depth - 1);
            return t;
        case EXPR_ZEXT:
        case EXPR_SEXT:
            if (w == 1) continue;
            t = tree_new(f, op, w);
            t->kid[0] = tree_random(f, forest_width(f, w - 1), depth - 1);
            return t;
        case EXPR_EXTRACT: {
            if (w >= f->max_width) continue;
            unsigned n = w + 1 + forest_below(f, f->max_width - w);
            t = tree_new(f, op, w);
            t->index = forest_below(f, 3) ? forest_below(f, n - w + 1) : 0;
            t->kid[0] = tree_random(f, n, depth - 1);
            return t;
        }
        case EXPR_CONCAT: {
            if (w == 1) continue;
            unsigned n =
                w > 8 && forest_below(f, 2) ? 8 * (1 + forest_below(f, (w - 1) / 8)) : forest_width(f, w - 1);
            t = tree_new(f, op, w);
            t->kid[0] = tree_random(f, w - n, depth - 1);
            t->kid[1] = tree_random(f, n, depth - 1);
            return t;
        }
        case EXPR_ITE:
            t = tree_new(f, op, w);
            t->kid[0] = tree_random(f, 1, depth - 1);
            t->kid[1] = tree_random(f, w, forest_below(f, 2) ? 0 : depth - 1);
            t->kid[2] = tree_random(f, w, forest_below(f, 2) ? 0 : depth - 1);
            return t;
        case EXPR_MUL:
        case EXPR_UDIV:
        case EXPR_SDIV:
        case EXPR_UREM:
        case EXPR_SREM:
            if (!f->hard && w > 8) continue;
            /* fall through */
        default:
            t = tree_new(f, op, w);
            t->kid[0] = tree_random(f, w, depth - 1);
            t->kid[1] = tree_random(f, w, forest_below(f, 2) ? 0 : depth - 1);
            return t;
        }
    }
}

/* The expression of a tree by the public constructors of `pool`, as it is set. */
static inline const Expr *tree_build(ExprPool *pool, const Tree *t) {
    const Expr *k[3] = {NULL, NULL, NULL};
    for (int i = 0; i < 3; i++)
        if (t->kid[i]) k[i] = tree_build(pool, t->kid[i]);
    if (expr_is_float(t->op)) return expr_float(pool, t->op, t->width, k);
    switch (t->op) {
    case EXPR_CONST: return expr_const(pool, t->width, t->value);
    case EXPR_READ:
        return expr_read(pool, expr_input(pool, tree_input_name[t->input], tree_input_size[t->input]),
                         t->index);
    case EXPR_TABLE: {
        const Expr *byte[TREE_TABLE];
        for (int i = 0; i < TREE_TABLE; i++) byte[i] = tree_build(pool, t->byte[i]);
        return expr_table(pool, k[0], byte, TREE_TABLE);
    }
    case EXPR_NOT: return expr_not(pool, k[0]);
    case EXPR_ZEXT: return expr_zext(pool, k[0], t->width);
    case EXPR_SEXT: return expr_sext(pool, k[0], t->width);
    case EXPR_EXTRACT: return expr_extract(pool, k[0], t->index, t->width);
    case EXPR_CONCAT: return expr_concat(pool, k[0], k[1]);
    case EXPR_ITE: return expr_ite(pool, k[0], k[1], k[2]);
    default: return expr_binary(pool, t->op, k[0], k[1]);
    }
}

typedef struct TreeBytes {
    uint8_t byte[TREE_INPUTS][16];
} TreeBytes;

static inline bool tree_negative(u128 v, unsigned w) { return w && v >> (w - 1) & 1; }
static inline u128 tree_magnitude(u128 v, unsigned w) {
    return tree_negative(v, w) ? (~v + 1) & tree_ones(w) : v;
}

/* SMT-LIB's definitions, by schoolbook, but for floating point: signed operations by magnitude and sign,
 * shifts one bit at a time. */
static inline u128 tree_value(const Tree *t, const TreeBytes *in) {
    unsigned w = t->width;
    u128 m = tree_ones(w);
    if (t->op == EXPR_CONST) return t->value;
    if (t->op == EXPR_READ) return in->byte[t->input][t->index];
    u128 a = tree_value(t->kid[0], in);
    unsigned n = t->kid[0]->width;
    if (expr_is_float(t->op)) { /* test_floats.c compares these with plain C */
        u128 v[3] = {a, t->kid[1] ? tree_value(t->kid[1], in) : 0, t->kid[2] ? tree_value(t->kid[2], in) : 0};
        return expr_fold_float(t->op, w, n, v);
    }
    switch (t->op) {
    case EXPR_TABLE: return tree_value(t->byte[a < TREE_TABLE ? (int)a : TREE_TABLE - 1], in);
    case EXPR_NOT: return m - a;
    case EXPR_ZEXT: return a;
    case EXPR_SEXT: return tree_negative(a, n) ? a + (m - tree_ones(n)) : a;
    case EXPR_EXTRACT:
        for (unsigned i = 0; i < t->index; i++) a /= 2;
        return a & m;
    case EXPR_ITE: return tree_value(t->kid[a == 1 ? 1 : 2], in);
    default: break;
    }
    u128 b = tree_value(t->kid[1], in);
    bool na = tree_negative(a, n), nb = tree_negative(b, t->kid[1]->width);
    u128 ma = tree_magnitude(a, n), mb = tree_magnitude(b, t->kid[1]->width);
    switch (t->op) {
    case EXPR_ADD: return (a + b) & m;
    case EXPR_SUB: return (a + (~b & m) + 1) & m;
    case EXPR_MUL: {
        u128 r = 0;
        for (unsigned i = 0; i < w; i++, a += a)
            if (b >> i & 1) r += a;
        return r & m;
    }
    case EXPR_UDIV: return b == 0 ? m : a / b;
    case EXPR_UREM: return b == 0 ? a : a % b;
    case EXPR_SDIV: {
        u128 q = mb == 0 ? m : ma / mb;
        return na != nb ? (~q + 1) & m : q;
    }
    case EXPR_SREM: {
        u128 r = mb == 0 ? ma : ma % mb;
        return na ? (~r + 1) & m : r;
    }
    case EXPR_AND: return a & b;
    case EXPR_OR: return a | b;
    case EXPR_XOR: return (a | b) - (a & b);
    case EXPR_SHL:
        for (u128 i = 0; i < b && i < 128; i++) a = (a + a) & m;
        return a;
    case EXPR_LSHR:
        for (u128 i = 0; i < b && i < 128; i++) a /= 2;
        return a;
    case EXPR_ASHR:
        for (u128 i = 0; i < b && i < 128; i++) a = a / 2 + (na ? (u128)1 << (w - 1) : 0);
        return a;
    case EXPR_EQ: return a == b;
    case EXPR_ULT: return a < b;
    case EXPR_ULE: return !(b < a);
    case EXPR_SLT: return na != nb ? na : a < b;
    case EXPR_SLE: return na != nb ? na : a <= b;
    case EXPR_CONCAT:
        for (unsigned i = 0; i < t->kid[1]->width; i++) a += a;
        return a + b;
    default: base_fatal("operation %d in a tree", (int)t->op);
    }
}

static inline TreeBytes tree_random_bytes(Forest *f) {
    TreeBytes in;
    for (int i = 0; i < TREE_INPUTS; i++)
        for (int j = 0; j < 16; j++) {
            static const uint8_t usual[] = {0, 1, 0xff, 0x80, 0x7f};
            in.byte[i][j] = forest_below(f, 2) ? (uint8_t)forest_random(f) : usual[forest_below(f, 5)];
        }
    return in;
}

static inline Model *tree_model(ExprPool *pool, const TreeBytes *in) {
    Model *m = NULL;
    for (int i = 0; i < TREE_INPUTS; i++) {
        Model *next = model_with(m, expr_input(pool, tree_input_name[i], tree_input_size[i]), in->byte[i]);
        model_unref(m);
        m = next;
    }
    return m;
}

/* How much to try: 1 is a few seconds. */
static inline unsigned test_scale(void) {
    const char *s = getenv("HEDDLE_TEST_SCALE");
    if (!s) return 1;
    if (strcmp(s, "long") == 0) return 50;
    int n = atoi(s);
    return n > 0 ? (unsigned)n : 1;
}

#endif
