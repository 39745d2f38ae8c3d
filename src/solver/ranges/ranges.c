/* ranges.c — see ranges.h. */
#include "solver/ranges/ranges.h"
#include "expr/bytes.h"
#include "solver/ranges/ranges_internal.h"
#include "solver/reads.h"
#include <stdlib.h>

/* Visits of nodes in one query, and in one propagation; rounds of a propagation; values that are
 * tried; steps of a walk, and nodes that they evaluate. */
enum {
    MOST_WORK = 20000,
    WORK_AT_ONCE = 4000,
    MOST_PASSES = 5,
    MOST_CHOICES = 24,
    MOST_STEPS = 1500,
    WALK_WORK = 400000
};

Ranges *ranges_new(ExprPool *pool) {
    Ranges *r = xcalloc(1, sizeof *r);
    r->pool = pool;
    return r;
}

void ranges_free(Ranges *r) {
    if (!r) return;
    free(r->place);
    vec_free(&r->nodes);
    free(r->vector_of);
    vec_free(&r->vectors);
    vec_free(&r->vectored);
    free(r);
}

/* Begins with nothing known but what is left to the bytes. */
static void ranges_begin(Ranges *r, ExprList read) {
    size_t count = expr_pool_count(r->pool);
    if (r->place_cap < count) {
        size_t cap = count + count / 2 + 1024;
        r->place = xrealloc(r->place, cap * sizeof *r->place);
        memset(r->place + r->place_cap, 0, (cap - r->place_cap) * sizeof *r->place);
        r->place_cap = cap;
    }
    r->nodes.len = 0;
    r->pass = 1;
    r->impossible = false;
    for (size_t k = 0; k < read.len; k++) ranges_visit(r, read.data[k])->at = (uint32_t)k;
}

/* Propagates what the constraints say until nothing changes. False if they cannot hold. */
static bool ranges_propagate(Ranges *r, ExprList constraints, ExprList read) {
    unsigned work = r->work;
    ranges_begin(r, read);
    r->work = MIN(work, (unsigned)WORK_AT_ONCE);
    unsigned given = r->work;
    r->changed = true;
    for (unsigned pass = 0; pass < MOST_PASSES && r->changed && !r->impossible; pass++) {
        r->pass++;
        r->changed = false;
        for (size_t k = 0; k < constraints.len && !r->impossible; k++)
            ranges_narrow(r, constraints.data[k], known_const(1, 1), 0);
    }
    r->work = work - (given - r->work);
    return !r->impossible;
}

static unsigned values_count(const ByteValues *v) {
    unsigned n = 0;
    for (int k = 0; k < 4; k++) n += (unsigned)__builtin_popcountll(v->bits[k]);
    return n;
}

/* Returns a value that is left: the one of `near`, or else the smallest. */
static uint8_t values_choose(const ByteValues *v, uint8_t near) {
    if (v->bits[near >> 6] >> (near & 63) & 1) return near;
    unsigned word = 0;
    while (!v->bits[word]) word++;
    return (uint8_t)(word * 64 + (unsigned)__builtin_ctzll(v->bits[word]));
}

/* Whether the constraints hold with a value of each byte that is left to it. */
static bool choice_holds(Ranges *r, ExprList constraints, ExprList read, const Model *near,
                         uint8_t *byte) {
    for (size_t k = 0; k < read.len; k++)
        byte[k] =
            values_choose(&r->left[k], model_byte(near, read.data[k]->input, read.data[k]->index));
    Model *m = reads_overlay(NULL, read.data, read.len, byte);
    bool holds = true;
    for (size_t k = constraints.len; k-- > 0 && holds;)
        holds = expr_eval_trial(r->pool, constraints.data[k], m) != 0;
    model_unref(m);
    return holds;
}

/* The byte with the fewest values of those that have several; read.len: none. */
static size_t open_byte(const Ranges *r, ExprList read) {
    size_t found = read.len;
    unsigned fewest = BYTE_VALUES + 1;
    for (size_t k = 0; k < read.len; k++) {
        unsigned n = values_count(&r->left[k]);
        if (n < 2 || n >= fewest) continue;
        fewest = n;
        found = k;
    }
    return found;
}

