/*
 * shorten.c — makes the schedule of a finding short, for its readers and for replays. See
 * shorten.h.
 *
 * The search continues the run that executed the finding again, since that run knows the causes of
 * its events. Two steps alternate until neither helps or the effort is spent.
 *
 * First, events that are no cause of the finding are left out. The others are ordered so that each
 * thread goes on as long as it can. This is another linearisation of the same events, so it can
 * hardly fail (unordered accesses to memory that is not visible may make a difference).
 *
 * Second, stretches of the schedule are removed: a thread executes its part of a stretch at its
 * next turn, or never; and threads stop sooner. That is another run, whose outcome only its
 * execution shows.
 *
 * Each candidate is executed from the point where it leaves the previous one. It counts if the same
 * finding occurred (thread, place, message) with fewer switches, or as many and fewer steps. The
 * final schedule is executed once more on a fresh machine. Effort is counted in instructions and
 * steps, so that the result does not depend on the clock.
 */
#include "replay/shorten.h"
#include "replay/shorten_internal.h"
#include <stdlib.h>

/* Limits on the work of all candidates together and of those since one was better, and the work of
 * an instruction and a step, beside bytes processed at once: about two tenths and one twentieth of
 * a second. */
#define MOST_WORK 20000000ull
#define MOST_IN_VAIN 6000000ull
#define INSTRUCTION_WORK 4
#define STEP_WORK 2000

/* --- executing a candidate -------------------------------------------------------------------- */

static uint64_t effort(const Run *r) {
    return INSTRUCTION_WORK * r->machine->instructions + r->machine->work + r->nsteps * STEP_WORK;
}

/* Grants another MOST_IN_VAIN, but no more than MOST_WORK in all. */
static void grant_more(Shortener *s) { s->limit = MIN(effort(s->run) + MOST_IN_VAIN, s->most); }

static bool is_spent(void *context) {
    Shortener *s = context;
    const ReplayCallbacks *c = s->callbacks;
    s->stopped |= effort(s->run) > s->limit || (c && c->interrupted && c->interrupted(c->context));
    return s->stopped;
}

/* Returns the step of the best schedule for a thread's n-th event, or NULL if the thread does not
 * get that far. */
static const Step *known_step(const Shortener *s, int thread, uint32_t index) {
    size_t at = s->begin[thread] + index - 1;
    return at < s->begin[thread + 1] ? &s->by_thread.data[at] : NULL;
}

/* Whether a thread can take its next step, and with which outcome. */
static bool can_step(const Shortener *s, int thread, uint32_t *outcome) {
    Machine *m = s->run->machine;
    const Thread *t = m->threads[thread];
    if (!t || t->status != THREAD_READY || m->exited || t->pending.kind == OPERATION_NONE)
        return false;
    /* The end of the process comes last. */
    if (t->pending.kind == OPERATION_PROCESS_EXIT) {
        int *threads = xcalloc(m->nslots + 1, sizeof *threads);
        bool last = run_enabled(s->run, threads) && threads[0] == thread;
        free(threads);
        if (!last) return false;
    } else if (!operation_enabled(m, thread))
        return false;
    uint32_t outcomes[MAX_OUTCOMES];
    unsigned n = operation_outcomes(m, thread, outcomes);
    const Step *known = known_step(s, thread, t->steps + 1);
    *outcome = n ? outcomes[0] : 0;
    if (!known || known->kind != t->pending.kind) return true;
    bool possible = t->pending.kind != OPERATION_SIGNAL;
    for (unsigned k = 0; k < n; k++) possible |= outcomes[k] == known->outcome;
    if (possible) *outcome = known->outcome;
    return true;
}

typedef struct Candidate {
    size_t at; /* number of steps so far */
    size_t switches;
    int last;
} Candidate;

static void forget_after(Shortener *s, size_t length) {
    run_undo(s->run, length);
    if (s->found > length) s->found = 0;
}

/* Takes one step of `thread`. While the candidate agrees with the current path, steps are not
 * executed again. False if the step is not possible. */
