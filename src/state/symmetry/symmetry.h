/*
 * symmetry.h — threads that can stand for each other: created by the same thread to run the same
 * routine with the same argument. Where two of them are in the same state and would do the same
 * next, it is enough that the one of lower number does it first. docs/proofs/symmetry.md says when
 * that is sound.
 *
 * Nothing may tell such threads apart. That their routine leaks no address of its own and does not
 * ask who it is, and that their identifiers go nowhere but to pthread_join, is seen from the code
 * before the exploration. That whoever joins one of them joins all in a row, is looked at in each
 * run, before the first is joined, and that nobody else touches what is touched in between: where
 * it turns out not to be so, the symmetry is broken, and the exploration begins anew without it.
 */
#ifndef HEDDLE_STATE_SYMMETRY_SYMMETRY_H
#define HEDDLE_STATE_SYMMETRY_SYMMETRY_H

#include "state/cutoff/adequate.h"

typedef struct Symmetry Symmetry;

/* NULL where the program's code may tell threads apart, or creates none. `many`: how many alike
 * threads a run must have. */
Symmetry *symmetry_new(const Program *program, unsigned many);
void symmetry_free(Symmetry *s);

/* The path is empty again. */
void symmetry_clear(Symmetry *s);
/* Whether a run showed that the threads are not alike. */
bool symmetry_is_broken(const Symmetry *s);
/* Threads stand for each other only from then on: to be called between explorations once it is
 * wanted, when a run has shown that there are enough of them. (Orders that do not tell threads
 * apart cut less off, so that few are explored better one by one.) */
void symmetry_use(Symmetry *s);
bool symmetry_is_wanted(const Symmetry *s);

/* Notes in what state the thread of `e`, the newest event of the path, is that it may share with
 * others; it stands before its next operation. One that `counts` rounds of a loop (counted.h)
 * shares its state with nobody. Also when the event comes onto the path again. */
void symmetry_record(Symmetry *s, History *h, Machine *m, const Event *e, bool counts);
/* The state that the thread of `e` was in before, for adequate_record. */
uint64_t symmetry_standing(const Symmetry *s, const Event *e);
/* Before the event is popped. */
void symmetry_forget(Symmetry *s, History *h, const Event *e);
/* Whether what `e`, the newest event of the path, does was for another thread to do. Depends on its
 * causal history alone. */
bool symmetry_excludes(const Symmetry *s, const History *h, const Machine *m, const Event *e);
/* What the thread that `create`, just executed, made will run: a hash of the routine, of its
 * argument if it reads that, and of who created it; 0 where threads that run it may be told apart.
 * With `frames` they may have local variables in memory (identifiers_routine). */
uint64_t symmetry_kind_created(const Symmetry *s, Machine *m, const Action *create, bool frames);
/* An address in the thread's own memory as any thread of its kind has it; other values as they
 * are. */
static inline uint64_t symmetry_without_region(const Thread *t, uint64_t value) {
    return value - t->region < region_size((uint32_t)t->slot) ? value - t->region : value;
}
/* Whether an identifier of a thread may be kept at this address, in a global variable or in a local
 * one of this thread. */
bool symmetry_keeps_identifier(const Symmetry *s, const Thread *t, uint64_t address);
/* Looks at what `e`, the newest event of the path, and the slice behind it touched, as the log of
 * its thread has it: memory of another thread is not that one's alone. */
void symmetry_look_at_slice(Symmetry *s, const Machine *m, const Event *e);
/* Where a thread is about to join others: looks what it does once all of them have ended. Leaves
 * the machine as it was. */
void symmetry_look_ahead(Symmetry *s, Machine *m, const Event *e);

#endif
