/* run_races.c — which accesses of a run race: asks the detector (check/races.h) step by step. */
#include "run/run.h"

static void told_race(void *context, const RaceAccess *first, const RaceAccess *second) {
    Run *r = context;
    if (r->hooks.race) r->hooks.race(r->hooks.context, r, first, second);
}

static void told_hidden_race(void *context, const RaceAccess *first, const RaceAccess *second) {
    Run *r = context;
    r->raced |= !second->enforced;
    told_race(context, first, second);
}

/* See RaceListener. */
static uint32_t race_number(void *context, const RaceAccess *first, const RaceAccess *second) {
    Run *r = context;
    return r->hooks.race_number ? r->hooks.race_number(r->hooks.context, r, first, second) : 0;
}

/* Reports an operation that orders less than the exploration does. Then races must be judged by
 * happens-before from the beginning of a pass on. */
static void look_for_weak_order(Run *r, const Event *e) {
    if (!r->hooks.weak || r->machine->nthreads < 2) return;
    if (operation_is_weak(&e->action) || happens_before_is_notified(&r->history, e))
        r->hooks.weak(r->hooks.context, r);
}

void run_judge_order(Run *r, Event *e) {
    AccessLog *log = r->machine->threads[e->action.thread]->log;
    Contended *contended = r->cutoffs ? cutoffs_contended(r->cutoffs) : NULL;
    if (r->judges && happens_before_record(&r->history, r->machine, e, contended) &&
        r->hooks.contended)
        r->hooks.contended(r->hooks.context);
    if (r->judges) e->hb->when = races_now(r->races);
    log->fences.len = 0;
    log->failed = log->may_fail = false;
}

void run_check_event(Run *r, const Event *e) {
    if (!r->judges) look_for_weak_order(r, e);
    if (operation_on_memory(&e->action.op))
        races_check_visible(r->races, &r->history, r->machine, e,
                            &(RaceListener){told_race, race_number, r});
}

void run_check_slice(Run *r, const Event *e, const Event *since, const Event *before) {
    races_check(r->races, &r->history, r->machine, e, since, before,
                &(RaceListener){told_hidden_race, race_number, r});
}