static bool take_step(Shortener *s, Candidate *c, int thread) {
    Run *r = s->run;
    if (c->at < r->history.path.len) {
        const Action *a = &r->history.path.data[c->at]->action;
        const Step *known = known_step(s, thread, a->index);
        bool same = a->thread == thread &&
                    (!known || known->kind != a->op.kind || known->outcome == a->outcome);
        if (!same) forget_after(s, c->at);
    }
    if (c->at == r->history.path.len) {
        uint32_t outcome;
        if (!can_step(s, thread, &outcome)) return false;
        run_step(r, thread, outcome);
        if (r->history.path.len == c->at) return false;
    }
    c->at++;
    c->switches += c->last >= 0 && c->last != thread;
    c->last = thread;
    s->done[thread]++;
    return true;
}

/* Executes a candidate as far as needed. Whether it shows the finding with at most this many
 * switches. */
static bool shorten_execute(Shortener *s, const StretchList *list, size_t most_switches) {
    Candidate c = {.last = -1};
    memset(s->done, 0, MAX_THREADS * sizeof *s->done);
    /* A thread that is blocked continues in a later round, if others have enabled it. */
    bool moved = true, fits = true, shown = false;
    while (moved && fits && !shown) {
        moved = false;
        for (size_t k = 0; k < list->len && fits && !shown; k++) {
            const Stretch *x = &list->data[k];
            while (s->done[x->thread] < x->until && fits && !shown && take_step(s, &c, x->thread)) {
                moved = true;
                shown = s->found == c.at;
                fits = c.switches <= most_switches && !is_spent(s);
            }
        }
    }
    if (!shown && fits && s->at_end) {
        forget_after(s, c.at);
        shorten_on_end(s, s->run);
        shown = s->found > 0;
    }
    if (!shown || !fits) return false;
    forget_after(s, s->found);
    return true;
}

/* --- candidates ------------------------------------------------------------------------------- */

static void stretches_of(const StepList *list, StretchList *out) {
    out->len = 0;
    for (size_t k = 0; k < list->len; k++) {
        Stretch x = {list->data[k].thread, list->data[k].index};
        if (out->len && vec_last(out).thread == x.thread)
            vec_last(out).until = x.until;
        else
            vec_push(out, x);
    }
}

static size_t count_switches(const EventList *path) {
    size_t n = 0;
    for (size_t k = 1; k < path->len; k++)
        n += path->data[k]->action.thread != path->data[k - 1]->action.thread;
    return n;
}

static Step step_of_action(const Action *a) {
    return (Step){a->thread, a->index, a->outcome, (uint8_t)a->op.kind};
}

/* Makes the current path, on which the finding was found, the best schedule. */
static void keep_path(Shortener *s) {
    const History *h = &s->run->history;
    s->best.len = s->by_thread.len = 0;
    for (size_t k = 0; k < h->path.len; k++)
        vec_push(&s->best, step_of_action(&h->path.data[k]->action));
    for (uint32_t t = 0; t < MAX_THREADS; t++) {
        s->begin[t] = (uint32_t)s->by_thread.len;
        for (size_t k = 0; t < h->own.len && k < h->own.data[t].len; k++)
            vec_push(&s->by_thread, step_of_action(&h->own.data[t].data[k]->action));
    }
    s->begin[MAX_THREADS] = (uint32_t)s->by_thread.len;
    s->switches = count_switches(&h->path);
}

/* Executes a candidate; keeps it if it is better than the best so far. */
static bool try(Shortener *s, const StretchList *list) {
    if (s->stopped || !shorten_execute(s, list, s->switches)) return false;
    const EventList *path = &s->run->history.path;
    size_t switches = count_switches(path);
    if (switches > s->switches || (switches == s->switches && path->len >= s->best.len))
        return false;
    keep_path(s);
    grant_more(s);
    return true;
}

/* Computes how many events of each thread on the current path the finding needs. */
static void needed(const Shortener *s, uint32_t *need) {
    const History *h = &s->run->history;
    uint32_t n = s->run->machine->nslots;
    for (uint32_t t = 0; t < n; t++) {
        need[t] = 0;
        if (s->at_end && t < h->own.len) need[t] = (uint32_t)h->own.data[t].len;
        for (unsigned k = 0; k < 2 && !s->at_end; k++) {
            const Anchor *a = &s->anchor[k];
            if (!a->index) continue;
            uint32_t causes = event_clock(history_own(h, (uint32_t)a->thread, a->index), t);
            need[t] = MAX(need[t], causes);
        }
    }
}

