/*
 * turns.h — the usual order of a single run, where nothing else chooses: threads take turns. In a
 * real run (vm/system/system.h) the thread is next whose operation has the least time.
 */
#ifndef HEDDLE_REPLAY_TURNS_H
#define HEDDLE_REPLAY_TURNS_H

#include "run/run.h"

typedef struct Turns {
    int last;
    unsigned row;
    unsigned pauses; /* in a row, in a real run */
} Turns;

static inline Turns turns_begin(void) { return (Turns){.last = -1}; }
/* Lists the threads that can go on. A thread that ends the process does so in its turn, even if
 * others still have steps. Time passes only if no thread can go on otherwise: threads that wait for
 * it come last in the list. */
unsigned turns_ready(Run *r, int *threads);
/* Returns the next thread in the order of their slots, once the last one had its turn or waits; in
 * a real run the one with the least time. */
int turns_next(Turns *turns, Run *r, const int *threads, unsigned n);
/* In a real run, puts the threads first that can go on now, or otherwise those with the least time.
 * Returns their number. */
unsigned turns_prompt(Run *r, int *threads, unsigned n);
/* In a real run, lets the run go on where one thread computes and no other one can go on, so that
 * a loop without end is noticed. Called after each step. */
void turns_took(Turns *turns, Run *r, int thread);

#endif
