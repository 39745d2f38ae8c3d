/*
 * summaries.h — summaries of complete explorations, with their findings, by control state. A
 * summary says for which values of registers and memory everything that follows was covered: the
 * weakest precondition of the executions explored from there (Guo et al., Conc-iSE, section 5.1).
 * It also has the visible operations that follow, from which a partial-order reduction determines
 * possible reversals.
 *
 * Summaries are identified by the content of the code that follows, so they hold for every version
 * of a program with the same code there. They are written and read in chunks, each of which is
 * self-contained.
 */
#ifndef HEDDLE_VERSIONS_SUMMARIES_H
#define HEDDLE_VERSIONS_SUMMARIES_H

#include "base/tables/index.h"
#include "versions/summaries/lift.h"
#include "os/operations.h"

/* A set of small numbers. */
typedef VEC(uint64_t) BitSet;
void bit_set_add(BitSet *s, uint32_t n);
void bit_set_merge(BitSet *s, const BitSet *other);
static inline bool bit_set_has(const BitSet *s, uint32_t n) {
    return n / 64 < s->len && s->data[n / 64] >> (n % 64) & 1;
}

/* An operation that some execution contains, by a thread. */
typedef struct Following {
    int32_t thread; /* -1: one that is not known here by its number */
    uint64_t name;  /* hash of the thread's name */
    uint32_t outcome;
    Operation op; /* no condition, no call */
} Following;

/* Operations that follow a state, each with those it follows from there: an execution contains it
 * after these. Of two entries of one operation, none has all causes of the other: fewer say
 * more. */
typedef struct FootprintEntry {
    uint32_t operation; /* number of it */
    BitSet causes;      /* numbers of operations */
    BitSet
        past; /* the same with what only gives back what others wait for: all that comes before */
} FootprintEntry;
typedef VEC(FootprintEntry) Footprint;

/* An element of the sleep set of a state: a thread's pending operation with an outcome. Executions
 * that begin with it are not covered: they were explored elsewhere. */
typedef struct Asleep {
    int32_t thread;
    uint32_t outcome;
} Asleep;
typedef VEC(Asleep) SleepSet;
static inline bool sleep_set_has(const SleepSet *s, Asleep x) {
    for (size_t k = 0; k < s->len; k++)
        if (s->data[k].thread == x.thread && s->data[k].outcome == x.outcome) return true;
    return false;
}
static inline bool sleep_set_within(const SleepSet *s, const SleepSet *other) {
    for (size_t k = 0; k < s->len; k++)
        if (!sleep_set_has(other, s->data[k])) return false;
    return true;
}

/* The findings of executions: hashes of their keys. */
typedef VEC(uint64_t) KeySet;
void key_set_add(KeySet *s, uint64_t key);
static inline bool key_set_has(const KeySet *s, uint64_t key) {
    for (size_t k = 0; k < s->len; k++)
        if (s->data[k] == key) return true;
    return false;
}

typedef struct Summary {
    Fingerprint control;
    const Expr *condition; /* over symbols (lift.h); other inputs stand for every value */
    uint32_t follows;      /* number of a footprint */
    uint32_t asleep;       /* number of a sleep set */
    uint32_t findings;     /* number of a set of findings */
    bool saved;            /* is in a chunk */
    bool unsettled;        /* some run does not show all of its choices (choices.h) */
} Summary;

/* Memory that is touched after an operation, before the next one of its thread: what is no
 * event. */
typedef struct Touched {
    uint64_t word, words;
    uint8_t reads, writes;
} Touched;
typedef VEC(Touched) TouchedList;

typedef struct Summaries {
    Lifter *lifter; /* of the state that symbols are about */
    Machine *machine;
    VEC(Summary) all;
    Index by_control;
    VEC(Following) operations;
    Index by_operation;
    VEC(BitSet) dependent;    /* by operation: the others that depend on it, or are of its thread */
    VEC(TouchedList) touched; /* by operation: in any execution */
    VEC(Footprint) footprints;
    Index by_footprint;
    VEC(SleepSet) sleeps;
    VEC(KeySet) found;
    uint64_t any;               /* inputs that stand for every value, so far */
    uint64_t bytes, most_bytes; /* about what they take; 0: no limit */
    uint64_t dropped;           /* not kept for want of room */
    size_t unsaved;             /* those before it are in chunks */
} Summaries;

void summaries_init(Summaries *s, Machine *m, Lifter *l);
void summaries_free(Summaries *s);
/* A new input of `size` bytes that stands for every value. */
const Input *summaries_any_input(Summaries *s, uint32_t size);
/* The number of an operation. */
uint32_t summaries_operation(Summaries *s, const Following *f);
void summaries_touch(Summaries *s, uint32_t operation, const Touched *t);
/* The operation happens before all that a footprint has: puts it into that. */
void footprint_precede(Summaries *s, Footprint *f, uint32_t operation);
/* Of entries that say less than this one, what comes before in all of them is kept. */
void footprint_add(Footprint *f, uint32_t operation, const BitSet *causes, const BitSet *past);
void footprint_merge(Footprint *f, const Footprint *other);
void footprint_clear(Footprint *f);

/* Adds a summary. False if the same is known or there is no room. */
bool summaries_add(Summaries *s, Fingerprint control, const Expr *condition,
                   const Footprint *follows, const SleepSet *asleep, const KeySet *findings,
                   bool unsettled);
/* The next summary of a control state, beginning with *at 0; NULL: no more. */
const Summary *summaries_next(const Summaries *s, Fingerprint control, size_t *at);

/* Whether a chunk is one of summaries. */
bool summaries_is_chunk(const void *chunk, size_t size);
/* The summaries added since the last call, as bytes; the caller frees. NULL: none. */
void *summaries_chunk(Summaries *s, size_t *size);
/* Adds the summaries of a chunk. False if it is damaged. */
bool summaries_read(Summaries *s, const void *chunk, size_t size);

#endif
