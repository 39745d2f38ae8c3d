/*
 * prunings.h — versions of a program, explored one after the other with what is known of those before:
 * nothing may be lost by that.
 */
#ifndef HEDDLE_ORACLE_PRUNINGS_H
#define HEDDLE_ORACLE_PRUNINGS_H

#include "impact/impact.h"
#include "oracle.h"

#define MOST_VERSIONS 3

typedef struct Version {
    Program *program;
    Program
        *once; /* what is explored in full: the program, or one whose loops that wait look once (waits.c) */
    char *text;
    Impact *impact; /* of what changed since the version before; NULL: there was none */
    Match *match;   /* the same */
} Version;

/* All ways to explore versions one after the other, as `heddle diff` goes about it, compared with
 * explorations in full, whose results are given (one per version, in this mode). NULL, or what differs; the
 * caller frees. */
char *check_prunings(Oracle *o, Interleave mode, unsigned sites, const Version *versions, unsigned nversions,
                     CampaignResult *const *full);

/* The number of the assertion of a text that others have, too, in the version of this text; -1: it is none.
 */
int repeated_id(const char *text, const Finding *f);
/* Which findings of such assertions are the same in two versions, each explored in full; counts the pairs.
 * NULL, or what is wrong; the caller frees. */
char *check_repeated(const Version *old, const CampaignResult *before, const Version *new,
                     const CampaignResult *after, unsigned *compared);

#endif
