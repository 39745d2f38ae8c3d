/*
 * earlier.h — states from which complete explorations of other versions continued, as cut-offs of
 * this one. If an event leads to one of these states and the code that follows is the same,
 * everything after it was explored. States are identified by the content of the code that follows
 * (code_name.h) and by memory; of a global that only one version has, only its changes count.
 */
#ifndef HEDDLE_VERSIONS_EARLIER_H
#define HEDDLE_VERSIONS_EARLIER_H

#include "explore/internal.h"

/* Begins a pass: reads the states that hold for its visible set S. */
void earlier_load(Campaign *c);
/* Stores the states of a complete exploration for others. */
void earlier_save(Campaign *c);

#endif
