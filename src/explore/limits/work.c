/* work.c — how much a worker has done, in instructions: the measure of turns and of patience. */
#include "explore/internal.h"

/* The costs of a step and of a solver query, in instructions that take about as long. What a back
 * end does beside its search is among its own steps. */
#define STEP_WORK 2000
#define QUERY_WORK 1000
#define EVALUATION_WORK 500
#define BACKEND_WORK 6000
#define BACKEND_STEP_WORK 30
#define BYTES_A_WORK 16 /* of those that an instruction works on at once */

uint64_t campaign_work(const Campaign *c) {
    const Machine *m = c->run->machine;
    const SolverStats *q = solver_stats(c->solver);
    return m->instructions + m->work / BYTES_A_WORK + STEP_WORK * c->run->nsteps +
           QUERY_WORK * q->queries + EVALUATION_WORK * expr_pool_evaluations(c->pool) +
           BACKEND_WORK * q->backend_queries + BACKEND_STEP_WORK * q->backend_steps +
           c->search_work;
}
