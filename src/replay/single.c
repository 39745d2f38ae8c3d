/*
 * single.c — one run, as on a machine: threads take turns in a fixed order, or one drawn at random
 * takes each step. Decisions that depend on inputs go one way, that of the current values.
 */
#include "explore/internal.h"
#include "vm/system/interrupt.h"
#include <stdlib.h>

/* Steps after which the next thread has its turn. */
#define TURN 64

typedef struct Turns {
    int last;
    unsigned row;
} Turns;

/* Returns the next thread in the order of their slots, once the last one had its turn or waits. */
static int choose_next_turn(Turns *turns, const int *threads, unsigned n) {
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

/* Lists the threads that can go on. A thread that ends the process does so in its turn, even if
 * others still have steps. Time passes only if no thread can go on otherwise: threads that wait for
 * it come last in the list. */
static unsigned ready_threads(Run *r, int *threads) {
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

/* Returns why a thread stops though another kind of exploration would let it continue; NULL if none
 * of these reasons applies. */
static const char *why_it_stays(const Machine *m, const Thread *t) {
    if (t->looping)
        return "for memory that it reads as plain memory, so that no other thread runs meanwhile: "
               "--volatile=relaxed lets volatile accesses be atomic, heddle test finds out what is "
               "shared";
    if (interrupt_is_there(m, t) && t->pending.kind != OPERATION_KERNEL)
        return "and a signal or a cancellation has come since, for which it only looks before it "
               "waits: "
               "heddle test explores the orders in which it is there by then";
    return NULL;
}

/* Reports such threads if the program did not end. */
static void tell_who_stays(Campaign *c) {
    const Machine *m = c->run->machine;
    for (uint32_t k = 0; k < m->nslots && !c->result->exited; k++) {
        const Thread *t = m->threads[k];
        const char *why = t ? why_it_stays(m, t) : NULL;
        if (!why) continue;
        SourcePlace p = describe_place(c->shared->program, machine_loc(m, t));
        char *text =
            xasprintf("thread %s waits %sat %s:%u %s", t->name, t->looping ? "in a loop " : "",
                      *p.file ? p.file : p.function, p.line, why);
        campaign_incomplete(c, text);
        free(text);
        free(p.file);
        free(p.function);
    }
}

static void single_explore(Campaign *c) {
    Run *r = c->run;
    int threads[MAX_THREADS];
    uint32_t outcomes[MAX_OUTCOMES];
    Turns turns = {.last = -1};
    bool random = c->shared->options->random_schedule;
    r->machine->patient = true; /* a silent thread computes */
    for (unsigned n; (n = ready_threads(r, threads)) && !campaign_stop(c);) {
        int t = random ? threads[campaign_random(c) % n] : choose_next_turn(&turns, threads, n);
        unsigned m = run_outcomes(r, t, outcomes), k = 0;
        bool drawn = random && r->machine->threads[t]->pending.kind != OPERATION_BRANCH;
        if (drawn) k = (unsigned)(campaign_random(c) % m);
        for (unsigned tries = 0; tries < m && !run_step(r, t, outcomes[k]); tries++)
            k = (k + 1) % m;
    }
    if (campaign_stop(c)) return;
    campaign_leaf(c);
    tell_who_stays(c);
}

const Strategy single_strategy = {
    .name = "run",
    .help = "one run",
    .explore = single_explore,
    .one_pass = true,
};
