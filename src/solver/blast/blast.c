/* blast.c — see blast.h. */
#include "solver/blast/blast.h"
#include "solver/blast/circuits.h"
#include <stdlib.h>

void blast_open(Blast *b, bool (*stop)(void *context), void *context) {
    gates_open(&b->gates, stop, context);
}

void blast_close(Blast *b) {
    gates_close(&b->gates);
    for (size_t k = 0; k < b->done.len; k++) b->at[b->done.data[k]] = 0;
    b->done.len = b->wires.len = 0;
}

void blast_free(Blast *b) {
    gates_free(&b->gates);
    free(b->at);
    vec_free(&b->wires);
    vec_free(&b->done);
    vec_free(&b->stack);
}

/* --- tables ----------------------------------------------------------------------------------- */

/* A bit of the table's bytes from `start` on, chosen by the `level` lowest bits of the index. */
static int table_bit(Blast *b, const ExprTable *t, const int *index, uint64_t start, unsigned level,
                     unsigned bit) {
    uint64_t end = start + ((uint64_t)1 << level), last = t->len - 1;
    int first = blast_wires(b, t->byte[MIN(start, last)])[bit];
    bool same = true;
    for (uint64_t k = start + 1; k < end && k <= last && same; k++)
        same = blast_wires(b, t->byte[k])[bit] == first;
    if (same) return first;
    uint64_t middle = start + ((uint64_t)1 << (level - 1));
    int high = table_bit(b, t, index, middle, level - 1, bit);
    int low = table_bit(b, t, index, start, level - 1, bit);
    return gate_mux(&b->gates, index[level - 1], high, low);
}

static void blast_table(Blast *b, const Expr *e, int *out) {
    const ExprTable *t = e->table;
    unsigned width = e->kid[0]->width, levels = 0;
    while (levels < width && levels < 32 && ((uint64_t)1 << levels) < t->len) levels++;
    int index[MOST_WIRES], inside[MOST_WIRES + 1];
    memcpy(index, blast_wires(b, e->kid[0]), width * sizeof *index);
    for (unsigned k = levels; k < width; k++) inside[k - levels] = -index[k];
    int fits = gate_and_all(&b->gates, inside, width - levels);
    for (unsigned k = 0; k < 8; k++)
        out[k] = gate_mux(&b->gates, fits, table_bit(b, t, index, 0, levels, k),
                          blast_wires(b, t->byte[t->len - 1])[k]);
}

/* --- operations ------------------------------------------------------------------------------- */

/* Operations that only choose and copy wires. */
static void blast_parts(const Expr *e, const int *a, const int *b, int *out) {
    unsigned w = e->width, n = e->kid[0]->width, low;
    switch ((ExprOp)e->op) {
    case EXPR_NOT:
        for (unsigned k = 0; k < w; k++) out[k] = -a[k];
        return;
    case EXPR_ZEXT:
    case EXPR_SEXT:
        for (unsigned k = 0; k < w; k++)
            out[k] = k < n ? a[k] : e->op == EXPR_SEXT ? a[n - 1] : WIRE_FALSE;
        return;
    case EXPR_EXTRACT: memcpy(out, a + e->index, w * sizeof *out); return;
    case EXPR_CONCAT:
        low = e->kid[1]->width;
        for (unsigned k = 0; k < w; k++) out[k] = k < low ? b[k] : a[k - low];
        return;
    default: base_fatal("operation %d has gates", (int)e->op);
    }
}

