/*
 * sat.h — satisfiability of clauses over numbered variables, for questions about sets of events.
 * Only this file's implementation knows the SAT solver (CaDiCaL: Biere, Fazekas, Fleury and
 * Heisinger, SAT Competition 2020).
 *
 * A literal is a variable (from 1 on) or, negated, its negative number. Clauses are only added,
 * never removed. A condition for one question only is assumed in that question.
 */
#ifndef HEDDLE_SOLVER_SAT_H
#define HEDDLE_SOLVER_SAT_H

#include "base/base.h"

typedef struct Sat Sat;
typedef VEC(int) Literals;

typedef enum SatResult { SAT_NO, SAT_YES, SAT_STOPPED } SatResult;

/* Makes an instance without clauses, with the variables 1 to `variables`. During a question `stop`
 * is polled often, with `context`; once it is true, the answer is SAT_STOPPED. */
Sat *sat_new(int variables, bool (*stop)(void *context), void *context);
void sat_free(Sat *s);
/* Returns a new variable. */
int sat_variable(Sat *s);
/* Adds the clause of these literals. The empty clause cannot be satisfied. */
void sat_add(Sat *s, const int *literals, size_t n);
#define sat_clause(s, ...) \
    sat_add(s, (const int[]){__VA_ARGS__}, sizeof((const int[]){__VA_ARGS__}) / sizeof(int))
/* Adds the condition that at most one of these literals holds. */
void sat_at_most_one(Sat *s, const int *literals, size_t n);
/* Whether all clauses can be satisfied together with a literal that is assumed in this call
 * only. */
SatResult sat_solve(Sat *s, int assumed);
/* Whether a variable holds in the solution; valid after SAT_YES, until a clause is added. */
bool sat_value(Sat *s, int variable);

/* For many short questions of one instance under several assumptions each. */

/* Turns off what looks at all clauses at the beginning or in the course of a question: it costs
 * more than short questions take. Called before clauses are added. */
void sat_expect_short(Sat *s);
/* Returns the number of clauses that were learnt so far in all questions, as a measure of work. */
uint64_t sat_learned(const Sat *s);
/* Assumes a literal in the next question only. */
void sat_assume(Sat *s, int literal);
/* Whether all clauses can be satisfied together with what was assumed since the last question. */
SatResult sat_ask(Sat *s);
/* Whether the literal, assumed in the last question, is one of those that cannot hold together;
 * valid after SAT_NO, until a clause is added. */
bool sat_failed(Sat *s, int literal);

#endif
