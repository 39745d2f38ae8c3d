/* turns.c — see turns.h. */
#include "replay/turns.h"
#include "vm/system/interrupt.h"

/* Steps after which the next thread has its turn. */
#define TURN 64

/* Pauses in a row, without any other step, after which a thread computes without pauses. */
#define PAUSES 256

#define NEVER UINT64_MAX

/* Returns when the thread's operation happens if all others wait. */
static uint64_t turns_time(Machine *m, int thread) {
    const Thread *t = m->threads[thread];
    uint64_t now = MAX(t->time, m->now);
    if (!operation_waits_for_time(m, thread)) return now;
    if (t->pending.kind == OPERATION_TIMEOUT && interrupt_is_there(m, t)) return now;
    if (interrupt_is_guess(m, &t->pending)) return NEVER;
    return MAX(now, t->deadline);
}

/* Returns the thread with the least time. Among several, who has waited longest is next: it gets a
 * lock that another one just left and would take again. */
static int turns_earliest(Run *r, const int *threads, unsigned n) {
    Machine *m = r->machine;
    int best = threads[0];
    uint64_t least = turns_time(m, best);
    for (unsigned k = 1; k < n; k++) {
        uint64_t time = turns_time(m, threads[k]);
        if (time > least) continue;
        if (time == least && m->threads[threads[k]]->time >= m->threads[best]->time) continue;
        best = threads[k];
        least = time;
    }
    return best;
}

unsigned turns_prompt(Run *r, int *threads, unsigned n) {
    Machine *m = r->machine;
    if (!m->system->real) return n;
    uint64_t most = turns_time(m, turns_earliest(r, threads, n));
    unsigned kept = 0;
    for (unsigned k = 0; k < n; k++)
        if (turns_time(m, threads[k]) <= most || !operation_waits_for_time(m, threads[k]))
            threads[kept++] = threads[k];
    return kept;
}

void turns_took(Turns *turns, Run *r, int thread) {
    Machine *m = r->machine;
    int threads[MAX_THREADS];
    if (!m->system->real) return;
    bool pause = vec_last(&r->history.path)->action.op.kind == OPERATION_PAUSE;
    turns->pauses = pause ? turns->pauses + 1 : 0;
    m->unpaused = turns->pauses >= PAUSES && run_promising(r, threads) == 1 && threads[0] == thread;
}

int turns_next(Turns *turns, Run *r, const int *threads, unsigned n) {
    if (r->machine->system->real) return turns_earliest(r, threads, n);
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
    if (r->machine->system->real) return n;
    unsigned prompt = 0;
    while (prompt < n && !operation_is_late(r->machine, threads[prompt])) prompt++;
    return prompt ? prompt : n;
}
