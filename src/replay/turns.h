/*
 * turns.h — the usual order of a single run, where nothing else chooses: threads take turns.
 */
#ifndef HEDDLE_REPLAY_TURNS_H
#define HEDDLE_REPLAY_TURNS_H

#include "run/run.h"

typedef struct Turns {
    int last;
    unsigned row;
} Turns;

static inline Turns turns_begin(void) { return (Turns){.last = -1}; }
/* Lists the threads that can go on. A thread that ends the process does so in its turn, even if
 * others still have steps. Time passes only if no thread can go on otherwise: threads that wait for
 * it come last in the list. */
unsigned turns_ready(Run *r, int *threads);
/* Returns the next thread in the order of their slots, once the last one had its turn or waits. */
int turns_next(Turns *turns, const int *threads, unsigned n);

#endif