/* Chooses values one after the other, and propagates each. A value that contradicts the constraints
 * is removed; that is a proof only as long as nothing was chosen. */
static SolverResult ranges_search(Ranges *r, ExprList constraints, ExprList read, const Model *near,
                                  uint8_t *byte) {
    ByteValues *before = xmalloc((2 * read.len + 1) * sizeof *before), *first = before + read.len;
    memcpy(first, r->left, read.len * sizeof *first);
    SolverResult result = SOLVER_UNKNOWN;
    bool chosen = false;
    for (unsigned n = 0; result == SOLVER_UNKNOWN && n < MOST_CHOICES && r->work; n++) {
        if (choice_holds(r, constraints, read, near, byte)) {
            result = SOLVER_SAT;
            break;
        }
        size_t at = open_byte(r, read);
        if (at == read.len) break;
        memcpy(before, r->left, read.len * sizeof *before);
        unsigned v = byte[at];
        r->left[at] = (ByteValues){{0}};
        r->left[at].bits[v >> 6] = 1ull << (v & 63);
        if (ranges_propagate(r, constraints, read)) {
            chosen = true;
            continue;
        }
        memcpy(r->left, before, read.len * sizeof *before);
        r->left[at].bits[v >> 6] &= ~(1ull << (v & 63));
        if (ranges_propagate(r, constraints, read)) continue;
        if (!chosen) result = SOLVER_UNSAT;
        break;
    }
    memcpy(r->left, first, read.len * sizeof *first);
    free(before);
    return result;
}

SolverResult ranges_check(Ranges *r, ExprList constraints, ExprList read, ByteValues *left,
                          const Model *near, uint8_t *byte) {
    r->left = left;
    r->work = MOST_WORK;
    SolverResult result = ranges_propagate(r, constraints, read)
                              ? ranges_search(r, constraints, read, near, byte)
                              : SOLVER_UNSAT;
    r->left = NULL;
    return result;
}

KnownRange ranges_around(Ranges *r, ExprList constraints, const Expr *e, ExprList read,
                         ByteValues *left) {
    r->left = left;
    r->work = MOST_WORK;
    Known known = known_any(e->width);
    if (ranges_propagate(r, constraints, read)) {
        r->pass++;
        r->work = WORK_AT_ONCE;
        known = ranges_of(r, e, 0);
    }
    r->left = NULL;
    if (known_is_empty(known)) known = known_any(e->width);
    return known_range(e->width, known, false);
}

/* --- walks ------------------------------------------------------------------------------------ */

/* Returns how many constraints hold with these values. */
static size_t walk_score(Ranges *r, ExprList constraints, ExprList read, const uint8_t *byte) {
    Model *m = reads_overlay(NULL, read.data, read.len, byte);
    size_t score = 0;
    for (size_t k = 0; k < constraints.len; k++)
        score += expr_eval_trial(r->pool, constraints.data[k], m) != 0;
    model_unref(m);
    return score;
}

bool ranges_walk(Ranges *r, ExprList constraints, ExprList read, const ByteValues *left,
                 const Model *near, uint8_t *byte) {
    uint64_t random = constraints.len; /* the same steps for the same query */
    uint8_t *step = xmalloc(read.len + 1);
    for (size_t k = 0; k < read.len; k++)
        byte[k] =
            values_choose(&left[k], model_byte(near, read.data[k]->input, read.data[k]->index));
    size_t score = walk_score(r, constraints, read, byte);
    uint64_t until = expr_pool_nodes_evaluated(r->pool) + WALK_WORK;
    for (unsigned n = 0; read.len && n < MOST_STEPS && score < constraints.len &&
                         expr_pool_nodes_evaluated(r->pool) < until;
         n++) {
        memcpy(step, byte, read.len);
        for (unsigned changes = 1 + n % 4; changes-- > 0;) {
            random = hash_mix(random + 1);
            size_t at = (size_t)(random >> 8) % read.len;
            step[at] = values_choose(&left[at], (uint8_t)random);
        }
        size_t reached = walk_score(r, constraints, read, step);
        if (reached < score) continue;
        score = reached;
        memcpy(byte, step, read.len);
    }
    free(step);
    return score == constraints.len;
}
