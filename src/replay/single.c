/*
 * single.c — one run, as on a machine: threads take turns in a fixed order, or one drawn at random
 * takes each step. Decisions that depend on inputs go one way, that of the current values.
 */
#include "explore/internal.h"
#include "replay/turns.h"
#include "vm/system/interrupt.h"
#include <stdlib.h>

/* Returns why a thread stops though another kind of exploration would let it continue; NULL if none
 * of these reasons applies. */
static const char *why_it_stays(const Machine *m, const Thread *t) {
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
        char *text = xasprintf("thread %s waits at %s:%u %s", t->name,
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
    Turns turns = turns_begin();
    bool random = c->shared->options->random_schedule;
    r->machine->patient = true; /* a silent thread computes */
    for (unsigned n; (n = turns_ready(r, threads)) && !campaign_stop(c);) {
        int t = random ? threads[campaign_random(c) % turns_prompt(r, threads, n)]
                       : turns_next(&turns, r, threads, n);
        unsigned m = run_outcomes(r, t, outcomes), k = 0;
        bool drawn = random && r->machine->threads[t]->pending.kind != OPERATION_BRANCH;
        if (drawn) k = (unsigned)(campaign_random(c) % m);
        for (unsigned tries = 0; tries < m && !run_step(r, t, outcomes[k]); tries++)
            k = (k + 1) % m;
        /* What ends a thread so ends a process: a signal, a bad address, a failed assertion. */
        if (r->machine->threads[t] && r->machine->threads[t]->failed) break;
        turns_took(&turns, r, t);
    }
    if (campaign_stop(c)) return;
    campaign_leaf(c);
    /* The end of the last thread, after main left, ends the process. */
    if (!c->result->exited && run_end(r) == RUN_EXIT) c->result->exited = true;
    tell_who_stays(c);
}

const Strategy single_strategy = {
    .name = "run",
    .help = "one run",
    .explore = single_explore,
    .one_pass = true,
};