static void blast_gates(Gates *g, const Expr *e, const int *a, const int *b, const int *c,
                        int *out) {
    unsigned w = e->width, n = e->kid[0]->width;
    ExprOp op = (ExprOp)e->op;
    switch (op) {
    case EXPR_ITE: circuit_choose(g, a[0], b, c, w, out); return;
    case EXPR_ADD: circuit_add(g, a, b, false, WIRE_FALSE, w, out); return;
    case EXPR_SUB: circuit_add(g, a, b, true, WIRE_TRUE, w, out); return;
    case EXPR_MUL: circuit_multiply(g, a, b, w, out); return;
    case EXPR_UDIV:
    case EXPR_SDIV:
    case EXPR_UREM:
    case EXPR_SREM: circuit_divide(g, op, a, b, w, out); return;
    case EXPR_AND:
        for (unsigned k = 0; k < w; k++) out[k] = gate_and(g, a[k], b[k]);
        return;
    case EXPR_OR:
        for (unsigned k = 0; k < w; k++) out[k] = gate_or(g, a[k], b[k]);
        return;
    case EXPR_XOR:
        for (unsigned k = 0; k < w; k++) out[k] = gate_xor(g, a[k], b[k]);
        return;
    case EXPR_SHL:
    case EXPR_LSHR:
    case EXPR_ASHR: circuit_shift(g, op, a, b, w, out); return;
    case EXPR_EQ: out[0] = circuit_equal(g, a, b, n); return;
    case EXPR_ULT: out[0] = circuit_less(g, a, b, n, false, false); return;
    case EXPR_ULE: out[0] = circuit_less(g, a, b, n, false, true); return;
    case EXPR_SLT: out[0] = circuit_less(g, a, b, n, true, false); return;
    case EXPR_SLE: out[0] = circuit_less(g, a, b, n, true, true); return;
    default: base_fatal("operation %d has no gates", (int)op);
    }
}

/* Computes the wires of `e`, whose operands are translated. */
static void blast_one(Blast *b, const Expr *e, int *out) {
    static const int none[MOST_WIRES];
    const int *kid[3] = {none, none, none};
    switch ((ExprOp)e->op) {
    case EXPR_CONST:
        for (unsigned k = 0; k < e->width; k++) out[k] = wire_of(e->value >> k & 1);
        return;
    case EXPR_READ:
        for (unsigned k = 0; k < e->width; k++) out[k] = gate_fresh(&b->gates);
        return;
    case EXPR_TABLE: blast_table(b, e, out); return;
    default: break;
    }
    for (unsigned k = 0; k < expr_kid_count(e); k++) kid[k] = blast_wires(b, e->kid[k]);
    if (e->op == EXPR_NOT || (e->op >= EXPR_ZEXT && e->op <= EXPR_CONCAT))
        blast_parts(e, kid[0], kid[1], out);
    else
        blast_gates(&b->gates, e, kid[0], kid[1], kid[2], out);
}

/* Puts the operands that are not yet translated on the stack; whether there are any. */
static bool push_operands(Blast *b, const Expr *e) {
    size_t before = b->stack.len;
    for (unsigned k = 0; k < expr_kid_count(e); k++)
        if (!blast_has(b, e->kid[k])) vec_push(&b->stack, e->kid[k]);
    if (e->op == EXPR_TABLE)
        for (uint32_t k = 0; k < e->table->len; k++)
            if (!blast_has(b, e->table->byte[k])) vec_push(&b->stack, e->table->byte[k]);
    return b->stack.len > before;
}

bool blast_translate(Blast *b, const Expr *root, bool (*stop)(void *context), void *context) {
    uint32_t count = expr_pool_count(b->pool);
    if (b->at_cap < count) {
        size_t cap = MAX((size_t)count + count / 2, (size_t)1024);
        b->at = xrealloc(b->at, cap * sizeof *b->at);
        memset(b->at + b->at_cap, 0, (cap - b->at_cap) * sizeof *b->at);
        b->at_cap = cap;
    }
    b->stack.len = 0;
    vec_push(&b->stack, root);
    while (b->stack.len) {
        const Expr *e = vec_last(&b->stack);
        if (!blast_has(b, e)) {
            if (push_operands(b, e)) continue;
            if (stop(context)) return false;
            int out[MOST_WIRES + 1];
            blast_one(b, e, out);
            b->at[e->id] = (uint32_t)b->wires.len + 1;
            for (unsigned k = 0; k < e->width; k++) vec_push(&b->wires, out[k]);
            vec_push(&b->done, e->id);
        }
        b->stack.len--;
    }
    return true;
}
