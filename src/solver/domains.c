/* domains.c — see domains.h. */
#include "solver/domains.h"
#include "expr/bytes.h"
#include "solver/reads.h"
#include <stdlib.h>

#define TRIES 128
#define MANY_TRIES 8192
#define MOST_NODES 8000000u /* that the tries evaluate, all together */
#define MANY_PRODUCTS 5

/* The values of the only byte that a constraint reads. */
typedef struct ByteSet {
    const Expr *read; /* NULL: the constraint reads several bytes */
    bool hard;        /* many products and quotients: the back end may not end */
    ByteValues values;
} ByteSet;

struct Domains {
    ExprPool *pool;
    ByteSet **known; /* by id of the constraint */
    size_t cap;
};

Domains *domains_new(ExprPool *pool) {
    Domains *d = xcalloc(1, sizeof *d);
    d->pool = pool;
    return d;
}

void domains_free(Domains *d) {
    if (!d) return;
    for (size_t k = 0; k < d->cap; k++) free(d->known[k]);
    free(d->known);
    free(d);
}

/* Whether an expression looks like a hash function. */
static bool is_hard(const Expr *e) {
    VEC(const Expr *) open = {0};
    unsigned products = 0, steps = 0;
    vec_push(&open, e);
    while (open.len && products < MANY_PRODUCTS && steps++ < 4000) {
        const Expr *x = vec_pop(&open);
        products += x->op == EXPR_MUL || (x->op >= EXPR_UDIV && x->op <= EXPR_SREM);
        if (x->op == EXPR_CONST || x->op == EXPR_READ) continue;
        for (int k = 0; k < 3; k++)
            if (x->kid[k]) vec_push(&open, x->kid[k]);
    }
    vec_free(&open);
    return products >= MANY_PRODUCTS;
}

/* Computes the values of the only byte for which the constraint holds. */
static void values_compute(Domains *d, const Expr *e, ByteSet *s) {
    uint64_t holds[BYTE_VALUES];
    bytes_begin(d->pool);
    bool listed = expr_only_byte(e) && bytes_values(d->pool, e, holds);
    for (unsigned v = 0; v < BYTE_VALUES; v++) {
        if (!listed) {
            uint8_t byte = (uint8_t)v;
            Model *m = reads_overlay(NULL, &s->read, 1, &byte);
            holds[v] = expr_eval_trial(d->pool, e, m) != 0;
            model_unref(m);
        }
        if (holds[v]) s->values.bits[v >> 6] |= 1ull << (v & 63);
    }
}

static const ByteSet *set_of(Domains *d, const Expr *e) {
    if (e->id >= d->cap) {
        size_t cap = d->cap ? d->cap : 1024;
        while (cap <= e->id) cap *= 2;
        d->known = xrealloc(d->known, cap * sizeof *d->known);
        memset(d->known + d->cap, 0, (cap - d->cap) * sizeof *d->known);
        d->cap = cap;
    }
    if (d->known[e->id]) return d->known[e->id];
    ByteSet *s = d->known[e->id] = xcalloc(1, sizeof *s);
    const Expr **reads = NULL;
    size_t len = 0, cap = 0;
    expr_reads(d->pool, e, true, &reads, &len, &cap);
    if (len != 1) s->hard = is_hard(e);
    if (len == 1) {
        s->read = reads[0];
        values_compute(d, e, s);
    }
    free(reads);
    return s;
}

bool domains_hard(Domains *d, const Expr *constraint) {
    const ByteSet *s = set_of(d, constraint);
    return s->hard;
}

static bool value_set_has(const ByteValues *set, unsigned v) {
    return set->bits[v >> 6] >> (v & 63) & 1;
}
static unsigned value_set_size(const ByteValues *set) {
    unsigned n = 0;
    for (int k = 0; k < 4; k++) n += (unsigned)__builtin_popcountll(set->bits[k]);
    return n;
}

/* A query: the values left for each byte, and the constraints on several bytes. */
typedef struct Question {
    ByteValues *left;
    const Expr **rest;
    size_t nrest;
    uint64_t product; /* of the numbers of values; above TRIES: too many; 0: no solution */
} Question;

