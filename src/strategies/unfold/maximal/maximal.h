/*
 * maximal.h — searches a prefix of an unfolding for maximal configurations with an end that runs
 * need not have met and that only whole configurations show. A SAT solver finds them (Heljanko,
 * "Using Logic Programs with Stable Model Semantics to Solve Deadlock and Reachability Problems for
 * 1-Safe Petri Nets", 1999; Khomenko and Koutny, "Verification of Bounded Petri Nets Using Integer
 * Programming", 2007).
 *
 * Each event has a variable. The conditions for a maximal configuration are stated as far as few
 * clauses suffice. If an answer is no maximal configuration, the conditions that it violates are
 * added, and the query is repeated.
 *
 * The prefix must be complete: it has all events of all configurations except ends of the process,
 * which come last and are ignored here. The prefix must not change; a new object starts again
 * without earlier answers.
 */
#ifndef HEDDLE_STRATEGIES_UNFOLD_MAXIMAL_MAXIMAL_H
#define HEDDLE_STRATEGIES_UNFOLD_MAXIMAL_MAXIMAL_H

#include "strategies/unfold/prefix.h"

typedef struct Maximal Maximal;

/* The kind of a configuration after which no thread can continue. */
typedef enum MaximalGoal {
    MAXIMAL_BLOCKED, /* a thread is blocked; none was stopped, and the process does not end */
    MAXIMAL_LOOPING, /* a thread repeats its state for ever, and none was stopped for another
                        reason */
    MAXIMAL_CIRCLE,  /* threads wait for each other, whatever became of others */
    MAXIMAL_ROUND,   /* a thread may go round in a loop for ever, and so may all that go on */
    MAXIMAL_GOALS
} MaximalGoal;

typedef enum MaximalAnswer { MAXIMAL_NONE, MAXIMAL_FOUND, MAXIMAL_INTERRUPTED } MaximalAnswer;

/* The prefix is kept, and asked with p->stopped whether to give up. */
Maximal *maximal_new(const Prefix *p);
void maximal_free(Maximal *x);
/* A configuration with this end, none of those that were ruled out: by thread its newest event, in
 * `last` (prefix->nthreads entries). Each after which an answer came must be followed by one of the
 * three below. */
MaximalAnswer maximal_next(Maximal *x, MaximalGoal goal, PrefixId *last);
/* Accepts the answer: rules out all configurations with threads blocked (looping) at the same
 * places. */
void maximal_met(Maximal *x);
/* Rejects the answer: rules out all configurations with the same ends. */
void maximal_refuse(Maximal *x);
/* Rules out all configurations with all of these events, which are infeasible together. */
void maximal_forbid(Maximal *x, const PrefixId *ids, size_t n);

#endif
