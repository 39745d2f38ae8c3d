/* hunt_kinds.c — see hunt_kinds.h. */
#include "strategies/hunt/hunt_kinds.h"

/* A kind gets at least one part of this number of the work: a third of its even share. One of
 * directed runs gets more, as a run that shows nothing new may still have the one order that the
 * bug needs. */
#define LEAST_PART (3 * HUNT_KINDS)
#define DIRECTED_PART 5
/* What a run showed counts this much of that of the next run of its kind. */
#define FADING 0.9

static double least_part(HuntKind x) { return x < HUNT_KINDS ? LEAST_PART : DIRECTED_PART; }

HuntKind hunt_kinds_next(const HuntKinds *k) {
    unsigned n = k->directed ? HUNT_ALL_KINDS : HUNT_KINDS;
    HuntKind first = k->directed ? HUNT_NEAR : 0, best = first, poorest = first;
    for (unsigned j = 0; j < n; j++) {
        HuntKind x = (first + j) % n;
        const HuntKindRecord *a = &k->kind[x], *b = &k->kind[best];
        if (!a->runs) return x;
        /* Shown for work, without a division; who had less work, where neither showed anything. */
        double mine = a->shown * b->work, its = b->shown * a->work;
        if (mine > its || (mine == its && a->total < b->total)) best = x;
        if (a->total * least_part(x) < k->kind[poorest].total * least_part(poorest)) poorest = x;
    }
    return k->kind[poorest].total * least_part(poorest) < k->work ? poorest : best;
}

void hunt_kinds_add(HuntKinds *k, HuntKind kind, uint64_t shown, uint64_t work) {
    HuntKindRecord *a = &k->kind[kind];
    double w = work ? (double)work : 1;
    a->runs++;
    a->total += w;
    k->work += w;
    a->shown = a->shown * FADING + (double)shown;
    a->work = a->work * FADING + w;
}