/* Returns the number of events, at most `most`, that a thread can execute next: needed events whose
 * causes are done. */
static uint32_t stretch_length(const Shortener *s, const uint32_t *need, uint32_t thread,
                               uint32_t most) {
    const History *h = &s->run->history;
    uint32_t n = 0;
    for (; n < most && s->done[thread] + n < need[thread]; n++) {
        const Event *e = history_own(h, thread, s->done[thread] + n + 1);
        for (uint32_t t = 0; t < e->nclock && t < s->run->machine->nslots; t++)
            if (t != thread && e->clock[t] > s->done[t]) return n;
        if (e->action.op.kind == OPERATION_PROCESS_EXIT)
            for (uint32_t t = 0; t < s->run->machine->nslots; t++)
                if (t != thread && need[t] > s->done[t]) return n;
    }
    return n;
}

#define LOOK_AHEAD 64 /* a stretch of this many steps is as good as a longer one */

/* Orders the needed events so that each thread goes on as long as it can. The last event stays
 * last: a race is reported from the side of its later access. */
static void order_needed(Shortener *s, const uint32_t *need, StretchList *out) {
    uint32_t n = s->run->machine->nslots, last = (uint32_t)s->anchor[1].thread;
    uint32_t *before = xcalloc(n + 1, sizeof *before);
    memcpy(before, need, n * sizeof *before);
    bool held = !s->at_end && s->anchor[1].index && before[last] == s->anchor[1].index;
    if (held) before[last]--;
    memset(s->done, 0, MAX_THREADS * sizeof *s->done);
    out->len = 0;
    for (;;) {
        uint32_t most = 0, next = 0;
        for (uint32_t t = 0; t < n; t++) {
            uint32_t length = stretch_length(s, before, t, LOOK_AHEAD);
            if (length > most) {
                most = length;
                next = t;
            }
        }
        if (!most && held) {
            before[last]++;
            held = false;
            continue;
        }
        if (!most) break;
        s->done[next] += stretch_length(s, before, next, UINT32_MAX);
        Stretch x = {(int32_t)next, s->done[next]};
        if (out->len && vec_last(out).thread == x.thread)
            vec_last(out).until = x.until;
        else
            vec_push(out, x);
    }
    free(before);
}

/* Returns the needed events in the order of the best schedule. */
static void keep_needed_only(const Shortener *s, const uint32_t *need, StretchList *out) {
    StepList kept = {0};
    for (size_t k = 0; k < s->best.len; k++)
        if (s->best.data[k].index <= need[s->best.data[k].thread]) vec_push(&kept, s->best.data[k]);
    stretches_of(&kept, out);
    vec_free(&kept);
}

/* Returns to the best schedule: causes are known on the path only. */
static bool return_to_best(Shortener *s) {
    StretchList list = {0};
    stretches_of(&s->best, &list);
    bool there = shorten_execute(s, &list, SIZE_MAX);
    vec_free(&list);
    return there;
}

/* Leaves out events that are no cause, and orders the others. The path is the best schedule. */
static void keep_causes(Shortener *s) {
    uint32_t *need = xcalloc(s->run->machine->nslots + 1, sizeof *need);
    StretchList ordered = {0}, shorter = {0};
    needed(s, need);
    order_needed(s, need, &ordered);
    keep_needed_only(s, need, &shorter);
    /* This one agrees with the current path up to the first event that is left out: it costs
     * little. */
    try(s, &shorter);
    if (ordered.len < shorter.len) try(s, &ordered);
    vec_free(&ordered);
    vec_free(&shorter);
    free(need);
}

/* Makes `list` without `n` stretches from `at` on. With `sooner`, moves that one stretch to the
 * previous stretch of its thread. False if there is none. */
