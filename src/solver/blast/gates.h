/*
 * gates.h — circuits as clauses. A wire is a literal of a SAT instance. Gates with the same inputs
 * are made once, and constants are propagated while a circuit is built.
 */
#ifndef HEDDLE_SOLVER_BLAST_GATES_H
#define HEDDLE_SOLVER_BLAST_GATES_H

#include "solver/sat.h"

/* The literal that always holds; the negative one never does. */
#define WIRE_TRUE 1
#define WIRE_FALSE (-1)

typedef struct Gate {
    int a, b, c, out; /* inputs, or a kind in `c`; out is 0 in an empty place */
} Gate;

typedef struct Gates {
    Sat *sat;
    Gate *table; /* by hash of the inputs */
    size_t cap, len;
    uint64_t made; /* variables and clauses, as a measure of work; the caller may reset it */
} Gates;

/* Begins with an empty instance; `stop` as in sat_new. */
void gates_open(Gates *g, bool (*stop)(void *context), void *context);
/* Frees the instance and forgets the gates, but keeps memory for the next ones. */
void gates_close(Gates *g);
void gates_free(Gates *g);

static inline bool wire_is_constant(int w) { return w == WIRE_TRUE || w == WIRE_FALSE; }
static inline int wire_of(bool value) { return value ? WIRE_TRUE : WIRE_FALSE; }

/* Returns a wire that nothing drives. */
int gate_fresh(Gates *g);
/* Adds a condition on wires, up to four of them; 0: none. */
void gate_clause(Gates *g, int a, int b, int c, int d);
int gate_and(Gates *g, int a, int b);
static inline int gate_or(Gates *g, int a, int b) { return -gate_and(g, -a, -b); }
int gate_xor(Gates *g, int a, int b);
/* Returns `c` ? a : b. */
int gate_mux(Gates *g, int c, int a, int b);
/* The sum and the carry of three bits. */
int gate_xor3(Gates *g, int a, int b, int c);
int gate_majority(Gates *g, int a, int b, int c);
/* The conjunction of n wires. The array has room for one more, and is overwritten. */
int gate_and_all(Gates *g, int *wire, size_t n);

#endif
