/* deadlock.c — threads that wait for each other; see run.h. */
#include "run/run.h"
#include "vm/system/interrupt.h"
#include <stdlib.h>

/* Lists the threads that a thread waits for, each of which must do something first; returns their
 * number. A mutex that is taken away from its owners may become free without that. */
static unsigned must_wait_for(const Run *r, int thread, int *next) {
    const Operation *o = &r->machine->threads[thread]->pending;
    uint64_t mutex;
    if (operation_mutex(o, &mutex) && machine_is_ordered(r->machine, mutex)) return 0;
    return operation_waits_for(r->machine, thread, next);
}

/* Whether the blocked thread is on a cycle of the relation "waits for". */
static bool in_wait_cycle(const Run *r, int thread) {
    uint32_t nslots = r->machine->nslots;
    bool *seen = xcalloc(nslots, sizeof *seen);
    int *next = xcalloc(nslots, sizeof *next);
    VEC(int) open = {0};
    vec_push(&open, thread);
    bool found = false;
    while (open.len && !found) {
        int at = vec_pop(&open);
        /* A thread at an enabled operation (or at an error, reported at once) waits for nobody,
         * even if a cut-off stops it. Nor does one for which a signal has come since it looked. */
        const Thread *t = r->machine->threads[at];
        bool may_go_on = run_is_cut(r, at) || operation_enabled(r->machine, at) ||
                         (t && interrupt_is_there(r->machine, t));
        unsigned n = may_go_on ? 0 : must_wait_for(r, at, next);
        for (unsigned k = 0; k < n; k++) {
            found |= next[k] == thread;
            if (!seen[next[k]]) vec_push(&open, next[k]);
            seen[next[k]] = true;
        }
    }
    vec_free(&open);
    free(seen);
    free(next);
    return found;
}

static bool is_waiting_thread(const Run *r, uint32_t k) {
    const Machine *m = r->machine;
    return m->threads[k] && m->threads[k]->status == THREAD_READY && !run_is_cut(r, (int)k) &&
           !interrupt_is_there(m, m->threads[k]);
}

bool run_has_circle(Run *r) {
    for (uint32_t k = 0; k < r->machine->nslots; k++)
        if (is_waiting_thread(r, k) && in_wait_cycle(r, (int)k)) return true;
    return false;
}

bool run_is_partial(const Run *r) {
    bool partial = r->ncutoffs > 0;
    for (uint32_t k = 0; k < r->machine->nslots && !partial; k++)
        partial = r->machine->threads[k] && r->machine->threads[k]->status == THREAD_STOPPED;
    return partial;
}

void run_deadlocked(Run *r, bool *stuck) {
    uint32_t nslots = r->machine->nslots;
    int *next = xcalloc(nslots + 1, sizeof *next);
    bool grown = run_is_partial(r), all = !grown;
    for (uint32_t k = 0; k < nslots; k++)
        stuck[k] = is_waiting_thread(r, k) && (all || in_wait_cycle(r, (int)k));
    while (grown) {
        grown = false;
        for (uint32_t k = 0; k < nslots; k++) {
            if (stuck[k] || !is_waiting_thread(r, k) || operation_enabled(r->machine, (int)k))
                continue;
            unsigned n = must_wait_for(r, (int)k, next);
            for (unsigned j = 0; j < n; j++) stuck[k] |= stuck[next[j]];
            grown |= stuck[k];
        }
    }
    free(next);
}
