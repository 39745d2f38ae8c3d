/* gates.c — see gates.h. */
#include "solver/blast/gates.h"
#include <stdlib.h>

/* Kinds of gates with two inputs, in place of the third. */
enum { KIND_AND = INT32_MAX, KIND_XOR = INT32_MAX - 1 };
/* Kinds of gates with three inputs: they are added to the hash, and to the first input. */
#define KIND_STEP (1 << 28)

void gates_open(Gates *g, bool (*stop)(void *context), void *context) {
    invariant(!g->sat);
    g->sat = sat_new(WIRE_TRUE, stop, context);
    sat_expect_short(g->sat);
    sat_clause(g->sat, WIRE_TRUE);
}

void gates_close(Gates *g) {
    sat_free(g->sat);
    g->sat = NULL;
    if (g->len) memset(g->table, 0, g->cap * sizeof *g->table);
    g->len = 0;
    g->made = 0;
}

void gates_free(Gates *g) {
    gates_close(g);
    free(g->table);
}

int gate_fresh(Gates *g) {
    g->made++;
    return sat_variable(g->sat);
}

void gate_clause(Gates *g, int a, int b, int c, int d) {
    int literal[4] = {a, b, c, d};
    size_t n = 0;
    for (int k = 0; k < 4; k++) {
        if (literal[k] == WIRE_TRUE) return;
        if (literal[k] && literal[k] != WIRE_FALSE) literal[n++] = literal[k];
    }
    g->made++;
    sat_add(g->sat, literal, n);
}

static size_t gate_slot(const Gates *g, int a, int b, int c) {
    uint64_t h = hash_mix(((uint64_t)(uint32_t)a << 32 | (uint32_t)b) ^
                          (uint64_t)(uint32_t)c * 0x9e3779b97f4a7c15ull);
    size_t at = h & (g->cap - 1);
    while (g->table[at].out && (g->table[at].a != a || g->table[at].b != b || g->table[at].c != c))
        at = (at + 1) & (g->cap - 1);
    return at;
}

static void gates_grow(Gates *g) {
    Gate *old = g->table;
    size_t n = g->cap;
    g->cap = n ? 2 * n : 4096;
    g->table = xcalloc(g->cap, sizeof *g->table);
    for (size_t k = 0; k < n; k++)
        if (old[k].out) g->table[gate_slot(g, old[k].a, old[k].b, old[k].c)] = old[k];
    free(old);
}

/* Finds the gate with these inputs; its output is fresh if *is_new. */
static int gate_find(Gates *g, int a, int b, int c, bool *is_new) {
    if (2 * g->len >= g->cap) gates_grow(g);
    Gate *gate = &g->table[gate_slot(g, a, b, c)];
    *is_new = !gate->out;
    if (*is_new) {
        *gate = (Gate){a, b, c, gate_fresh(g)};
        g->len++;
    }
    return gate->out;
}

static void wire_swap(int *a, int *b) {
    int t = *a;
    *a = *b;
    *b = t;
}

int gate_and(Gates *g, int a, int b) {
    if (a == WIRE_FALSE || b == WIRE_FALSE || a == -b) return WIRE_FALSE;
    if (a == WIRE_TRUE || a == b) return b;
    if (b == WIRE_TRUE) return a;
    if (a > b) wire_swap(&a, &b);
    bool is_new;
    int out = gate_find(g, a, b, KIND_AND, &is_new);
    if (is_new) {
        gate_clause(g, -out, a, 0, 0);
        gate_clause(g, -out, b, 0, 0);
        gate_clause(g, out, -a, -b, 0);
    }
    return out;
}

int gate_xor(Gates *g, int a, int b) {
    if (wire_is_constant(a)) return a == WIRE_TRUE ? -b : b;
    if (wire_is_constant(b)) return b == WIRE_TRUE ? -a : a;
    if (a == b) return WIRE_FALSE;
    if (a == -b) return WIRE_TRUE;
    int sign = (a < 0) == (b < 0) ? 1 : -1;
    a = abs(a);
    b = abs(b);
    if (a > b) wire_swap(&a, &b);
    bool is_new;
    int out = gate_find(g, a, b, KIND_XOR, &is_new);
    if (is_new) {
        gate_clause(g, -out, a, b, 0);
        gate_clause(g, -out, -a, -b, 0);
        gate_clause(g, out, -a, b, 0);
        gate_clause(g, out, a, -b, 0);
    }
    return sign * out;
}

