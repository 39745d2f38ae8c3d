/* turns.c — see turns.h. */
#include "replay/turns.h"

/* Steps after which the next thread has its turn. */
#define TURN 64

int turns_next(Turns *turns, const int *threads, unsigned n) {
    int next = -1, first = -1;
    bool again = false;
    for (unsigned k = 0; k < n; k++) {
        int t = threads[k];
        again |= t == turns->last;
        if (first < 0 || t < first) first = t;
        if (t > turns->last && (next < 0 || t < next)) next = t;
    }
    if (again && turns->row < TURN) {
        turns->row++;
        return turns->last;
    }
    turns->row = 1;
    turns->last = next >= 0 ? next : first;
    return turns->last;
}

unsigned turns_ready(Run *r, int *threads) {
    unsigned n = run_promising(r, threads);
    if (!n || operation_is_within(&r->machine->threads[threads[0]]->pending)) return n;
    for (uint32_t k = 0; k < r->machine->nslots; k++) {
        const Thread *t = r->machine->threads[k];
        if (!t || t->status != THREAD_READY || t->pending.kind != OPERATION_PROCESS_EXIT) continue;
        if (n == 1 && threads[0] == (int)k) return n;
        memmove(threads + 1, threads, n * sizeof *threads);
        threads[0] = (int)k;
        n++;
    }
    unsigned prompt = 0;
    while (prompt < n && !operation_is_late(r->machine, threads[prompt])) prompt++;
    return prompt ? prompt : n;
}
