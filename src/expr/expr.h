/*
 * expr.h — symbolic values: hash-consed bit-vector expressions of 1 to 128 bits over the bytes of
 * named inputs, with an evaluator and models. A simplifier works while an expression is built.
 *
 * Invariants: an expression is immutable, owned by its pool and alive as long as the pool. Two
 * structurally equal expressions of one pool are the same pointer. `hash` depends only on structure
 * and input names, never on addresses, order of creation or the pool.
 *
 * Division by zero, remainder by zero and shifts by at least the width have the meaning of SMT-LIB.
 * Unsigned x/0 = all ones, signed x/0 = x < 0 ? 1 : -1, x%0 = x; shl and lshr give 0, ashr the
 * sign. The smallest number / -1 wraps. The virtual machine guards the program's own divisions
 * before it builds an expression. No solver is called from here.
 */
#ifndef HEDDLE_EXPR_EXPR_H
#define HEDDLE_EXPR_EXPR_H

#include "base/base.h"
#include <stdio.h>

typedef enum ExprOp {
    EXPR_CONST, /* value */
    EXPR_READ,  /* byte `index` of `input`; width 8 */
    EXPR_TABLE, /* byte number kid[0] of a table of byte expressions; width 8. The index is below
                   the length on every path that uses it; otherwise it means the last byte */
    EXPR_ADD,
    EXPR_SUB,
    EXPR_MUL,
    EXPR_UDIV,
    EXPR_SDIV,
    EXPR_UREM,
    EXPR_SREM,
    EXPR_AND,
    EXPR_OR,
    EXPR_XOR,
    EXPR_SHL,
    EXPR_LSHR,
    EXPR_ASHR,
    EXPR_EQ,
    EXPR_ULT,
    EXPR_ULE,
    EXPR_SLT,
    EXPR_SLE, /* comparisons have width 1 */
    EXPR_NOT, /* bitwise complement */
    EXPR_ZEXT,
    EXPR_SEXT,
    EXPR_EXTRACT, /* `width` bits of kid[0] from bit `index` up */
    EXPR_CONCAT,  /* kid[0] is the high part, kid[1] the low part */
    EXPR_ITE,     /* kid[0] (width 1) ? kid[1] : kid[2] */
    /* On the bits of float and double (32 and 64), as base/floats.h computes them. */
    EXPR_FADD,
    EXPR_FSUB,
    EXPR_FMUL,
    EXPR_FDIV,
    EXPR_FMA, /* kid[0] * kid[1] + kid[2] */
    EXPR_FSQRT,
    EXPR_FFLOOR,
    EXPR_FCEIL,
    EXPR_FTRUNC,
    EXPR_FRINT,    /* to nearest, ties to even */
    EXPR_FROUND,   /* to nearest, ties away from zero */
    EXPR_FCONVERT, /* float to double and back */
    EXPR_FEQ,
    EXPR_FLT,
    EXPR_FLE,   /* comparisons have width 1, and do not hold for NaN */
    EXPR_SITOF, /* a number of any width to float or double */
    EXPR_UITOF,
    EXPR_FTOSI, /* truncated to 32 or 64 bits; the lowest number if it does not fit */
    EXPR_OP_COUNT
} ExprOp;

typedef struct Expr Expr;
typedef struct ExprPool ExprPool;
typedef struct Model Model;

/* A symbolic input of the program under test: an array of bytes, interned by name in its pool. */
typedef struct Input {
    const char *name; /* independent of the schedule */
    uint32_t size;    /* bytes. Inputs of one name on different paths may differ in it: they are
                         different inputs in every pool, whichever was met first */
    uint32_t id;      /* dense, in order of creation in this pool */
    uint64_t hash;    /* of the name and the size */
    bool undefined;   /* it is no input, but memory that was never written: see expr_undefined */
} Input;

/* An immutable array of byte expressions (width 8), used by EXPR_TABLE; interned. */
typedef struct ExprTable {
    uint32_t len;
    uint32_t id;
    uint64_t hash;
    const Expr *byte[];
} ExprTable;

struct Expr {
    uint8_t op;       /* ExprOp */
    uint8_t width;    /* 1..128 */
    uint16_t depth;   /* saturating height */
    uint32_t id;      /* dense, in order of creation in this pool */
    uint64_t hash;    /* structural */
    uint32_t index;   /* READ, EXTRACT */
    bool undefined;   /* it contains a byte of memory that was never written */
    const Expr *only; /* the READ that it depends on alone; NULL: none. See bytes.h */
    union {
        u128 value; /* CONST, zero above `width` */
        const Input *input;
        struct {
            const Expr *kid[3];
            const ExprTable *table;
        };
    };
};