/* A multiplexer of which an input is a constant or the selector, or 0. */
static int mux_of_few(Gates *g, int c, int a, int b) {
    if (c == WIRE_TRUE || a == b) return a;
    if (c == WIRE_FALSE) return b;
    if (a == -b) return gate_xor(g, c, b);
    if (a == WIRE_TRUE || a == c) return gate_or(g, c, b);
    if (a == WIRE_FALSE || a == -c) return gate_and(g, -c, b);
    if (b == WIRE_TRUE || b == -c) return gate_or(g, -c, a);
    if (b == WIRE_FALSE || b == c) return gate_and(g, c, a);
    return 0;
}

int gate_mux(Gates *g, int c, int a, int b) {
    int few = mux_of_few(g, c, a, b);
    if (few) return few;
    if (c < 0) {
        c = -c;
        wire_swap(&a, &b);
    }
    int sign = a < 0 ? -1 : 1;
    a *= sign;
    b *= sign;
    bool is_new;
    int out = gate_find(g, a, b, c, &is_new);
    if (is_new) {
        gate_clause(g, -c, -a, out, 0);
        gate_clause(g, -c, a, -out, 0);
        gate_clause(g, c, -b, out, 0);
        gate_clause(g, c, b, -out, 0);
        gate_clause(g, -a, -b, out, 0); /* these two follow, and propagate more */
        gate_clause(g, a, b, -out, 0);
    }
    return sign * out;
}

static void wires_sort(int *a, int *b, int *c) {
    if (*a > *b) wire_swap(a, b);
    if (*b > *c) wire_swap(b, c);
    if (*a > *b) wire_swap(a, b);
}

int gate_xor3(Gates *g, int a, int b, int c) {
    if (wire_is_constant(a) || abs(a) == abs(b)) return gate_xor(g, gate_xor(g, a, b), c);
    if (wire_is_constant(b) || abs(b) == abs(c)) return gate_xor(g, gate_xor(g, b, c), a);
    if (wire_is_constant(c) || abs(a) == abs(c)) return gate_xor(g, gate_xor(g, a, c), b);
    int sign = ((a < 0) ^ (b < 0) ^ (c < 0)) ? -1 : 1;
    a = abs(a);
    b = abs(b);
    c = abs(c);
    wires_sort(&a, &b, &c);
    bool is_new;
    int out = gate_find(g, a, b, -c, &is_new); /* no selector of a multiplexer is negative */
    if (is_new)
        for (int k = 0; k < 8; k++) {
            int x = k & 1 ? -a : a, y = k & 2 ? -b : b, z = k & 4 ? -c : c;
            bool odd = __builtin_popcount((unsigned)k) & 1;
            gate_clause(g, x, y, z, odd ? out : -out);
        }
    return sign * out;
}

int gate_majority(Gates *g, int a, int b, int c) {
    if (a == b || a == c) return a;
    if (b == c) return b;
    if (a == -b) return c;
    if (a == -c) return b;
    if (b == -c) return a;
    if (wire_is_constant(a)) return a == WIRE_TRUE ? gate_or(g, b, c) : gate_and(g, b, c);
    if (wire_is_constant(b)) return b == WIRE_TRUE ? gate_or(g, a, c) : gate_and(g, a, c);
    if (wire_is_constant(c)) return c == WIRE_TRUE ? gate_or(g, a, b) : gate_and(g, a, b);
    wires_sort(&a, &b, &c);
    int sign = b < 0 ? -1 : 1; /* the majority of the negated inputs is the negated one */
    if (sign < 0) {
        int low = -c;
        c = -a;
        a = low;
        b = -b;
    }
    bool is_new;
    int out = gate_find(g, a + (a < 0 ? -KIND_STEP : KIND_STEP), b, c, &is_new);
    if (is_new) {
        gate_clause(g, -a, -b, out, 0);
        gate_clause(g, -a, -c, out, 0);
        gate_clause(g, -b, -c, out, 0);
        gate_clause(g, a, b, -out, 0);
        gate_clause(g, a, c, -out, 0);
        gate_clause(g, b, c, -out, 0);
    }
    return sign * out;
}

int gate_and_all(Gates *g, int *wire, size_t n) {
    size_t kept = 0;
    for (size_t k = 0; k < n; k++) {
        if (wire[k] == WIRE_FALSE) return WIRE_FALSE;
        if (wire[k] != WIRE_TRUE) wire[kept++] = wire[k];
    }
    if (kept < 3) return kept == 0 ? WIRE_TRUE : gate_and(g, wire[0], wire[kept - 1]);
    int out = gate_fresh(g);
    for (size_t k = 0; k < kept; k++) {
        gate_clause(g, -out, wire[k], 0, 0);
        wire[k] = -wire[k];
    }
    wire[kept] = out;
    g->made++;
    sat_add(g->sat, wire, kept + 1);
    return out;
}
