/*
 * random.c — random schedules (pct.h) and paths for a quick look: complete runs one after another
 * until a limit. Never claims to have explored everything.
 */
#include "explore/internal.h"
#include "strategies/basic/pct.h"

/* The number of runs if no limit is given. */
#define DEFAULT_RUNS 1000

static void random_explore(Campaign *c) {
    Run *r = c->run;
    CampaignStats *s = &c->result->stats;
    int threads[MAX_THREADS];
    uint32_t outcomes[MAX_OUTCOMES];
    uint64_t limit = c->shared->options->explore.max_traces ? c->shared->options->explore.max_traces
                     : c->shared->options->explore.max_time > 0 ? UINT64_MAX
                                                                : DEFAULT_RUNS;
    s->pct_depth = PCT_DEPTHS;
    for (uint64_t k = 0; k < limit && !campaign_stop(c); k++) {
        Pct pct;
        pct_begin(&pct, 1 + (unsigned)(k % PCT_DEPTHS), s->pct_steps, &c->random);
        for (unsigned n; (n = run_promising(r, threads)) && !campaign_stop(c);) {
            int t = pct_choose(&pct, threads, n);
            unsigned m = operation_outcomes(r->machine, t, outcomes);
            unsigned j = (unsigned)(campaign_random(c) % m);
            for (unsigned tries = 0; tries < m && !run_step(r, t, outcomes[j]); tries++)
                j = (j + 1) % m;
        }
        if (campaign_stop(c)) break;
        s->pct_steps = MAX(s->pct_steps, r->history.path.len);
        s->pct_threads = MAX(s->pct_threads, r->machine->nthreads);
        campaign_leaf(c);
        run_undo(r, 0);
    }
    if (!campaign_stop(c)) campaign_incomplete(c, "random runs are a sample");
}

const Strategy random_strategy = {
    .name = "random",
    .help = "random schedules and inputs, for a quick look: never complete",
    .explore = random_explore,
};
