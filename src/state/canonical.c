/* canonical.c — see canonical.h. */
#include "state/canonical.h"
#include <stdlib.h>

#define MAX_WORK 50000 /* values and inputs of them */
#define MOST_INPUTS 64 /* of an expression whose hash is kept */

typedef struct Memo {
    uint32_t epoch;
    uint64_t hash;
} Memo;

/*
 * What an expression is but for the names of its inputs: a hash in which they are numbered by where
 * the expression has them first, and the inputs in that order. It is computed once, from those of
 * the operands. With the numbers that the inputs have in a state it gives the expression's hash in
 * that state.
 */
typedef struct Pattern {
    uint64_t hash;
    uint32_t first; /* place of its inputs in `listed` */
    uint8_t n;      /* their number; MOST_INPUTS + 1: they are too many, and nothing is kept */
    bool known;
} Pattern;

struct Canonical {
    VEC(Pattern) pattern; /* by id of the expression */
    VEC(const Input *) listed;
    VEC(Memo) memo;            /* by id of an expression with too many inputs */
    VEC(Memo) number;          /* by id of the input; hash: its number */
    uint32_t epoch, numbering; /* of the memo, of the numbers */
    uint32_t next, work;
    bool shaping;
};

Canonical *canonical_new(void) { return xcalloc(1, sizeof(Canonical)); }

void canonical_free(Canonical *c) {
    if (!c) return;
    vec_free(&c->pattern);
    vec_free(&c->listed);
    vec_free(&c->memo);
    vec_free(&c->number);
    free(c);
}

void canonical_begin(Canonical *c) {
    c->epoch++;
    c->numbering = c->epoch;
    c->next = 0;
    c->work = 0;
}

bool canonical_is_overdone(const Canonical *c) { return c->work > MAX_WORK; }

bool canonical_is_numbered(const Canonical *c, const Input *input) {
    return input->id < c->number.len && c->number.data[input->id].epoch == c->numbering;
}

uint64_t canonical_number(const Canonical *c, const Input *input) {
    return canonical_is_numbered(c, input) ? c->number.data[input->id].hash : 0;
}

static uint64_t canonical_input_hash(Canonical *c, const Input *input) {
    Memo none = {0};
    while (c->number.len <= input->id) vec_push(&c->number, none);
    Memo *n = &c->number.data[input->id];
    if (n->epoch != c->numbering) {
        if (c->shaping) return hash_mix(input->size + 0x5ba9e);
        n->epoch = c->numbering;
        n->hash = ++c->next;
    }
    /* Inputs are numbered in the order in which they are first met, from 1 on. */
    invariant(n->hash && n->hash <= c->next && c->next <= c->number.len);
    return hash_combine(n->hash, input->size);
}

/* Returns operand number `k` of an expression, or NULL; bytes of a table come after its index. */
static const Expr *canonical_operand(const Expr *e, uint32_t k) {
    unsigned kids = expr_kid_count(e);
    if (k < kids) return e->kid[k];
    return e->op == EXPR_TABLE && k - kids < e->table->len ? e->table->byte[k - kids] : NULL;
}

static uint64_t canonical_node_hash(const Expr *e) {
    return hash_mix((uint64_t)e->op << 40 | (uint64_t)e->width << 32 | e->index);
}

/* The place of an input in a list of n, which is n if it is not there. */
static uint32_t listed_at(const Input *const *list, uint32_t n, const Input *input) {
    uint32_t k = 0;
    while (k < n && list[k] != input) k++;
    return k;
}

static Pattern pattern_of(Canonical *c, const Expr *e);

static Pattern pattern_of_byte(Canonical *c, const Expr *e) {
    Pattern p = {canonical_node_hash(e), 0, 0, true};
    /* An undefined value is no input of the program: it matters which memory it came from. */
    if (e->input->undefined) {
        p.hash = hash_combine(p.hash, hash_combine(e->input->hash, 0xdef));
        return p;
    }
    p.hash = hash_combine(p.hash, e->input->size);
    p.first = (uint32_t)c->listed.len;
    p.n = 1;
    vec_push(&c->listed, e->input);
    return p;
}

/* Combines the patterns of the operands. */
static Pattern pattern_of_operation(Canonical *c, const Expr *e) {
    Pattern p = {canonical_node_hash(e), 0, 0, true};
    const Input *list[MOST_INPUTS];
    const Expr *operand;
    for (uint32_t k = 0; (operand = canonical_operand(e, k)); k++) {
        Pattern x = pattern_of(c, operand);
        p.hash = hash_combine(p.hash, x.hash);
        for (uint32_t j = 0; j < x.n && p.n <= MOST_INPUTS; j++) {
            if (x.n > MOST_INPUTS) {
                p.n = x.n;
                break;
            }
            const Input *input = c->listed.data[x.first + j];
            uint32_t at = listed_at(list, p.n, input);
            if (at == p.n && p.n++ < MOST_INPUTS) list[at] = input;
            p.hash = hash_combine(p.hash, at);
        }
    }
    if (p.n > MOST_INPUTS) return p;
    p.first = (uint32_t)c->listed.len;
    for (uint32_t k = 0; k < p.n; k++) vec_push(&c->listed, list[k]);
    return p;
}

static Pattern pattern_of(Canonical *c, const Expr *e) {
    if (e->op == EXPR_CONST) return (Pattern){e->hash, 0, 0, true};
    Pattern none = {0};
    while (c->pattern.len <= e->id) vec_push(&c->pattern, none);
    if (!c->pattern.data[e->id].known) {
        Pattern p = e->op == EXPR_READ ? pattern_of_byte(c, e) : pattern_of_operation(c, e);
        c->pattern.data[e->id] = p;
    }
    return c->pattern.data[e->id];
}

static uint64_t canonical_hash_expr(Canonical *c, const Expr *e) {
    Pattern p = pattern_of(c, e);
    if (p.n <= MOST_INPUTS) {
        c->work += 1 + p.n;
        for (uint32_t k = 0; k < p.n; k++)
            p.hash = hash_combine(p.hash, canonical_input_hash(c, c->listed.data[p.first + k]));
        return p.hash;
    }
    Memo none = {0};
    while (c->memo.len <= e->id) vec_push(&c->memo, none);
    /* The memo of a shape is not taken for a hash: shapes have epochs of their own. */
    invariant(c->memo.data[e->id].epoch <= c->epoch && c->numbering <= c->epoch);
    if (c->memo.data[e->id].epoch == c->epoch) return c->memo.data[e->id].hash;
    if (++c->work > MAX_WORK) return 0;
    uint64_t h = canonical_node_hash(e);
    const Expr *operand;
    for (uint32_t k = 0; (operand = canonical_operand(e, k)); k++)
        h = hash_combine(h, canonical_hash_expr(c, operand));
    c->memo.data[e->id] = (Memo){c->epoch, h};
    return h;
}

uint64_t canonical_hash(Canonical *c, const Expr *e) {
    c->shaping = false;
    return canonical_hash_expr(c, e);
}

uint64_t canonical_shape(Canonical *c, const Expr *e) {
    /* What was hashed before holds no input without a number; what is hashed now may. */
    uint32_t epoch = c->epoch;
    c->shaping = true;
    c->epoch = epoch + 1;
    uint32_t numbered = c->next;
    uint64_t h = canonical_hash_expr(c, e);
    invariant(c->next == numbered);
    c->epoch = epoch + 2;
    return h;
}
