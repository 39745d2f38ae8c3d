/*
 * contended.h — which threads may race with which on which words of memory: those that touched the same one,
 * in whichever runs, one of them writing and one not atomically. Only on these words can there be a race, so
 * only what threads touched of them belongs to a state, as long as one of those threads may not know of it
 * (touched.h).
 *
 * A pass of an exploration that leaves out all else meets every access that there is: on the way to it values
 * do not depend on who knows of which access. So where nothing was contended at the end of a pass that was
 * not at its beginning, nothing was left out that races; else the pass starts again.
 */
#ifndef HEDDLE_EVENT_CONTENDED_H
#define HEDDLE_EVENT_CONTENDED_H

#include "base/base.h"

typedef struct Contended Contended;

/* Threads as a set of slots: threads of one slot follow each other, ordered by a join. All slots from
 * THREADS_APART on are one. */
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

/* From now on all words count as contended by all: for states that are to mean the same in other
 * explorations. */
void contended_all(Contended *c);
/* A pass begins. Where too many began because something became contended, all does from now on. */
void contended_begin(Contended *c);
/* Notes that a thread may exist, and who created it. True where that may matter for what is contended. */
bool contended_created(Contended *c, uint32_t thread, uint32_t parent);
/* Whether the access was noted, and nobody else may race with it: the usual case, and quick. */
bool contended_is_apart(Contended *c, const ContendedAccess *a);
/* Notes that the access happens somewhere; *new is set where something is contended by that which was not.
 * Returns the threads that may race with it, or create one that may, or one that creates one, and so on. */
ThreadSet contended_note(Contended *c, const ContendedAccess *a, bool *new);

#endif
