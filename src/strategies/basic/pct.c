/* pct.c — see pct.h. */
#include "strategies/basic/pct.h"

/* Initial priorities lie above those of change points, and these above the priorities that fairness
 * gives. */
#define PRIORITY_FIRST (1ull << 63)
#define PRIORITY_CHANGED (1ull << 62)
/* Beyond the expected length of the run, a thread yields after this number of steps in a row: it
 * may wait for another thread in a loop. */
#define MOST_IN_A_ROW 64

void pct_begin(Pct *p, unsigned depth, uint64_t length, uint64_t *random) {
    pct_begin_among(p, depth, length, length, random);
}

void pct_begin_among(Pct *p, unsigned depth, uint64_t length, uint64_t among, uint64_t *random) {
    *p = (Pct){.random = random,
               .depth = MIN(MAX(depth, 1), PCT_DEPTHS),
               .length = length,
               .lowest = PRIORITY_CHANGED,
               .last = -1};
    for (unsigned k = 0; k + 1 < p->depth; k++)
        p->change[k] = among ? 1 + random_next(random) % among : 0;
}

/* Lowers the priority of the thread that took this step if the step is a change point. Beyond the
 * expected length of the run, a thread that took many steps in a row falls below all lowered
 * threads, too. */
void pct_took(Pct *p, int thread, bool counts) {
    p->step++;
    p->counted += counts;
    for (unsigned k = 0; counts && k + 1 < p->depth; k++)
        if (p->change[k] == p->counted) p->priority[thread] = PRIORITY_CHANGED + k;
    p->row = p->last == thread ? p->row + 1 : 1;
    p->last = thread;
    if (p->step <= p->length || p->row < MOST_IN_A_ROW) return;
    p->priority[thread] = --p->lowest;
    p->row = 0;
}

int pct_highest(Pct *p, const int *threads, unsigned n) {
    int best = threads[0];
    for (unsigned k = 0; k < n; k++) {
        uint64_t *own = &p->priority[threads[k]];
        if (!*own) *own = PRIORITY_FIRST | random_next(p->random);
        if (*own > p->priority[best]) best = threads[k];
    }
    return best;
}

int pct_choose(Pct *p, const int *threads, unsigned n) {
    int best = pct_highest(p, threads, n);
    pct_took(p, best, true);
    return best;
}
