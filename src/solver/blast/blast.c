/* blast.c — see blast.h. */
#include "solver/blast/blast.h"
#include "solver/blast/circuits.h"
#include "solver/blast/floats.h"
#include <stdlib.h>

/* From so many bytes on a table is lazy, if they are constants, and if not all are; and after so
 * many of its places it is made a circuit. */
enum { LAZY_CONSTANTS = 2048, LAZY_BYTES = 96, MOST_REFINED = 48 };

void blast_open(Blast *b, bool (*stop)(void *context), void *context) {
    gates_open(&b->gates, stop, context);
}

void blast_close(Blast *b) {
    gates_close(&b->gates);
    for (size_t k = 0; k < b->done.len; k++) b->node[b->done.data[k]].at = 0;
    b->done.len = b->wires.len = b->lazy.len = 0;
}

void blast_forget(Blast *b) {
    if (b->node_cap) memset(b->node, 0, b->node_cap * sizeof *b->node);
    b->walks = 0;
}

void blast_free(Blast *b) {
    gates_free(&b->gates);
    free(b->node);
    vec_free(&b->wires);
    vec_free(&b->done);
    vec_free(&b->lazy);
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
    if (expr_is_float((ExprOp)e->op))
        float_circuit(&b->gates, e, kid, out);
    else if (e->op == EXPR_NOT || (e->op >= EXPR_ZEXT && e->op <= EXPR_CONCAT))
        blast_parts(e, kid[0], kid[1], out);
    else
        blast_gates(&b->gates, e, kid[0], kid[1], kid[2], out);
}

static bool is_lazy(const Expr *e) {
    if (e->op != EXPR_TABLE || e->table->len < LAZY_BYTES) return false;
    if (e->table->len >= LAZY_CONSTANTS) return true;
    for (uint32_t k = 0; k < e->table->len; k++)
        if (!expr_is_const(e->table->byte[k])) return true;
    return false;
}

/* Makes the byte of a lazy table, whose index is translated. */
static void blast_lazy(Blast *b, const Expr *e, int *out) {
    unsigned w = e->kid[0]->width;
    int index[MOST_WIRES], length[MOST_WIRES];
    memcpy(index, blast_wires(b, e->kid[0]), w * sizeof *index);
    for (unsigned k = 0; k < w; k++) length[k] = wire_of(k < 32 && e->table->len >> k & 1);
    LazyTable t = {e, WIRE_FALSE, 0};
    if (w >= 32 || (uint64_t)1 << w > e->table->len)
        t.outside = circuit_less(&b->gates, length, index, w, false, true);
    for (unsigned k = 0; k < 8; k++) out[k] = gate_fresh(&b->gates);
    vec_push(&b->lazy, t);
}

/* Puts the operands that are not yet translated on the stack; whether there are any. */
static bool push_operands(Blast *b, const Expr *e) {
    size_t before = b->stack.len;
    for (unsigned k = 0; k < expr_kid_count(e); k++)
        if (!blast_has(b, e->kid[k])) vec_push(&b->stack, e->kid[k]);
    if (e->op == EXPR_TABLE && !is_lazy(e))
        for (uint32_t k = 0; k < e->table->len; k++)
            if (!blast_has(b, e->table->byte[k])) vec_push(&b->stack, e->table->byte[k]);
    return b->stack.len > before;
}

bool blast_translate(Blast *b, const Expr *root, bool (*stop)(void *context), void *context) {
    uint32_t count = expr_pool_count(b->pool);
    if (b->node_cap < count) {
        size_t cap = MAX((size_t)count + count / 2, (size_t)1024);
        b->node = xrealloc(b->node, cap * sizeof *b->node);
        memset(b->node + b->node_cap, 0, (cap - b->node_cap) * sizeof *b->node);
        b->node_cap = cap;
    }
    b->stack.len = 0;
    vec_push(&b->stack, root);
    while (b->stack.len) {
        const Expr *e = vec_last(&b->stack);
        if (!blast_has(b, e)) {
            if (push_operands(b, e)) continue;
            if (stop(context)) return false;
            int out[MOST_WIRES + 1];
            uint64_t before = b->gates.made;
            if (is_lazy(e))
                blast_lazy(b, e, out);
            else
                blast_one(b, e, out);
            b->node[e->id].at = (uint32_t)b->wires.len + 1;
            if (b->node[e->id].made) b->remade += b->gates.made - before;
            b->node[e->id].made = (uint32_t)MIN(b->gates.made - before, UINT32_MAX);
            for (unsigned k = 0; k < e->width; k++) vec_push(&b->wires, out[k]);
            vec_push(&b->done, e->id);
        }
        b->stack.len--;
    }
    return true;
}

/* Puts an operand on the stack that has a circuit and was not seen in this walk. */
static void push_unseen(Blast *b, const Expr *e) {
    if (expr_is_const(e) || !blast_has(b, e) || b->node[e->id].seen == b->walks) return;
    b->node[e->id].seen = b->walks;
    vec_push(&b->stack, e);
}

uint64_t blast_size(Blast *b, const Expr *const *e, size_t n) {
    uint64_t size = 0;
    if (!++b->walks) {
        for (size_t k = 0; k < b->node_cap; k++) b->node[k].seen = 0;
        b->walks = 1;
    }
    b->stack.len = 0;
    for (size_t k = 0; k < n; k++) push_unseen(b, e[k]);
    while (b->stack.len) {
        const Expr *x = b->stack.data[--b->stack.len];
        size += b->node[x->id].made;
        for (unsigned k = 0; k < expr_kid_count(x); k++) push_unseen(b, x->kid[k]);
        if (x->op == EXPR_TABLE && !is_lazy(x))
            for (uint32_t k = 0; k < x->table->len; k++) push_unseen(b, x->table->byte[k]);
    }
    return size;
}

