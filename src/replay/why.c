/* why.c — see why.h. */
#include "replay/why_internal.h"
#include "run/describe.h"
#include <stdlib.h>

static void collect_events(void *context, Run *r) {
    WhySearch *s = context;
    why_note_run(&s->run, r);
    s->why->nsteps = s->run.events.len;
    s->why->steps = xcalloc(s->run.events.len + 1, sizeof *s->why->steps);
    for (size_t k = 0; k < s->run.events.len; k++) {
        const Action *a = &s->run.events.data[k].action;
        s->why->steps[k] = describe_step(r->machine, a, a->index);
    }
}

/* Notes a change that did not help, and how far its run came. */
static void note_failed(WhySearch *s, WhyChange change) {
    vec_push(&s->failed, ((WhyTried){change, s->replay.run->history.path.len}));
}

/* --- orders ----------------------------------------------------------------------------------- */

/* Reverses each order once, those near the end first. False if a limit came before. */
static bool try_orders(WhySearch *s) {
    WhyPlan plan = {0};
    bool over = false;
    for (size_t b = s->run.events.len; b-- > 0 && !over;)
        for (size_t a = MIN(b, s->run.nexecuted); a-- > 0;) {
            if (!why_is_reversible(&s->run, a, b)) continue;
            over = why_is_over(s);
            if (over) break;
            s->why->tried++;
            why_plan_reversed(&plan, &s->run, a, b);
            WhyOutcome outcome = why_follow_plan(s, &plan);
            if (outcome == WHY_PASSES) vec_push(&s->why->orders, ((WhyOrder){a, b}));
            if (outcome == WHY_FAILS) note_failed(s, (WhyChange){.order = {a, b}});
        }
    vec_free(&plan.steps);
    return !over;
}

/* Returns the nearest event of thread `slot` before `from` (up: behind it) on the object of event
 * `of`; SIZE_MAX: there is none. */
static size_t nearest_on_object(const WhySearch *s, size_t from, bool up, int slot, size_t of) {
    for (size_t k = from; up ? ++k < s->run.nexecuted : k-- > 0;)
        if (s->run.events.data[k].slot == slot &&
            why_same_object(&s->run.events.data[k], &s->run.events.data[of]))
            return k;
    return SIZE_MAX;
}

/* Notes windows: where `later` would have to come before `earlier`, its thread had done something
 * with the object already, and `earlier` came between; or the other way round. */
static void find_windows(WhySearch *s) {
    const Why *w = s->why;
    for (size_t k = 0; k < w->orders.len; k++) {
        WhyOrder o = w->orders.data[k];
        size_t begin = why_section(&s->run, o.earlier);
        size_t first =
            nearest_on_object(s, begin, false, s->run.events.data[o.later].slot, o.later);
        WhyWindow x = {k, first, o.later, begin};
        if (first == SIZE_MAX) {
            size_t second =
                nearest_on_object(s, o.later, true, s->run.events.data[o.earlier].slot, o.earlier);
            x = (WhyWindow){k, o.earlier, second, o.later};
        }
        if (x.second != SIZE_MAX) vec_push(&s->why->windows, x);
    }
}

/* --- inputs ----------------------------------------------------------------------------------- */

/* Changes each input. False if a limit came before. */
static bool try_inputs(WhySearch *s) {
    WhyPlan plan = {0};
    uint64_t values[WHY_MOST_VALUES];
    bool over = false;
    why_plan_same(&plan, &s->run);
    for (size_t k = 0; k < s->replay.test->ninputs && !over; k++) {
        unsigned n = why_input_values(s, k, values);
        for (unsigned j = 0; j < n; j++) {
            over = why_is_over(s);
            if (over) break;
            why_give_input(s, k, &values[j]);
            WhyOutcome outcome = why_follow_plan(s, &plan);
            why_give_input(s, k, NULL);
            WhyInput input = {k, values[j]};
            if (outcome != WHY_PASSES) {
                note_failed(s, (WhyChange){.is_input = true, .input = input});
                continue;
            }
            vec_push(&s->why->inputs, input);
            break;
        }
    }
    vec_free(&plan.steps);
    return !over;
}

/* --- the whole -------------------------------------------------------------------------------- */

static void free_why_search(WhySearch *s) {
    why_run_free(&s->run);
    vec_free(&s->failed);
    free(s->owed);
}

static void search_reasons(WhySearch *s) {
    Why *w = s->why;
    w->complete = try_orders(s);
    w->inputs_complete = try_inputs(s);
    if (w->complete && w->inputs_complete && !w->orders.len && !w->inputs.len) why_try_pairs(s);
    find_windows(s);
    run_undo(s->replay.run, 0);
}

Why *why_of_test(const Program *program, const CampaignOptions *options, const Finding *test,
                 const WhyLimits *limits, char **error) {
    Why *w = xcalloc(1, sizeof *w);
    ReplayCallbacks callbacks = {.context = limits->context, .interrupted = limits->interrupted};
    WhySearch s = {.why = w,
                   .owed = xcalloc(1, sizeof(WhyOwed)),
                   .until = time_wall() + limits->seconds,
                   .limits = limits};
    *error = NULL;
    s.replay = (Replay){
        .test = test, .callbacks = &callbacks, .saw_end = collect_events, .watcher_context = &s};
    replay_begin(&s.replay, program, options);
    replay_follow(&s.replay);
    s.replay.saw_end = NULL;
    s.replay.saw_fault = why_saw_fault;
    if (s.replay.result->divergence)
        *error =
            xasprintf("the run left the schedule of the test: %s", s.replay.result->divergence);
    else if (!strcmp(test->kind, "race"))
        *error = xstrdup("a race is two accesses in no order, so there is none to reverse");
    else if (finding_is_path(test))
        *error = xstrdup("the test is of a path, which has no error");
    else if (s.run.events.len >= WHY_MOST_EVENTS)
        *error = xstrdup("the run has too many steps");
    if (!*error) search_reasons(&s);
    replay_result_free(replay_end(&s.replay));
    free_why_search(&s);
    if (!*error) return w;
    why_free(w);
    return NULL;
}

void why_free(Why *w) {
    for (size_t k = 0; k < w->nsteps; k++) schedule_step_clear(&w->steps[k]);
    free(w->steps);
    vec_free(&w->orders);
    vec_free(&w->windows);
    vec_free(&w->inputs);
    vec_free(&w->pairs);
    free(w);
}
