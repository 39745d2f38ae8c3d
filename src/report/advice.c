/* advice.c — see advice.h. docs/choosing.md has the measurements that the advice is taken from. */
#include "report/advice.h"
#include <string.h>

/* Below this nothing can be told from the figures. */
#define LEAST_EVENTS 2000
#define LEAST_SECONDS 1.0

/* Of the time, what the solver may take before it counts as what takes long. */
#define SOLVER_SHARE 0.5

/* Events for each state from which on covering events is better than covering configurations. */
#define MANY_EVENTS 8
/* Complete runs for each event from which on the same holds. */
#define MANY_RUNS 4

static bool reached_limit(const CampaignResult *r) {
    return r->halt_reason &&
           (!strcmp(r->halt_reason, "time") || !strcmp(r->halt_reason, "memory") ||
            !strcmp(r->halt_reason, "traces"));
}

/* Whether a thread was interrupted within a long slice, which `incomplete` tells. */
static bool has_long_slice(const CampaignResult *r) {
    for (size_t k = 0; k < r->nincomplete; k++)
        if (strstr(r->incomplete[k], "without a visible operation")) return true;
    return false;
}

static bool explored_by(const CampaignResult *r, const char *strategy) {
    return r->strategy && !strcmp(r->strategy, strategy);
}

const char *advice_for(const CampaignResult *r) {
    const CampaignStats *s = &r->stats;
    if (!reached_limit(r)) return NULL;
    if (r->threads_explored)
        return "the program makes threads without end: --max-threads=N ends with a verdict for N "
               "threads";
    if (has_long_slice(r))
        return "one loop takes most of the time: a smaller input, or a smaller constant for tests, "
               "shows more";
    if (s->seconds > LEAST_SECONDS && s->solver_seconds > SOLVER_SHARE * s->seconds)
        return "constraints on inputs take most of the time: fewer symbolic bytes, or "
               "heddle_assume to narrow them";
    bool alone = r->nshares < 2 && explored_by(r, "por");
    if (alone && s->traces > LEAST_EVENTS && s->traces > MANY_RUNS * s->events)
        return "few events come in many combinations: --strategy=unfold covers each event once";
    if (s->events < LEAST_EVENTS) return NULL;
    if (alone && s->states && s->events / s->states > MANY_EVENTS)
        return "many events lead to the same states: --strategy=auto has unfold explore, too";
    if (s->states && !s->cutoffs)
        return "no state was met twice: does something that decisions depend on count up, or tell "
               "the time?";
    if (s->redundant > s->traces)
        return "most runs were redundant: --alternatives=optimal makes none";
    if (r->all_memory && s->memory_events > s->events / 2)
        return "most events are accesses to memory: --interleave=sync, the default, has fewer if "
               "races are no intention";
    return "a smaller instance (fewer threads, fewer rounds) that is explored to its end says more "
           "than a part of a large one";
}