/* --- refinement ------------------------------------------------------------------------------- */

static bool wire_value(Blast *b, int wire) {
    return wire_is_constant(wire) ? wire == WIRE_TRUE
                                  : sat_value(b->gates.sat, abs(wire)) == (wire > 0);
}

/* What the last solution says of a lazy table. */
typedef struct LazyValue {
    uint32_t place; /* that is read; all places behind the end are the last one */
    uint8_t byte;   /* that is found there */
    bool wrong;     /* something else lies there, or that is not yet known */
} LazyValue;

static uint64_t wires_value(Blast *b, const int *wire, unsigned w) {
    uint64_t value = 0;
    for (unsigned k = 0; k < w; k++) value |= (uint64_t)wire_value(b, wire[k]) << k;
    return value;
}

static LazyValue lazy_value(Blast *b, const LazyTable *t) {
    const ExprTable *table = t->e->table;
    unsigned w = MIN(t->e->kid[0]->width, 32u);
    LazyValue v = {.place = table->len - 1};
    if (!wire_value(b, t->outside))
        v.place = (uint32_t)wires_value(b, blast_wires(b, t->e->kid[0]), w);
    invariant(v.place < table->len);
    v.byte = (uint8_t)wires_value(b, blast_wires(b, t->e), 8);
    const Expr *byte = table->byte[v.place];
    v.wrong = !blast_has(b, byte) || wires_value(b, blast_wires(b, byte), 8) != v.byte;
    return v;
}

/* Adds that one byte is the other where `at` holds. */
static void same_byte(Gates *g, int at, const int *a, const int *b) {
    for (unsigned k = 0; k < 8; k++) {
        gate_clause(g, -at, -a[k], b[k], 0);
        gate_clause(g, -at, a[k], -b[k], 0);
    }
}

/* Adds what lies at a place of a lazy table; false if `stop` says so meanwhile. */
static bool lazy_add_place(Blast *b, LazyTable *t, uint32_t place, bool (*stop)(void *context),
                           void *context) {
    const ExprTable *table = t->e->table;
    if (!blast_translate(b, table->byte[place], stop, context)) return false;
    unsigned w = t->e->kid[0]->width;
    int same[MOST_WIRES + 1];
    const int *index = blast_wires(b, t->e->kid[0]);
    for (unsigned k = 0; k < w; k++) same[k] = k < 32 && place >> k & 1 ? index[k] : -index[k];
    int at = gate_and_all(&b->gates, same, w);
    if (place == table->len - 1) at = gate_or(&b->gates, at, t->outside);
    same_byte(&b->gates, at, blast_wires(b, t->e), blast_wires(b, table->byte[place]));
    t->refined++;
    return true;
}

/* Makes a lazy table a circuit. */
static bool lazy_add_all(Blast *b, LazyTable *t, bool (*stop)(void *context), void *context) {
    const ExprTable *table = t->e->table;
    for (uint32_t k = 0; k < table->len; k++)
        if (!blast_translate(b, table->byte[k], stop, context)) return false;
    int out[8];
    blast_table(b, t->e, out);
    same_byte(&b->gates, WIRE_TRUE, blast_wires(b, t->e), out);
    return true;
}

/* Adds for tables with the same bytes, of which the last solution found different ones at one
 * place, that equal places have equal bytes. Returns whether there are any. */
static bool lazy_add_congruences(Blast *b, const LazyValue *value, size_t n) {
    bool any = false;
    for (size_t k = 1; k < n; k++)
        for (size_t j = 0; j < k; j++) {
            const Expr *x = b->lazy.data[j].e, *y = b->lazy.data[k].e;
            unsigned w = x->kid[0]->width;
            if (x->table != y->table || value[j].place != value[k].place ||
                value[j].byte == value[k].byte || w != y->kid[0]->width)
                continue;
            const int *i = blast_wires(b, x->kid[0]), *l = blast_wires(b, y->kid[0]);
            same_byte(&b->gates, circuit_equal(&b->gates, i, l, w), blast_wires(b, x),
                      blast_wires(b, y));
            any = true;
        }
    return any;
}

bool blast_refine(Blast *b, bool (*stop)(void *context), void *context, bool *more) {
    size_t n = b->lazy.len; /* the list grows where bytes have lazy tables */
    LazyValue *value = xmalloc((n + 1) * sizeof *value);
    /* A clause ends the solution, so all is looked up before any is added. */
    for (size_t k = 0; k < n; k++) value[k] = lazy_value(b, &b->lazy.data[k]);
    bool goes_on = true;
    *more = lazy_add_congruences(b, value, n);
    for (size_t k = 0; k < n && goes_on; k++) {
        LazyTable t = b->lazy.data[k];
        if (!value[k].wrong) continue;
        *more = true;
        goes_on = t.refined == MOST_REFINED ? lazy_add_all(b, &t, stop, context)
                                            : lazy_add_place(b, &t, value[k].place, stop, context);
        b->lazy.data[k].refined = t.refined;
    }
    free(value);
    return goes_on;
}
