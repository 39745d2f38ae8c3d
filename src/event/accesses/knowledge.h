/*
 * knowledge.h — who knows of which epochs of a thread, and sums of its accesses by who knows of
 * them. A thread has an epoch for each operation that hands something on. Sums are not made epoch
 * by epoch, but between two epochs at which somebody's knowledge ends.
 */
#ifndef HEDDLE_EVENT_KNOWLEDGE_H
#define HEDDLE_EVENT_KNOWLEDGE_H

#include "event/accesses/touched_words.h"
#include "event/happens_before.h"

/* Something that may hand an order on, or take one. */
typedef struct Holder {
    uint64_t id;
    const OrderClock
        *clock;         /* of several that are handed on together, each is one of the same id */
    ThreadSet accesses; /* a thread that goes on, or is still to start, which may access memory */
} Holder;
typedef VEC(Holder) Holders; /* those of one id follow each other */

/* What all holders know of one thread. The thread's own clock, which has the id `self`, does not
 * count. */
typedef struct KnownThread {
    const Holders *holders;
    uint32_t thread;
    uint64_t self;
    uint32_t to_all; /* the last epoch of which all know who may access memory */
} KnownThread;

KnownThread known_thread(const Holders *all, uint32_t thread, uint64_t self);
/* A hash of all who know of the epoch. */
uint64_t known_by(const KnownThread *t, uint32_t epoch);

/* An epoch that is the last one of which somebody knows. */
typedef struct KnownEpoch {
    uint32_t epoch;
    ThreadSet accesses; /* who may access memory; 0: it is the most that holders of one id know */
    uint64_t hash;      /* of the id; 0: see above */
} KnownEpoch;

/* The epochs behind those of the range before, up to `last`: the same holders know of each. */
typedef struct EpochRange {
    uint32_t last;
    uint64_t known;    /* a hash of these holders */
    ThreadSet unaware; /* who may access memory and does not know of the epochs */
    Fingerprint sum;   /* of the accesses in these epochs with which the unaware may race */
} EpochRange;

/* What is made for one thread after the other. */
typedef struct Knowledge {
    VEC(KnownEpoch) ends; /* ascending */
    VEC(KnownEpoch) room; /* for sorting them */
    VEC(EpochRange) ranges;
} Knowledge;

void knowledge_free(Knowledge *k);
/* What the accesses of the thread, which has this region, add to the state, by who knows of them.
 * What all know of who may race with it, or create who may, cannot race any more. */
Fingerprint knowledge_sum(Knowledge *k, const KnownThread *t, const TouchedWords *words,
                          uint64_t region);

#endif