ExprPool *expr_pool_new(void);
void expr_pool_free(ExprPool *pool);
/* Whether constructors simplify (initially they do). If not, each builds exactly the requested
 * node; tests compare the two. Expressions of both kinds may be mixed. */
void expr_pool_set_simplify(ExprPool *pool, bool on);
/* Returns the number of distinct expressions made so far; every id is below it. */
uint32_t expr_pool_count(const ExprPool *pool);
/* Returns the input of this id, or NULL. */
const Input *expr_input_by_id(const ExprPool *pool, uint32_t id);

/* Returns the input of this name and size, creating it at the first use. */
const Input *expr_input(ExprPool *pool, const char *name, uint32_t size);
/* The same for memory that was never written, which has a name of its own. Each of its bytes is a
 * variable that no model names and no constraint contains. */
const Input *expr_undefined(ExprPool *pool, const char *name, uint32_t size);
/* Returns an input of this name, or NULL. */
const Input *expr_input_find(const ExprPool *pool, const char *name);

/* Constructors. All simplify; the result may be of any operation. Widths of operands must agree. */
const Expr *expr_const(ExprPool *pool, unsigned width,
                       u128 value);                /* value is truncated to width */
const Expr *expr_bool(ExprPool *pool, bool value); /* width 1 */
const Expr *expr_read(ExprPool *pool, const Input *input, uint32_t index);
/* Returns `count` little-endian bytes (at most 16) of `input`, from `index` up, as one value of
 * 8*count bits. */
const Expr *expr_read_le(ExprPool *pool, const Input *input, uint32_t index, unsigned count);
/* Returns the same expression in another pool; `e` may belong to any. Its own pool may be in use
 * meanwhile. */
const Expr *expr_import(ExprPool *pool, const Expr *e);
const Expr *expr_table(ExprPool *pool, const Expr *index, const Expr *const *bytes, uint32_t len);
/* Operations EXPR_ADD to EXPR_SLE. */
const Expr *expr_binary(ExprPool *pool, ExprOp op, const Expr *a, const Expr *b);
const Expr *expr_not(ExprPool *pool, const Expr *a);
const Expr *expr_neg(ExprPool *pool, const Expr *a);
const Expr *expr_zext(ExprPool *pool, const Expr *a, unsigned width); /* same width: a itself */
const Expr *expr_sext(ExprPool *pool, const Expr *a, unsigned width);
const Expr *expr_extract(ExprPool *pool, const Expr *a, unsigned offset, unsigned width);
const Expr *expr_trunc(ExprPool *pool, const Expr *a, unsigned width);
const Expr *expr_concat(ExprPool *pool, const Expr *high, const Expr *low);
const Expr *expr_ite(ExprPool *pool, const Expr *cond, const Expr *then, const Expr *otherwise);
/* Operations EXPR_FADD to EXPR_FTOSI, with as many operands as expr_kid_count says. `width` is that
 * of the result. Nothing but constants is simplified. */
const Expr *expr_float(ExprPool *pool, ExprOp op, unsigned width, const Expr *const kid[3]);
/* Whether operands of these widths make a result of the width. */
bool expr_float_fits(ExprOp op, unsigned width, const Expr *const kid[3]);
/* Helpers of width 1. */
const Expr *expr_eq(ExprPool *pool, const Expr *a, const Expr *b);
const Expr *expr_and(ExprPool *pool, const Expr *a, const Expr *b);
const Expr *expr_or(ExprPool *pool, const Expr *a, const Expr *b);

static inline unsigned expr_kid_count(const Expr *e) {
    switch ((ExprOp)e->op) {
    case EXPR_CONST:
    case EXPR_READ: return 0;
    case EXPR_TABLE:
    case EXPR_NOT:
    case EXPR_ZEXT:
    case EXPR_SEXT:
    case EXPR_EXTRACT:
    case EXPR_FSQRT:
    case EXPR_FFLOOR:
    case EXPR_FCEIL:
    case EXPR_FTRUNC:
    case EXPR_FRINT:
    case EXPR_FROUND:
    case EXPR_FCONVERT:
    case EXPR_SITOF:
    case EXPR_UITOF:
    case EXPR_FTOSI: return 1;
    case EXPR_ITE:
    case EXPR_FMA: return 3;
    default: return 2;
    }
}

