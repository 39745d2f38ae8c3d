/*
 * extension.h — conflicting extensions of a configuration: events that are no part of it, whose
 * causes are, and that exclude some of its events (Por-SE, sections 3.6 and 4.1; Rodriguez and
 * others, CONCUR 2015).
 *
 * The configuration is the path of a history. For an event e of the path and an immediate
 * predecessor x of e that is no cause by program order, an extension is e's operation after
 * everything of the path that does not follow from x; an operation with several outcomes also has
 * the others after its own causes (x = e). So does the pending operation of a thread that cannot go
 * on, after whatever has to be taken away to enable it.
 *
 * Extensions are reported through a callback, so that each strategy can build what it needs from
 * them.
 */
#ifndef HEDDLE_EVENT_EXTENSION_H
#define HEDDLE_EVENT_EXTENSION_H

#include "base/scratch.h"
#include "event/history.h"

/* A conflicting extension: valid during the callback. */
typedef struct Extension {
    Event *event;    /* with its canonical name and all causes; to keep it, take a reference */
    Removed removed; /* the latest events that the extension excludes */
    size_t node; /* the path position of the first of these: all before it is compatible with the
                    extension */
} Extension;

typedef struct Extensions {
    History *h;
    Machine *m;
    void *context;
    void (*found)(void *context, const Extension *x);
    /* Whether extensions that reverse `e` with the path event at this position are needed; NULL:
     * always. */
    bool (*wanted)(void *context, size_t position);
    /* Called if not all extensions can be examined, so that the exploration is incomplete. */
    void (*incomplete)(void *context, const char *why);
    Scratch *scratch;         /* of the caller, who may use it in `found` */
    VEC(const Action *) past; /* own scratch */
} Extensions;

void extensions_free(Extensions *x);

/* Reports the reversals of the path event `e` with events at positions from `low` on; with
 * `filtered`, only those for which `wanted` holds. */
void extensions_of_event(Extensions *x, const Event *e, bool filtered, size_t low);
/* Reports the other outcomes of `e` after its own causes. */
void extensions_of_choice(Extensions *x, const Event *e);
/* Reports extensions that enable the pending operation of a blocked thread, with its outcomes after
 * these histories. */
void extensions_of_pending(Extensions *x, int thread);

#endif
