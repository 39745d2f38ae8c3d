/*
 * known_of_others.h — who knows of what others did that shows in no memory: of the time that passed
 * for them, where threads learn of that by what they do (thread_time.h), and of blocks that they
 * freed, which their owners use again once they know of it (heap.c). Two histories after which
 * memory and threads are the same may differ in it: after `post, post, wait` the thread that posted
 * knows nothing of the one that waited, after `post, wait, post` it does.
 */
#ifndef HEDDLE_STATE_KNOWN_OF_OTHERS_H
#define HEDDLE_STATE_KNOWN_OF_OTHERS_H

#include "event/accesses/touched.h"
#include "event/history.h"

/* An event whose time and frees an object hands on to who uses it next. */
typedef struct HandedEvent {
    uint64_t dependence; /* what decides who learns of it */
    uint32_t position;   /* on the path */
    uint8_t bytes;       /* of a word: those that no newer store covers */
} HandedEvent;

/* What an object hands on, as long as the same events are on it. */
typedef struct HandedOn {
    uint64_t pushed; /* of the newest event of the object then (Event.pushed); 0: not known */
    /* What it adds to a state whose causal history has all events that were looked at. */
    Fingerprint times, frees;
    uint64_t least, most; /* of the times that count; most 0: none does */
    uint64_t open;        /* the frees that were open then, as a hash */
    uint32_t newest;      /* position of the newest event */
    uint32_t nseen;
    struct {
        uint32_t thread, index; /* the newest event that was looked at, of each thread */
    } seen[4];
    /* The first `older` events of the object, of which one who comes behind them sees these, the
     * newest first. */
    VEC(HandedEvent) events;
    uint64_t older_pushed; /* of the last of these */
    uint32_t older;
} HandedOn;

/* Of the objects of a history; empty at first. */
typedef struct KnownOfObjects {
    VEC(HandedOn) objects;
    uint64_t exact; /* Machine.exact_time then */
} KnownOfObjects;
void known_of_objects_free(KnownOfObjects *known);

/* Adds to the fingerprint of the state after the causal history of `e`: the latest time, and the
 * frees, that each thread knows of, and that each object hands on to who uses it next. Nothing
 * where times and frees do not spread. `freeing` are the n events of the path that freed blocks of
 * others (Event.freed); *open gets those of which an owner does not know, and who knows of them is
 * left to touched_add where that goes by happens-before. `known` is kept from one call to the next
 * (known_of_objects_free).
 * False: the frees are too many to be told apart. docs/proofs/time.md has the argument. */
bool known_of_others_add(const History *h, const Machine *m, const Event *e,
                         const Event *const *freeing, size_t n, KnownOfObjects *known,
                         OpenFrees *open, Fingerprint *f);

#endif
