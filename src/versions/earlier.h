/*
 * earlier.h — states that complete explorations of other versions of a program went on from, as cut-offs of
 * this one: where an event leads to such a state, and the code that follows is the same, everything behind it
 * was explored. States are known by the content of the code that follows (code_name.h) and by memory; of a
 * global that only one version has it counts what changed in it.
 */
#ifndef HEDDLE_VERSIONS_EARLIER_H
#define HEDDLE_VERSIONS_EARLIER_H

#include "explore/internal.h"

/* A pass begins: reads the states that hold for what is visible in it. */
void earlier_load(Campaign *c);
/* The exploration is over and complete: its states are kept for others. */
void earlier_save(Campaign *c);

#endif