/* Whether the operation is one of floating point. */
static inline bool expr_is_float(ExprOp op) { return op >= EXPR_FADD && op <= EXPR_FTOSI; }
/* Whether it is one whose result is a float or double. */
static inline bool expr_gives_float(ExprOp op) {
    return expr_is_float(op) && !(op >= EXPR_FEQ && op <= EXPR_FLE) && op != EXPR_FTOSI;
}

static inline bool expr_is_const(const Expr *e) { return e->op == EXPR_CONST; }
static inline bool expr_is_true(const Expr *e) {
    return e->op == EXPR_CONST && e->width == 1 && e->value == 1;
}
static inline bool expr_is_false(const Expr *e) {
    return e->op == EXPR_CONST && e->width == 1 && e->value == 0;
}

/* Computes a binary operation on `width`-bit values: its concrete meaning, for oracle and constant
 * folding. */
u128 expr_fold_binary(ExprOp op, unsigned width, u128 a, u128 b);
/* The same for operations of floating point; `from` is the width of the operands. */
u128 expr_fold_float(ExprOp op, unsigned width, unsigned from, const u128 operand[3]);

/* Evaluates `e` with the bytes of `model` as inputs; bytes that it does not name are 0. */
u128 expr_eval(ExprPool *pool, const Expr *e, const Model *model);
/* The same, for a caller that tries several models in turn. The values that expr_eval computed
 * under its last model are kept. (Under an unchanged model expr_eval is incremental: each node is
 * computed once.) */
u128 expr_eval_trial(ExprPool *pool, const Expr *e, const Model *model);
/* Returns the number of calls of both so far, as a measure of work. */
uint64_t expr_pool_evaluations(const ExprPool *pool);
/* Returns the number of nodes that these computed. */
uint64_t expr_pool_nodes_evaluated(const ExprPool *pool);

/* The inputs that `e` depends on: ids ascending, no repeats; owned by the pool (computed once per
 * expression). */
typedef struct ExprInputs {
    uint32_t len;
    const Input *input[];
} ExprInputs;
const ExprInputs *expr_inputs(ExprPool *pool, const Expr *e);
/* The input bytes that `e` depends on, coarsened: bit k of `mask` stands for all bytes of the input
 * whose index is k modulo 64. Disjoint supports mean disjoint bytes. Ids ascending; owned by the
 * pool, shared, cached. */
typedef struct ExprSupport {
    uint32_t len;
    struct {
        uint32_t input; /* id */
        uint64_t mask;
    } part[];
} ExprSupport;
const ExprSupport *expr_support(ExprPool *pool, const Expr *e);
/* Adds every READ that `e` contains to out[0 .. *len-1], a growing array (realloc) of capacity
 * *cap. READs met since the last call with `first` set are not repeated. */
void expr_reads(ExprPool *pool, const Expr *e, bool first, const Expr ***out, size_t *len,
                size_t *cap);
/* Whether two expressions share an input byte, with the coarse bytes of expr_support. May be true
 * without need, but is never false wrongly. */
bool expr_connected(ExprPool *pool, const Expr *a, const Expr *b);

/* Prints readable infix text, such as `(x[0..3] s< 10)`. Shared parts may be printed again, up to
 * `limit` characters, then "…". */
void expr_print(FILE *out, const Expr *e, size_t limit);
/* Prints text as in C, such as `(2 * n + 1)`, equal to the expression modulo its width where casts
 * do not say more. The same limit. */
void expr_print_c(FILE *out, const Expr *e, size_t limit);

/*
 * A model: concrete bytes for inputs. Immutable and reference-counted; NULL is the model that maps
 * every byte to 0. Functions return a reference that the caller owns. A model names inputs of one
 * pool and, its count not being atomic, belongs to that pool's worker; it must not outlive the
 * pool.
 */
Model *model_ref(const Model *m);
void model_unref(const Model *m);
uint8_t model_byte(const Model *m, const Input *input, uint32_t index);
/* Returns a model equal to `m` except for bytes [0, input->size) of `input`. */
Model *model_with(const Model *m, const Input *input, const uint8_t *bytes);
/* Copies the bytes of `input` into out[0 .. input->size-1]. */
void model_bytes(const Model *m, const Input *input, uint8_t *out);
/* The inputs that the model names, numbers 0 to model_count-1, by ascending id. */
uint32_t model_count(const Model *m);
const Input *model_input(const Model *m, uint32_t i);

#endif
