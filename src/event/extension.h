/*
 * extension.h — conflicting extensions of a configuration: events that are no part of it, whose causes are,
 * and that exclude some of its events (Por-SE, sections 3.6 and 4.1; Rodriguez and others, CONCUR 2015).
 *
 * The configuration is the path of a history. For an event e of the path and an immediate predecessor x of e
 * that is no cause by program order, an extension is e's operation after everything of the path that does not
 * follow from x; an operation with several outcomes also has the others after its own causes (x = e). So does
 * the pending operation of a thread that cannot go on, after whatever has to be taken away to enable it.
 *
 * What is found is told through a callback, so that each strategy can build what it needs from it.
 */
#ifndef HEDDLE_EVENT_EXTENSION_H
#define HEDDLE_EVENT_EXTENSION_H

#include "base/scratch.h"
#include "event/history.h"

/* A conflicting extension: valid during the callback. */
typedef struct Extension {
    Event *event;    /* with its canonical name and all of its causes; whoever keeps it takes a reference */
    Removed removed; /* what was taken away: the latest events that the extension excludes */
    size_t node; /* the path position of the first of these: all before it is compatible with the extension */
} Extension;

typedef struct Extensions {
    History *h;
    Machine *m;
    void *context;
    void (*found)(void *context, const Extension *x);
    /* Whether what reverses `e` with the path event at this position is wanted; NULL: always. */
    bool (*wanted)(void *context, size_t position);
    /* There are more than can be looked at: the exploration is incomplete. */
    void (*incomplete)(void *context, const char *why);
    Scratch *scratch;         /* of the caller, who may use it in `found` */
    VEC(const Action *) past; /* own scratch */
} Extensions;

void extensions_free(Extensions *x);

/* All reversals of the path event `e`. Only those with events at positions from `low` on; with `filtered`, of
 * them those that are wanted. */
void extensions_of_event(Extensions *x, const Event *e, bool filtered, size_t low);
/* What else `e` can do after its own causes. */
void extensions_of_choice(Extensions *x, const Event *e);
/* What enables the pending operation of a thread that cannot go on, and what it can do after other histories.
 */
void extensions_of_pending(Extensions *x, int thread);

#endif
