/*
 * known_of_others.h — who knows of what others did that shows in no memory: of the time that passed
 * for them, where threads learn of that by what they do (thread_time.h), and of blocks that they
 * freed, which their owners use again once they know of it (heap.c). Two histories after which
 * memory and threads are the same may differ in it: after `post, post, wait` the thread that posted
 * knows nothing of the one that waited, after `post, wait, post` it does.
 */
#ifndef HEDDLE_STATE_KNOWN_OF_OTHERS_H
#define HEDDLE_STATE_KNOWN_OF_OTHERS_H

#include "event/history.h"

/* Adds to the fingerprint of the state after the causal history of `e`: the latest time, and the
 * frees, that each thread knows of, and that each object hands on to who uses it next. Nothing
 * where times and frees do not spread. `freeing` are the n events of the path that freed blocks of
 * others (Event.freed). False: these are too many to be told apart. docs/proofs/time.md has the
 * argument. */
bool known_of_others_add(const History *h, const Machine *m, const Event *e,
                         const Event *const *freeing, size_t n, Fingerprint *f);

#endif
