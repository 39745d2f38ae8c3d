/*
 * cutoff.h — cut-off events: an event after whose causal history the program is in a state that the causal
 * history of a smaller event led to before. Nothing that follows it needs to be explored (Por-SE,
 * section 4.2).
 *
 * The event with the smallest configuration so far represents its state. An event met for the first time is a
 * cut-off iff the representative's configuration is smaller in an adequate order; else it may become the
 * representative. Whatever it is decided to be it stays. The
 * order is that of adequate.h; the search meets the smallest configurations first, so that most of what comes
 * later is cut.
 */
#ifndef HEDDLE_STATE_CUTOFF_H
#define HEDDLE_STATE_CUTOFF_H

#include "state/adequate.h"
#include "event/contended.h"
#include "state/symmetry/symmetry.h"

typedef struct Cutoffs Cutoffs;
typedef struct KnownStates KnownStates;

/* A state and the size of a configuration that led to it: of the smallest so far, where it is known. */
typedef struct State {
    Fingerprint fingerprint;
    AdequateSize size;
    uint64_t progress; /* of the configuration: see Event */
} State;

/* Who decides in what order events are looked at, and what is done with them, instead of cutoffs_check. */
typedef struct CutoffJudge {
    void *context;
    /* Whether this was asked about the event before; *ends: whether its thread ends with it for now. */
    bool (*known)(void *context, const Event *e, bool *ends);
    /* A new event, the newest of the path, and the state after its causal history; whether its thread ends.
     */
    bool (*judge)(void *context, const Event *e, const State *state);
} CutoffJudge;

/* What is known of states and decided about events, for all workers of an exploration (`locking`:
 * several). */
KnownStates *known_states_new(bool locking);
void known_states_clear(KnownStates *k);
void known_states_free(KnownStates *k);
/* States of this exploration and of others are to be compared. */
void known_states_compare_explorations(KnownStates *k);
/* Distinct cut-offs so far, and distinct states of causal histories. */
uint64_t known_states_cutoffs(KnownStates *k);
uint64_t known_states_count(KnownStates *k);

/* A state that another exploration, which was complete, went on from: an event that leads to it is a cut-off,
 * whatever its size. Stays when the others are cleared. */
void known_states_earlier(KnownStates *k, Fingerprint f);
void known_states_forget_earlier(KnownStates *k);
/* Cut-offs by these. */
uint64_t known_states_cut_earlier(KnownStates *k);
/* The states of this exploration. */
void known_states_each(const KnownStates *k, void (*visit)(void *context, Fingerprint f), void *context);

/* Whether the event with this name is a cut-off, its state being `state`: as cutoffs_check decides. */
bool known_states_decide(KnownStates *k, uint64_t name, const State *state);

Cutoffs *cutoffs_new(KnownStates *known);
/* Leaves decisions to a judge (copied); NULL: to the order in which events are met. */
void cutoffs_leave_to(Cutoffs *c, const CutoffJudge *judge);
/* Threads that can stand for each other do from now on (NULL: none does); stays the caller's. */
void cutoffs_use_symmetry(Cutoffs *c, Symmetry *s);
void cutoffs_free(Cutoffs *c);
/* The path is empty: a new run begins. */
void cutoffs_clear(Cutoffs *c);

/* Keeps what `e`, the newest event of the path, and the slice after it did (since the trail was at `mark`);
 * its thread stands before its next operation. Where it goes round a loop that only counts, it may be several
 * rounds further then (e->rounds, see counted.h). */
void cutoffs_record(Cutoffs *c, History *h, Machine *m, Event *e, TrailMark mark);
/* Takes back the counts that cutoffs_record made; call before the event is popped. */
void cutoffs_forget(Cutoffs *c, History *h, const Event *e);
/* The event comes onto the path again: makes the counts as cutoffs_record did. `opened` is what
 * cutoffs_opened gave while it was there. */
void cutoffs_again(Cutoffs *c, History *h, Machine *m, const Event *e, const LogEntry *opened);
/* What `e`, the newest event of the path, added to the accesses kept of its thread: e->opened of them; valid
 * until the next event. */
const LogEntry *cutoffs_opened(const Cutoffs *c, const Event *e);
/* The words on which there may be races. */
Contended *cutoffs_contended(const Cutoffs *c);
/* Whether two recorded events of one thread left the same expressions in memory and registers. */
bool cutoffs_same_symbols(const Event *x, const Event *y);
/* Whether `e` (recorded, the newest event) is a cut-off. Remembers its state if it is new. */
bool cutoffs_check(Cutoffs *c, History *h, Machine *m, const Event *e);
/* The fingerprint that the last check decided by; both 0 where it computed none. */
Fingerprint cutoffs_checked(const Cutoffs *c);

#endif
