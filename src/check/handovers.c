/* handovers.c — see handovers.h. */
#include "check/handovers.h"
#include <stdlib.h>

/* Limits the time that a race takes. */
#define MOST_HANDOVERS 1024

void handovers_add(Handovers *l, Arena *arena, Machine *m, const Handover *x) {
    if (l->len == MOST_HANDOVERS) return;
    if (!l->at) l->at = arena_alloc(arena, MOST_HANDOVERS * sizeof *l->at);
    for (uint32_t k = 0; k < l->len; k++) {
        const Handover *y = &l->at[k];
        invariant(y->read.when <= x->read.when);
        /* A later read of the same value orders nothing more. */
        if (y->read.thread == x->read.thread && y->written.thread == x->written.thread &&
            y->written.when >= x->written.when)
            return;
    }
    trail_save(m->memory, &l->len, sizeof l->len);
    trail_save(m->memory, &l->at[l->len], sizeof *l->at);
    l->at[l->len++] = *x;
}

/* What happens before an access with handovers. */
typedef struct Reach {
    const History *h;
    uint32_t nthreads;
    uint32_t
        *order;     /* by thread: newest epoch; or, by the order of exploration, number of events */
    uint32_t *when; /* by thread: everything up to here */
} Reach;

static void reach_events(Reach *r, const Event *e) {
    for (uint32_t t = 0; e && t < r->nthreads; t++)
        r->order[t] = MAX(r->order[t], event_clock(e, t));
}

static void reach_epochs(Reach *r, const OrderClock *clock) {
    for (uint32_t t = 0; t < r->nthreads; t++) r->order[t] = MAX(r->order[t], order_at(clock, t));
}

static bool is_reached(const Reach *r, const RaceAccess *a) {
    uint32_t t = (uint32_t)a->thread;
    if (t >= r->nthreads) return false;
    if (a->when && a->when <= r->when[t]) return true;
    return r->h->judges ? a->epoch && a->epoch <= r->order[t] : a->index < r->order[t];
}

/* Adds an access of a thread, and what happens before it. */
static void reach_access(Reach *r, const RaceAccess *a) {
    uint32_t t = (uint32_t)a->thread;
    if (t >= r->nthreads) return;
    r->when[t] = MAX(r->when[t], a->when);
    if (!a->index || a->index > r->h->own.data[t].len) return;
    const Event *e = history_own(r->h, t, a->index);
    if (!r->h->judges)
        reach_events(r, e);
    else if (e->hb) /* what fences behind the event take is left out */
        reach_epochs(r, e->hb->stage[0].clock);
}

/* Whether it is the handed-over word itself that is accessed: other accesses to it are races of
 * their own, and told with it. */
static bool is_same_word(const Handover *x, const RaceAccess *a) {
    uint64_t word = x->written.word;
    return word >= a->word && word - a->word < a->words &&
           (a->words > 1 || a->mask & x->written.mask);
}

/* A handover's read comes after its write on the path, so what a newer one adds is complete before
 * an older one is looked at. */
uint32_t handovers_find(const Handovers *l, const History *h, const RaceAccess *a,
                        const Standpoint *b) {
    if (!l->len || !a->when) return 0;
    uint32_t n = (uint32_t)h->own.len, number = 0;
    Reach r = {h, n, xcalloc(2 * (size_t)n + 1, sizeof *r.order), NULL};
    r.when = r.order + n;
    if (h->judges)
        reach_epochs(&r, b->clock);
    else
        reach_events(&r, b->e);
    if ((uint32_t)b->thread < n) r.when[b->thread] = UINT32_MAX;
    for (uint32_t k = l->len; k-- > 0 && !number;) {
        const Handover *x = &l->at[k];
        if (x->read.when <= a->when) break;
        if (is_same_word(x, a) || !is_reached(&r, &x->read)) continue;
        reach_access(&r, &x->written);
        if (is_reached(&r, a)) number = x->number;
    }
    free(r.order);
    return number;
}
