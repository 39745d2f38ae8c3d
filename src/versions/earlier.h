/*
 * earlier.h — states from which complete explorations of other versions continued, as cut-offs of
 * this one. If an event leads to one of these states, and the functions that were entered behind it
 * are the same in this version, everything after it was explored. Of a state, places in code are
 * identified by the code of the function that follows (code_name.h); of a global that only one
 * version has, only its changes count.
 */
#ifndef HEDDLE_VERSIONS_EARLIER_H
#define HEDDLE_VERSIONS_EARLIER_H

#include "explore/internal.h"

/* Begins a pass: reads the states that hold for its visible set S. Returns whether most do. */
bool earlier_load(Campaign *c);
/* Whether most of the states that are stored for a program hold for it: whether the functions are
 * the same that were entered behind them. */
bool earlier_most_hold(const Program *p, const ExploreStore *store);
/* Stores the states of a complete exploration for others. */
void earlier_save(Campaign *c);

#endif
