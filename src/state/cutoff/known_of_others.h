/*
 * known_times.h — who knows of which time: the part of a causal history that decides what clocks
 * show later, where threads learn of the time of others by what they do (thread_time.h). Two
 * histories after which threads have the same times may differ in it: after `post, post, wait` the
 * thread that posted knows nothing of the one that waited, after `post, wait, post` it does.
 */
#ifndef HEDDLE_STATE_KNOWN_TIMES_H
#define HEDDLE_STATE_KNOWN_TIMES_H

#include "event/history.h"

/* Adds to the fingerprint of the state after the causal history of `e`: the latest time that each
 * thread knows of, and that each object hands on to who uses it next. Nothing where times do not
 * spread. docs/proofs/time.md has the argument. */
void known_times_add(const History *h, const Machine *m, const Event *e, Fingerprint *f);

#endif
