/* canonical.c — see canonical.h. */
#include "state/canonical.h"
#include <stdlib.h>

#define MAX_WORK 50000 /* expressions visited */

typedef struct Memo {
    uint32_t epoch;
    uint64_t hash;
} Memo;

struct Canonical {
    VEC(Memo) memo;            /* by id of the expression */
    VEC(Memo) number;          /* by id of the input; hash: its number */
    uint32_t epoch, numbering; /* of the memo, of the numbers */
    uint32_t next, work;
    bool shaping;
};

Canonical *canonical_new(void) { return xcalloc(1, sizeof(Canonical)); }

void canonical_free(Canonical *c) {
    if (!c) return;
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
    /* An undefined value is no input of the program: it matters which memory it came from. */
    if (input->undefined) return hash_combine(input->hash, 0xdef);
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

static uint64_t canonical_hash_expr(Canonical *c, const Expr *e) {
    if (e->op == EXPR_CONST) return e->hash;
    Memo none = {0};
    while (c->memo.len <= e->id) vec_push(&c->memo, none);
    /* The memo of a shape is not taken for a hash: shapes have epochs of their own. */
    invariant(c->memo.data[e->id].epoch <= c->epoch && c->numbering <= c->epoch);
    if (c->memo.data[e->id].epoch == c->epoch) return c->memo.data[e->id].hash;
    if (++c->work > MAX_WORK) return 0;
    uint64_t h = hash_mix((uint64_t)e->op << 40 | (uint64_t)e->width << 32 | e->index);
    if (e->op == EXPR_READ)
        h = hash_combine(h, canonical_input_hash(c, e->input));
    else {
        for (int k = 0; k < 3 && e->kid[k]; k++)
            h = hash_combine(h, canonical_hash_expr(c, e->kid[k]));
        for (uint32_t k = 0; e->op == EXPR_TABLE && k < e->table->len; k++)
            h = hash_combine(h, canonical_hash_expr(c, e->table->byte[k]));
    }
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
