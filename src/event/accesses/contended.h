/*
 * contended.h — which threads may race with which on which words of memory: threads that touched
 * the same word, in whichever runs, one of them writing and one not atomically. Only on these words
 * a race is possible. So only accesses to these words belong to a state, as long as one of the
 * threads may not know of them (touched.h).
 *
 * A pass that ignores all other words still meets every access: the values on the path to an access
 * do not depend on which thread knows of which access. So if no word became contended during a
 * pass, the pass ignored no access that races; else it starts again.
 */
#ifndef HEDDLE_EVENT_CONTENDED_H
#define HEDDLE_EVENT_CONTENDED_H

#include "base/base.h"

typedef struct Contended Contended;

/* A set of threads as a set of slots: threads of one slot follow each other, ordered by a join. All
 * slots from THREADS_APART on share one bit. */
#define THREADS_APART 63
typedef uint64_t ThreadSet;
static inline ThreadSet thread_set(uint32_t slot) { return 1ull << MIN(slot, THREADS_APART); }

/* An access of a thread, told by its slot. */
typedef struct ContendedAccess {
    uint64_t word, words; /* address >> 3, and how many from there on */
    uint32_t thread;
    bool writes, atomic;
} ContendedAccess;

/* `locking`: several workers use it at once. */
Contended *contended_new(bool locking);
void contended_free(Contended *c);

/* Makes all words contended by all threads, for states that must mean the same in other
 * explorations. */
void contended_all(Contended *c);
/* Begins a pass. After too many passes that began because a word became contended, all words count
 * as contended. */
void contended_begin(Contended *c);
/* Notes that a thread may exist, with its creator. True if that may matter for contended words. */
bool contended_created(Contended *c, uint32_t thread, uint32_t parent);
/* Whether the access was noted and no other thread may race with it: the usual case, and fast. */
bool contended_is_apart(Contended *c, const ContendedAccess *a);
/* Notes that the access occurs in some run; *new is set if a word became contended by it. Returns
 * the threads that may race with it and all their creators, direct and indirect. */
ThreadSet contended_note(Contended *c, const ContendedAccess *a, bool *new);

#endif