static bool without(const StretchList *list, size_t at, size_t n, bool sooner, StretchList *out) {
    size_t to = SIZE_MAX;
    for (size_t k = 0; sooner && k < at; k++)
        if (list->data[k].thread == list->data[at].thread) to = k;
    if (sooner && to == SIZE_MAX) return false;
    out->len = 0;
    for (size_t k = 0; k < list->len; k++) {
        if (k >= at && k < at + n) continue;
        vec_push(out, list->data[k]);
        if (k == to) vec_last(out).until = list->data[at].until;
    }
    return true;
}

/* Removes stretches, many at a time first. Whether that improved the best schedule. */
static bool take_away(Shortener *s) {
    StretchList list = {0}, candidate = {0};
    bool any = false;
    stretches_of(&s->best, &list);
    for (size_t size = MAX(list.len / 2, 1); size && !s->stopped; size /= 2) {
        bool gone = true;
        while (gone && !s->stopped) {
            gone = false;
            /* From the end on, so that most of the current path can stay. The last one has the
             * finding. */
            for (size_t at = list.len > size ? list.len - size - 1 : SIZE_MAX;
                 at < list.len && !s->stopped; at = at >= size ? at - size : SIZE_MAX) {
                bool better = without(&list, at, size, false, &candidate) && try(s, &candidate);
                if (!better && size == 1)
                    better = without(&list, at, 1, true, &candidate) && try(s, &candidate);
                if (!better) continue;
                gone = any = true;
                stretches_of(&s->best, &list);
            }
        }
    }
    vec_free(&list);
    vec_free(&candidate);
    return any;
}

/* Lets threads stop sooner, first by half of their last stretch. The last stretch of all has the
 * finding. Whether that improved the best schedule. */
static bool cut_short(Shortener *s) {
    StretchList list = {0};
    bool any = false;
    stretches_of(&s->best, &list);
    for (size_t at = list.len > 1 ? list.len - 2 : SIZE_MAX; at < list.len && !s->stopped; at--) {
        int32_t thread = list.data[at].thread;
        uint32_t before = 0;
        bool last = true;
        for (size_t k = 0; k < at; k++)
            if (list.data[k].thread == thread) before = list.data[k].until;
        for (size_t k = at + 1; k < list.len; k++) last &= list.data[k].thread != thread;
        for (uint32_t cut = last ? (list.data[at].until - before) / 2 : 0; cut && !s->stopped;
             cut /= 2)
            while (list.data[at].until - before > cut && !s->stopped) {
                list.data[at].until -= cut;
                if (!try(s, &list)) {
                    list.data[at].until += cut;
                    break;
                }
                any = true;
                stretches_of(&s->best, &list);
                if (at + 1 >= list.len || list.data[at].thread != thread) goto done;
            }
    }
done:
    vec_free(&list);
    return any;
}

/* Whether no switch can be saved: each participating thread has one stretch. */
static bool is_short(const Shortener *s) {
    size_t threads = 0;
    memset(s->done, 0, MAX_THREADS * sizeof *s->done);
    for (size_t k = 0; k < s->best.len; k++) threads += !s->done[s->best.data[k].thread]++;
    return s->switches + 1 <= threads;
}

/* --- the whole search ------------------------------------------------------------------------- */

/* Whether one run alone shows the finding. It does not if the schedule depends on other data of the
 * finding, or the finding says what other threads could still have done. */
static bool is_of_one_run(const Finding *f) {
    return !f->patience && !f->ninterferences && f->nschedule >= 2 && strcmp(f->kind, "hang") != 0;
}

static bool can_shorten(const Finding *f) {
    for (size_t k = 0; k < f->nschedule; k++)
        if (f->schedule[k].rounds) return false;
    return true;
}

/* Describes the finding on the best schedule; NULL if it does not occur there any more. */
static Finding *write_down(Shortener *s) {
    const ReplayCallbacks *c = s->callbacks;
    Run *r = s->run;
    if (c && c->interrupted && c->interrupted(c->context)) return NULL;
    if (s->stopped) {
        /* A thread was stopped in the middle of a candidate. */
        s->found = 0;
        replay_again(&s->replay);
        r->machine->patient = true;
    }
    s->stopped = false;
    s->limit = UINT64_MAX; /* the schedule is known */
    if (!return_to_best(s)) return NULL;
    s->describing = true;
    if (s->at_end) {
        s->found = 0;
        shorten_on_end(s, r);
    } else {
        forget_after(s, s->best.len - 1);
        return_to_best(s);
    }
    Finding *d = s->described;
    s->described = NULL;
    if (d && d->nschedule < s->best.len) {
        finding_free(d);
        d = NULL;
    }
    return d;
}

