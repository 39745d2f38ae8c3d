/*
 * maximal.h — asks a prefix of an unfolding for maximal configurations with an end that runs need not have
 * met: what only whole configurations show. A SAT solver finds them (Heljanko, "Using Logic Programs with
 * Stable Model Semantics to Solve Deadlock and Reachability Problems for 1-Safe Petri Nets", 1999; Khomenko
 * and Koutny, "Verification of Bounded Petri Nets Using Integer Programming", 2007).
 *
 * A variable stands for each event. What makes a set of events a maximal configuration is stated as far as it
 * takes few clauses; where an answer is none, what it offends against is added, and the question asked again.
 *
 * The prefix must be complete: all events of all configurations are in it, but for ends of the process, which
 * come last and are left out here. It must not change; made again, everything is asked again.
 */
#ifndef HEDDLE_STRATEGIES_UNFOLD_MAXIMAL_MAXIMAL_H
#define HEDDLE_STRATEGIES_UNFOLD_MAXIMAL_MAXIMAL_H

#include "strategies/unfold/prefix.h"

typedef struct Maximal Maximal;

/* What is wanted of a configuration in which nothing can go on. */
typedef enum MaximalGoal {
    MAXIMAL_BLOCKED, /* a thread is blocked; none was stopped, and the process does not end */
    MAXIMAL_LOOPING, /* a thread repeats its state for ever, and none was stopped for another reason */
    MAXIMAL_CIRCLE,  /* threads wait for each other, whatever became of others */
    MAXIMAL_GOALS
} MaximalGoal;

typedef enum MaximalAnswer { MAXIMAL_NONE, MAXIMAL_FOUND, MAXIMAL_INTERRUPTED } MaximalAnswer;

/* The prefix is kept, and asked with p->stopped whether to give up. */
Maximal *maximal_new(const Prefix *p);
void maximal_free(Maximal *x);
/* A configuration with this end, none of those that were ruled out: by thread its newest event, in `last`
 * (prefix->nthreads entries). Each after which an answer came must be followed by one of the three below. */
MaximalAnswer maximal_next(Maximal *x, MaximalGoal goal, PrefixId *last);
/* The answer was as wanted: rules out all that show the same, with threads blocked (looping) at the same
 * places. */
void maximal_met(Maximal *x);
/* The answer was something else: rules it out, with all that have the same ends. */
void maximal_refuse(Maximal *x);
/* These events do not go together: rules out all configurations that have all of them. */
void maximal_forbid(Maximal *x, const PrefixId *ids, size_t n);

#endif
