/* por_strategy.c — the row of the strategy `por`: exploring alone, with workers of one process, and
 * by the tasks of a ledger. */
#include "strategies/hunt/hunt.h"
#include "strategies/parametric/any_threads.h"
#include "strategies/por/por.h"

/* Main function of a worker that explores subtrees which others give away. */
static void por_serve(Campaign *c) {
    Scratch scratch;
    Por p;
    scratch_init(&scratch);
    por_init(&p, c, &scratch);
    workers_serve(c->shared->workers, por_work_meanwhile, &p);
    por_close(&p);
    scratch_free(&scratch);
}

static void por_explore(Campaign *c) {
    if (c->shared->ledger) {
        por_explore_ledger(c);
        return;
    }
    Scratch scratch;
    Por p;
    scratch_init(&scratch);
    por_init(&p, c, &scratch);
    tree_push(&p.tree);
    p.probes = probes_new(c);
    por_explore_subtree(&p);
    probes_free(p.probes);
    por_close(&p);
    scratch_free(&scratch);
}

const Strategy por_strategy = {
    .name = "por",
    .help = "unfolding-based partial-order reduction: every maximal configuration once",
    .explore = por_explore,
    .serve = por_serve,
    .uses_cutoffs = true,
    .leaves_out = true,
    .continues = true,
    .takes_alternatives = true,
    .subtrees = true,
    .search_orders = true,
    .hunts = &hunt_ops,
    .any_threads = prove_any_threads,
    .exhaustive = true,
};
