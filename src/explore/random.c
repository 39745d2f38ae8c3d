/*
 * random.c — random schedules and paths, for quick looks: complete runs one after another until a limit.
 * Never claims to have explored everything.
 */
#include "explore/internal.h"

/* Runs without a limit given. */
#define DEFAULT_RUNS 1000

static void explore(Campaign *c) {
    Run *r = c->run;
    int threads[MAX_THREADS];
    uint32_t outcomes[MAX_OUTCOMES];
    uint64_t limit = c->options->explore.max_traces     ? c->options->explore.max_traces
                     : c->options->explore.max_time > 0 ? UINT64_MAX
                                                        : DEFAULT_RUNS;
    for (uint64_t k = 0; k < limit && !campaign_stop(c); k++) {
        for (unsigned n; (n = run_enabled(r, threads)) && !campaign_stop(c);) {
            int t = threads[campaign_random(c) % n];
            unsigned m = operation_outcomes(r->machine, t, outcomes);
            unsigned j = (unsigned)(campaign_random(c) % m);
            for (unsigned tries = 0; tries < m && !run_step(r, t, outcomes[j]); tries++) j = (j + 1) % m;
        }
        if (campaign_stop(c)) break;
        campaign_leaf(c);
        run_undo(r, 0);
    }
    if (!campaign_stop(c)) campaign_incomplete(c, "random runs are a sample");
}

const Strategy random_strategy = {
    .name = "random",
    .help = "random schedules and inputs, for a quick look: never everything",
    .explore = explore,
};
