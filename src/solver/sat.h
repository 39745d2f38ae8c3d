/*
 * sat.h — satisfiability of clauses over numbered variables, for what is asked about sets of
 * events: the one place that knows which SAT solver does it (CaDiCaL: Biere, Fazekas, Fleury and
 * Heisinger, SAT Competition 2020).
 *
 * A literal is a variable (from 1 on) or, negated, its negative number. Clauses are only ever
 * added; what should hold for one question only is assumed in it.
 */
#ifndef HEDDLE_SOLVER_SAT_H
#define HEDDLE_SOLVER_SAT_H

#include "base/base.h"

typedef struct Sat Sat;
typedef VEC(int) Literals;

typedef enum SatResult { SAT_NO, SAT_YES, SAT_STOPPED } SatResult;

/* Without clauses; the variables 1 to `variables` are there. `stop` is polled often while a
 * question is worked on, with `context`: once it is true, the answer is SAT_STOPPED. */
Sat *sat_new(int variables, bool (*stop)(void *context), void *context);
void sat_free(Sat *s);
/* A further variable. */
int sat_variable(Sat *s);
/* Adds the clause of these literals; none: nothing satisfies it. */
void sat_add(Sat *s, const int *literals, size_t n);
#define sat_clause(s, ...) \
    sat_add(s, (const int[]){__VA_ARGS__}, sizeof((const int[]){__VA_ARGS__}) / sizeof(int))
/* Adds that at most one of these literals holds. */
void sat_at_most_one(Sat *s, const int *literals, size_t n);
/* Whether all clauses can be satisfied with a literal that is assumed this once. */
SatResult sat_solve(Sat *s, int assumed);
/* After SAT_YES, until a clause is added: whether a variable holds. */
bool sat_value(Sat *s, int variable);

#endif