static Question question(Domains *d, ExprList constraints, ExprList read, uint8_t *byte) {
    Question q = {xmalloc((read.len + 1) * sizeof *q.left),
                  xmalloc((constraints.len + 1) * sizeof *q.rest), 0, 1};
    memset(q.left, 255, read.len * sizeof *q.left);
    for (size_t k = 0; k < constraints.len; k++) {
        const ByteSet *s = set_of(d, constraints.data[k]);
        size_t at = 0;
        while (s->read && at < read.len && read.data[at] != s->read) at++;
        if (!s->read || at == read.len)
            q.rest[q.nrest++] = constraints.data[k];
        else
            for (int j = 0; j < 4; j++) q.left[at].bits[j] &= s->values.bits[j];
    }
    for (size_t k = 0; k < read.len; k++) {
        unsigned size = value_set_size(&q.left[k]);
        q.product = !size || !q.product ? 0 : q.product > TRIES ? q.product : q.product * size;
        for (byte[k] = 0; size && !value_set_has(&q.left[k], byte[k]);) byte[k]++;
    }
    return q;
}

static void question_free(Question *q) {
    free(q->left);
    free(q->rest);
}

/* Goes to the next assignment; false after the last. Bytes count like the digits of a number, the
 * first one fastest, like a number in memory: so small numbers come first. */
static bool next_assignment(const Question *q, size_t reads, uint8_t *byte) {
    for (size_t k = 0; k < reads; k++) {
        do byte[k]++;
        while (byte[k] && !value_set_has(&q->left[k], byte[k]));
        if (byte[k]) return true;
        while (!value_set_has(&q->left[k], byte[k])) byte[k]++;
    }
    return false;
}

/* Returns the model of an assignment, if the rest of the constraints holds; else NULL. */
static Model *solution(Domains *d, const Question *q, ExprList read, const uint8_t *byte) {
    Model *m = reads_overlay(NULL, read.data, read.len, byte);
    bool holds = true;
    for (size_t k = 0; k < q->nrest && holds; k++) holds = expr_eval_trial(d->pool, q->rest[k], m);
    if (holds) return m;
    model_unref(m);
    return NULL;
}

SolverResult domains_check(Domains *d, ExprList constraints, ExprList read, DomainsEffort effort,
                           uint8_t *byte) {
    Question q = question(d, constraints, read, byte);
    SolverResult result = !q.product ? SOLVER_UNSAT : !q.nrest ? SOLVER_SAT : SOLVER_UNKNOWN;
    unsigned most = effort == DOMAINS_SETS  ? 0
                    : q.product <= TRIES    ? TRIES
                    : effort == DOMAINS_FEW ? 0
                                            : MANY_TRIES;
    uint64_t until = expr_pool_nodes_evaluated(d->pool) + MOST_NODES;
    for (unsigned tries = 0;
         result == SOLVER_UNKNOWN && tries < most && expr_pool_nodes_evaluated(d->pool) < until;
         tries++) {
        Model *m = solution(d, &q, read, byte);
        if (m) result = SOLVER_SAT;
        model_unref(m);
        if (!m && !next_assignment(&q, read.len, byte)) result = SOLVER_UNSAT;
    }
    question_free(&q);
    return result;
}

bool domains_left(Domains *d, ExprList constraints, ExprList read, ByteValues *left) {
    uint8_t *byte = xcalloc(read.len + 1, 1);
    Question q = question(d, constraints, read, byte);
    memcpy(left, q.left, read.len * sizeof *left);
    bool possible = q.product != 0;
    question_free(&q);
    free(byte);
    return possible;
}

bool domains_first(Domains *d, ExprList constraints, ExprList read, const Expr *e,
                   uint64_t *value) {
    uint8_t *byte = xcalloc(read.len + 1, 1);
    Question q = question(d, constraints, read, byte);
    Model *m = NULL;
    uint64_t until = expr_pool_nodes_evaluated(d->pool) + MOST_NODES;
    for (unsigned tries = 0;
         q.product && tries < MANY_TRIES && expr_pool_nodes_evaluated(d->pool) < until; tries++) {
        m = solution(d, &q, read, byte);
        if (m || !next_assignment(&q, read.len, byte)) break;
    }
    if (m) *value = (uint64_t)expr_eval_trial(d->pool, e, m);
    bool found = m != NULL;
    model_unref(m);
    question_free(&q);
    free(byte);
    return found;
}
