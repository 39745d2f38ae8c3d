/*
 * ledger.h — tasks of an exploration that outlive the process: a strategy takes a task, explores a
 * slice of it, and commits what it found with what is left. Who keeps the tasks is told by pointers
 * in the options (src/campaigns). docs/proofs/campaigns.md proves that each maximal configuration
 * is counted once, whoever dies when.
 *
 * A task is a subtree of the exploration. Its state is bytes of the strategy's own; the initial
 * task of a pass has none. What a task finds for nodes above its subtree goes to its parent: the
 * task that gave it away, which waits for it at the place where the subtree hangs.
 */
#ifndef HEDDLE_EXPLORE_LEDGER_H
#define HEDDLE_EXPLORE_LEDGER_H

#include "base/wire.h"

typedef struct Campaign Campaign;
struct ThreadNames;

/* A task that was given away with a commit. */
typedef struct LedgerChild {
    uint32_t number; /* among those of its parent, from 0 */
    double share;    /* estimate: its part of its parent's subtree, from 0 to 1 */
    Wire state;
} LedgerChild;

typedef enum LedgerEnd {
    LEDGER_GOES_ON, /* the slice has ended, and the worker goes on with the task */
    LEDGER_WAITS,   /* the task needs what the child `waits_for` found */
    LEDGER_DONE     /* `state` is what was found for nodes above */
} LedgerEnd;

/* What is committed at the end of a slice: all of it or nothing. */
typedef struct LedgerCommit {
    LedgerEnd end;
    uint32_t waits_for;
    const Wire *state;
    const LedgerChild *child;
    size_t nchildren;
    const uint32_t *taken; /* the children whose results were taken back in the slice */
    size_t ntaken;
    double share; /* estimate: the part of the subtree that was explored, without what children
                     have that were not taken back */
} LedgerCommit;

typedef enum LedgerAnswer {
    LEDGER_HELD, /* committed; the worker still holds the task */
    LEDGER_LEFT, /* committed; the worker no longer holds it */
    LEDGER_LOST  /* nothing was committed, and the worker does not hold the task: the slice counts
                    as never begun */
} LedgerAnswer;

typedef struct Ledger {
    void *context;
    /* Sets up the pass at hand. False if there is nothing to explore: it is finished, or must
     * stop. */
    bool (*begin_pass)(void *context, Campaign *c);
    /* After a slice that showed that the pass must begin again: makes the next pass unless another
     * worker did. */
    void (*next_pass)(void *context, Campaign *c);
    /* After the last pass: brings the findings of other processes, and those that only the end
     * shows. */
    void (*end)(void *context, Campaign *c);
    /* Takes a task; waits until there is one. The bytes are valid until the next call. False: the
     * pass is over, or the worker must stop. */
    bool (*take)(void *context, Campaign *c, const Wire **state);
    /* Whether the slice should end. Cheap. */
    bool (*is_due)(void *context);
    /* How many tasks other workers could use. */
    unsigned (*wanted)(void *context);
    /* Appends what a child of the task in hand found, if it is done; false: it is not. */
    bool (*child)(void *context, Campaign *c, uint32_t number, Wire *found);
    LedgerAnswer (*commit)(void *context, Campaign *c, const LedgerCommit *x);
    /* Gives the task in hand back as it was at the last commit. */
    void (*leave)(void *context, Campaign *c);
    /* As in ThreadNames. */
    void (*claim)(void *context, struct ThreadNames *names, const char *name);
    /* Whether a finding with this key was confirmed and stored, by whomever. */
    bool (*has_finding)(void *context, const char *key);
    /* The bytes of the task in hand, or of a child, are none of this campaign: ends everything. */
    void (*damaged)(void *context, Campaign *c);
} Ledger;

#endif
