/*
 * cutoff.h — cut-off events: events after whose causal history the program is in a state to which
 * the causal history of a smaller event led before. Nothing after a cut-off needs to be explored
 * (Por-SE, section 4.2).
 *
 * The event with the smallest configuration so far is the representative of its state. An event met
 * for the first time is a cut-off iff the configuration of the representative is smaller in an
 * adequate order (adequate.h); else it may become the representative. The decision is final. The
 * search meets the smallest configurations first, so most later events are cut off.
 */
#ifndef HEDDLE_STATE_CUTOFF_H
#define HEDDLE_STATE_CUTOFF_H

#include "base/wire.h"
#include "state/cutoff/adequate.h"
#include "event/accesses/contended.h"
#include "state/symmetry/symmetry.h"

typedef struct Cutoffs Cutoffs;
typedef struct KnownStates KnownStates;

/* A state and the size of a configuration that led to it; of a known state, of the smallest one so
 * far. */
typedef struct State {
    Fingerprint fingerprint;
    AdequateSize size;
    uint64_t progress; /* of the configuration: see Event */
} State;

/* Decides about events, and in which order, in place of cutoffs_check. */
typedef struct CutoffJudge {
    void *context;
    /* Whether the event was judged before; *ends: whether its thread ends with it for now. */
    bool (*known)(void *context, const Event *e, bool *ends);
    /* Judges a new event, the newest of the path, by the state after its causal history. Returns
     * whether its thread ends. */
    bool (*judge)(void *context, const Event *e, const State *state);
} CutoffJudge;

/* What else makes futures differ, for explorations that tell more than what a program does: what it
 * gives is added to the state after the causal history of an event, the newest of the path. It is
 * a function of that history. Rounds of counted loops are not skipped beside it. */
typedef struct CutoffSupplement {
    void *context;
    Fingerprint (*of)(void *context, const Event *e);
    /* Whether nothing after the event is of interest: it is a cut-off. */
    bool (*ends)(void *context, const Event *e);
} CutoffSupplement;

/* The known states and the decisions about events, for all workers of an exploration (`locking`:
 * several). */
KnownStates *known_states_new(bool locking);
void known_states_clear(KnownStates *k);
void known_states_free(KnownStates *k);
/* Makes states of this exploration comparable with those of others. */
void known_states_compare_explorations(KnownStates *k);
/* The numbers of distinct cut-offs and of distinct states of causal histories so far. */
uint64_t known_states_cutoffs(KnownStates *k);
uint64_t known_states_count(KnownStates *k);

/* States are kept for other versions: it is noted what follows them (beyond.h). */
void known_states_keep(KnownStates *k);
/* Gives up memory: what follows states is noted less exactly from now on. */
void known_states_spare(KnownStates *k);
/* What was noted; NULL: nothing is. */
struct Beyond *known_states_beyond(KnownStates *k);
/* Adds a state that another, complete exploration continued from, and the set of functions that are
 * entered behind it: an event that leads to it is a cut-off, whatever its size. known_states_clear
 * keeps it. */
void known_states_earlier(KnownStates *k, Fingerprint f, uint32_t beyond);
void known_states_forget_earlier(KnownStates *k);
/* The number of cut-offs by states of other explorations. */
uint64_t known_states_cut_earlier(KnownStates *k);
/* Visits the states of this exploration that others may meet, with the sets of functions that are
 * entered behind them, once these are determined (beyond_solve). */
void known_states_each(const KnownStates *k,
                       void (*visit)(void *context, Fingerprint f, uint32_t beyond), void *context);

/* Whether the event with this name is a cut-off, its state being `state`: as cutoffs_check
 * decides. */
bool known_states_decide(KnownStates *k, uint64_t name, const State *state);

/* For several processes that explore one program. Decisions are listed from now on; `put` appends
 * those listed, and `end` empties the list once the others have it. `take` takes over decisions of
 * others, which count before ours: returns how many contradict ours. */
void known_states_use_journal(KnownStates *k);
void known_states_put_journal(KnownStates *k, Wire *out);
void known_states_end_journal(KnownStates *k);
uint64_t known_states_take(KnownStates *k, WireReader *r);

Cutoffs *cutoffs_new(KnownStates *known);
/* Leaves decisions to a judge (copied); NULL: to the order in which events are met. */
void cutoffs_leave_to(Cutoffs *c, const CutoffJudge *judge);
/* Adds to states (copied); NULL: nothing. */
void cutoffs_supplement(Cutoffs *c, const CutoffSupplement *supplement);
/* Uses symmetry from now on (NULL: no thread stands for another one); `s` stays the caller's. */
void cutoffs_use_symmetry(Cutoffs *c, Symmetry *s);
void cutoffs_free(Cutoffs *c);
/* Begins a new run with an empty path. */
void cutoffs_clear(Cutoffs *c);

/* Records the changes of `e`, the newest event of the path, and of the slice after it (since the
 * trail was at `mark`). Its thread stands before its next operation. In a counted loop the thread
 * may be several rounds further afterwards (e->rounds, see counted.h). */
void cutoffs_record(Cutoffs *c, History *h, Machine *m, Event *e, TrailMark mark);
/* Undoes the counts of cutoffs_record; to be called before the event is popped. */
void cutoffs_forget(Cutoffs *c, History *h, const Event *e);
/* Repeats the counts of cutoffs_record for an event that reenters the path. `opened` is what
 * cutoffs_opened returned while it was on the path. */
void cutoffs_again(Cutoffs *c, History *h, Machine *m, const Event *e, const LogEntry *opened);
/* The e->opened accesses that `e`, the newest event of the path, added to those kept of its thread;
 * valid until the next event. */
const LogEntry *cutoffs_opened(const Cutoffs *c, const Event *e);
/* The words on which races are possible. */
Contended *cutoffs_contended(const Cutoffs *c);
/* Whether `e` (recorded, the newest event) is a cut-off. Adds its state if it is new. */
bool cutoffs_check(Cutoffs *c, History *h, Machine *m, const Event *e);
/* The fingerprint on which the last check was based; both parts 0: it computed none. */
Fingerprint cutoffs_checked(const Cutoffs *c);

#endif