static Finding *shorten(Shortener *s) {
    Run *r = s->run;
    size_t steps = r->history.path.len;
    /* From now on the run serves only to find the same finding. */
    r->hooks = (RunHooks){
        .context = s, .fault = shorten_on_fault, .race = shorten_on_race, .interrupted = is_spent};
    r->machine->patient = true;
    s->most = effort(r) + MOST_WORK;
    grant_more(s);
    s->done = xcalloc(MAX_THREADS + 1, sizeof *s->done);
    s->begin = xcalloc(MAX_THREADS + 1, sizeof *s->begin);
    forget_after(s, s->found);
    keep_path(s);
    size_t switches = s->switches, length = s->best.len;
    keep_causes(s);
    while (!s->stopped && ((!is_short(s) && take_away(s)) || cut_short(s)))
        if (return_to_best(s)) keep_causes(s);
    Finding *d = NULL;
    if (s->switches < switches || s->best.len < length || length < steps) d = write_down(s);
    free(s->done);
    free(s->begin);
    vec_free(&s->best);
    vec_free(&s->by_thread);
    return d;
}

/* Takes over the schedule of `shorter`, and the data that depends on it. */
static void take_over(Finding *f, Finding *shorter) {
    Finding old = *f;
    f->schedule = shorter->schedule;
    f->nschedule = shorter->nschedule;
    f->threads = shorter->threads;
    f->nthreads = shorter->nthreads;
    f->slots = shorter->slots;
    f->nslots = shorter->nslots;
    f->output = shorter->output;
    f->output_len = shorter->output_len;
    shorter->schedule = old.schedule;
    shorter->nschedule = old.nschedule;
    shorter->threads = old.threads;
    shorter->nthreads = old.nthreads;
    shorter->slots = old.slots;
    shorter->nslots = old.nslots;
    shorter->output = old.output;
    shorter->output_len = old.output_len;
}

/* Describes how the threads of the race reached their accesses, on the schedule that `f` has. */
static void describe_sides(const Shortener *s, const Program *program,
                           const CampaignOptions *options, const RaceAccess *first,
                           const RaceAccess *second) {
    RaceSide sides[2] = {{*first, first->index}, {*second, second->index}};
    race_accesses_describe(program, options, s->f, &sides[0], &sides[1], s->callbacks);
}

ReplayResult *campaign_confirm(const Program *program, const CampaignOptions *options, Finding *f,
                               const ReplayCallbacks *callbacks) {
    Shortener s = {.callbacks = callbacks, .f = f};
    s.at_end = !strcmp(f->kind, "deadlock") || !strcmp(f->kind, "leak");
    s.replay = (Replay){.test = f, .callbacks = callbacks, .watcher_context = &s};
    if (is_of_one_run(f)) {
        s.replay.saw_fault = shorten_on_fault;
        s.replay.saw_race = shorten_on_race;
        s.replay.saw_end = shorten_on_end;
    }
    replay_begin(&s.replay, program, options);
    s.run = s.replay.run;
    replay_follow(&s.replay);
    ReplayResult *result = s.replay.result;
    RaceAccess first = s.first, second = s.second;
    bool found = s.found && result->reproduced && !result->divergence && !result->interrupted;
    bool keeps = callbacks && callbacks->keeps_schedule;
    Finding *shorter = found && !keeps && can_shorten(f) ? shorten(&s) : NULL;
    replay_end(&s.replay);
    if (shorter) {
        ReplayResult *again = campaign_replay(program, options, shorter, callbacks);
        bool fine = again->reproduced && !again->divergence;
        if (fine) {
            take_over(f, shorter);
            first = s.first;
            second = s.second;
        }
        finding_free(shorter);
        replay_result_free(fine ? result : again);
        result = fine ? again : result;
    }
    if (found && s.race_known) describe_sides(&s, program, options, &first, &second);
    return result;
}
