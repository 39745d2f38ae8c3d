/*
 * replay.c — executes a finding again from its inputs and schedule, on a machine of its own and
 * with concrete inputs. Every step is verified; for a run that leaves the schedule, the step is
 * reported.
 */
#include "replay/replay.h"
#include "replay/turns.h"
#include "run/standstill.h"
#include "state/loops/counted.h"
#include <stdio.h>
#include <stdlib.h>

MachineOptions campaign_machine_options(const CampaignOptions *o) {
    return (MachineOptions){
        .run = o->run,
        .max_instructions = 50000000000ull,
        .watch_after = o->watch_after,
        .max_steps = o->system && o->system->max_steps ? o->system->max_steps : 20000,
        /* Conditions over memory say what all of it is. (A state of another version is compared
         * where the code that is left is the same, so nothing reads it there either.) */
        .keeps_unread = o->prune.summaries,
        .max_threads = o->system ? o->system->max_threads : 0,
        .argv = o->argv,
        .argc = o->argc,
        .environment = o->environment,
        .stdin_path = o->stdin_path,
        .system = o->system};
}

static bool replay_interrupted(void *context) {
    Replay *p = context;
    if (p->callbacks && p->callbacks->interrupted &&
        p->callbacks->interrupted(p->callbacks->context))
        p->result->interrupted = true;
    return p->result->interrupted;
}

static bool places_match(const SourcePlace *a, const SourcePlace *b, bool across) {
    if (across) return a->function && b->function && !strcmp(a->function, b->function);
    return a->line == b->line && a->column == b->column && !strcmp(a->file, b->file);
}

/* Whether two races are of the same threads and have an access in common. The other access may
 * differ for three reasons. Of several accesses by one thread to one word, the detector keeps the
 * newest. With given inputs it knows the words of accesses that were symbolic. And a thread does
 * not stop at branches, so that accesses behind one may come first. */
static bool same_race(const Finding *a, const Finding *b, bool across) {
    if (strcmp(a->kind, "race") || strcmp(b->kind, "race") || !a->has_other || !b->has_other)
        return false;
    /* Without lines, the raced object has to be recognised by its name. */
    size_t object = strcspn(a->message, ":");
    if (across && strncmp(a->message, b->message, object + 1) != 0) return false;
    if (!strcmp(a->thread, b->thread) && !strcmp(a->other_thread, b->other_thread))
        return places_match(&a->place, &b->place, across) ||
               places_match(&a->other_place, &b->other_place, across);
    if (!strcmp(a->thread, b->other_thread) && !strcmp(a->other_thread, b->thread))
        return places_match(&a->place, &b->other_place, across) ||
               places_match(&a->other_place, &b->place, across);
    return false;
}

/* Whether both tell that a thread loops for ever. Where in its loop it was when that was noticed
 * depends on how often the state is looked at, and a replay looks at other moments. */
static bool same_hang(const Finding *a, const Finding *b) {
    return !strcmp(a->kind, "hang") && !strcmp(b->kind, "hang") && !strcmp(a->thread, b->thread);
}

/* Whether the finding that occurred is the one of the test. Threads that a cut-off kept waiting are
 * blocked here as well, but do not belong to the deadlock. */
static bool is_same_finding(const Finding *occurred, const Finding *test, bool across) {
    char *x = across ? finding_key_across(occurred) : finding_key(occurred),
         *y = across ? finding_key_across(test) : finding_key(test);
    bool same = !strcmp(x, y) || finding_covers(occurred, test) ||
                same_race(occurred, test, across) || same_hang(occurred, test);
    free(x);
    free(y);
    return same;
}

static bool has_thread_places(const Finding *f) {
    for (size_t k = 0; k < f->nthreads; k++)
        if (f->threads[k].place.file) return true;
    return false;
}

/* The same, where the test may be of an older version, which knows only the innermost place of each
 * thread. */
static bool is_expected_finding(Finding *occurred, const Finding *test, bool across) {
    if (has_thread_places(test)) return is_same_finding(occurred, test, across);
    SourcePlace *places = xcalloc(occurred->nthreads + 1, sizeof *places);
    for (size_t k = 0; k < occurred->nthreads; k++) {
        places[k] = occurred->threads[k].place;
        occurred->threads[k].place = (SourcePlace){0};
    }
    bool same = is_same_finding(occurred, test, across);
    for (size_t k = 0; k < occurred->nthreads; k++) occurred->threads[k].place = places[k];
    free(places);
    return same;
}

static bool is_wanted(const Replay *p, const Finding *f) {
    return !p->callbacks || !p->callbacks->wanted || p->callbacks->wanted(p->callbacks->context, f);
}

static void occurred(Replay *p, Finding *f) {
    bool same = is_expected_finding(f, p->test, p->across), wanted = same && is_wanted(p, f);
    if (p->result->finding && (!same || (p->result->reproduced && !wanted))) {
        finding_free(f);
        return;
    }
    p->satisfied |= wanted;
    if (p->result->finding) finding_free(p->result->finding);
    p->result->finding = f;
    p->result->reproduced |= same;
}

static void forget_place(SourcePlace *p) {
    free(p->file);
    free(p->function);
}

/* Whether a finding of one thread at one place is that of the test, by what is known without
 * describing the run: that takes as long as the run, which may have another finding at each step.
 * `other`: the first access of a race; NULL: it is none. */
static bool is_expected_at(const Replay *p, const Machine *m, Finding f, int thread, uint32_t loc,
                           const RaceAccess *other) {
    f.thread = m->slot_names[thread];
    f.place = describe_place(m->program, loc);
    f.has_other = other;
    if (other) {
        f.other_thread = m->slot_names[other->thread];
        f.other_place = describe_place(m->program, other->loc);
    }
    bool expected = is_expected_finding(&f, p->test, p->across);
    forget_place(&f.place);
    if (other) forget_place(&f.other_place);
    return expected;
}

static void replay_fault(void *context, Run *r, const Fault *fault) {
    Replay *p = context;
    if (p->saw_fault) p->saw_fault(p->watcher_context, r, fault);
    /* A mistake on the way to another finding is told by a test of its own. */
    Finding f = {.kind = (char *)fault->kind, .message = (char *)fault->message};
    if (!fault->goes_on || is_expected_at(p, r->machine, f, fault->thread, fault->loc, NULL))
        occurred(p, describe_fault(r, fault));
}

static void replay_race(void *context, Run *r, const RaceAccess *a, const RaceAccess *b) {
    Replay *p = context;
    if (!p->want_race) return;
    if (p->saw_race) p->saw_race(p->watcher_context, r, a, b);
    if (p->satisfied) return;
    char *message = p->across ? describe_race_message(r->machine, a, b) : xstrdup(p->test->message);
    Finding f = {.kind = "race", .message = message};
    if (!p->result->finding || is_expected_at(p, r->machine, f, b->thread, b->loc, a))
        occurred(p, describe_race(r, message, a, b));
    free(message);
}

int replay_slot(const Replay *p, const char *name) {
    const Machine *m = p->run->machine;
    for (uint32_t k = 0; k < m->nslots; k++)
        if (!strcmp(m->slot_names[k], name)) return (int)k;
    return -1;
}

static void diverge(Replay *p, size_t step, const char *why) {
    const ScheduleStep *s = &p->test->schedule[step];
    p->result->divergence = xasprintf("step %zu (thread %s, %s, its operation %u): %s", step + 1,
                                      s->thread, s->kind, s->ordinal, why);
}

static bool is_recorded_object(const Replay *p, uint64_t object, uint64_t recorded) {
    return object == recorded ||
           (p->other_code && object >= REGION_BASE && recorded >= REGION_BASE &&
            region_slot(object % MEMORY_LIMIT) == region_slot(recorded % MEMORY_LIMIT));
}

/* Whether the pending operation of a thread is the one recorded in step `k` of the schedule; else
 * reports the difference. */
static bool follows_schedule(Replay *p, Machine *m, size_t k, int slot) {
    const ScheduleStep *s = &p->test->schedule[k];
    const Thread *t = slot >= 0 ? m->threads[slot] : NULL;
    if (!t || t->status != THREAD_READY) {
        diverge(p, k, "the thread is not there or has ended");
        return false;
    }
    const Operation *o = &t->pending;
    if (strcmp(operation_names[o->kind], s->kind) || t->ordinal_op + 1 != s->ordinal ||
        (o->kind != OPERATION_CREATE && !is_recorded_object(p, o->object, s->object))) {
        char why[200];
        snprintf(why, sizeof why, "the thread is before its operation %u, %s of 0x%llx",
                 t->ordinal_op + 1, operation_names[o->kind], (unsigned long long)o->object);
        diverge(p, k, why);
        return false;
    }
    if (!operation_enabled(m, slot)) {
        diverge(p, k, "the operation is not enabled");
        return false;
    }
    uint32_t outcomes[MAX_OUTCOMES];
    unsigned n = operation_outcomes(m, slot, outcomes);
    bool possible = o->kind != OPERATION_SIGNAL && o->kind != OPERATION_WAIT;
    for (unsigned j = 0; j < n; j++) possible |= outcomes[j] == s->outcome;
    if (!possible) diverge(p, k, "the recorded outcome is not possible");
    return possible;
}

/* Reports step `k`, which comes next. False if the user wants to stop. */
static bool tell_step(const Replay *p, size_t k) {
    return !p->callbacks || !p->callbacks->step ||
           p->callbacks->step(p->callbacks->context, k, &p->test->schedule[k]);
}

/* Checks for findings that only the end of a run shows. */
static void check_end(Replay *p, Run *r) {
    Machine *m = r->machine;
    const Finding *test = p->test;
    if (!strcmp(test->kind, "deadlock") && run_end(r) == RUN_DEADLOCK) {
        int *threads = xcalloc(m->nslots + 1, sizeof *threads);
        /* Threads that the exploration cut off may continue here. */
        if (!run_enabled(r, threads) || run_has_circle(r)) {
            int slot = replay_slot(p, test->thread);
            occurred(
                p, describe_run(r, "deadlock", test->message, slot, m->threads[slot]->pending.loc));
        }
        free(threads);
    }
    uint32_t loc;
    int still = !strcmp(test->kind, "hang") && !p->result->finding ? run_stands_still(r, &loc) : -1;
    if (still >= 0) occurred(p, describe_run(r, "hang", STANDSTILL_MESSAGE, still, loc));
    if (strcmp(test->kind, "leak") || !m->exited) return;
    for (uint32_t k = 0; k < m->nslots; k++)
        for (uint32_t b = 0; m->threads[k] && b < m->threads[k]->heap->nblocks; b++) {
            const Block *x = &m->threads[k]->blocks[b];
            if (x->state != 1) continue;
            char *text = describe_leak(x); /* another version may leak more or less there */
            occurred(p, describe_run(r, "leak", text, (int)k, x->loc));
            free(text);
        }
}

/* Whether the behaviour of a thread after step `k` matters: it takes further steps, or it has the
 * finding. Otherwise, if a thread was parked in the run of the finding, it may stay silent forever
 * while the others go on. A race in that part was detected when the thread was parked. */
static bool is_awaited(const Finding *test, size_t k) {
    const char *thread = test->schedule[k].thread;
    if (!test->patience || (strcmp(test->kind, "race") && !strcmp(test->thread, thread)))
        return true;
    for (size_t later = k + 1; later < test->nschedule; later++)
        if (!strcmp(test->schedule[later].thread, thread)) return true;
    return false;
}

bool replay_go_round(Replay *p, size_t k, int slot) {
    Run *r = p->run;
    uint32_t rounds = p->test->schedule[k].rounds;
    if (!rounds || p->result->reproduced) return true;
    if (!p->loops) p->loops = counted_loops_new(r->machine->program);
    if (!counted_skip(p->loops, r->machine, r->machine->threads[slot], rounds)) {
        diverge(p, k, "the thread is in no loop that counts its rounds");
        return false;
    }
    vec_last(&r->history.path)->rounds = rounds;
    return true;
}

void replay_again(Replay *p) { run_start(p->run, p->visible, p->test->nvisible); }

void replay_begin(Replay *p, const Program *program, const CampaignOptions *options) {
    const Finding *test = p->test;
    p->result = xcalloc(1, sizeof *p->result);
    p->want_race = !strcmp(test->kind, "race");
    p->across = p->callbacks && p->callbacks->across;
    MachineOptions mo = campaign_machine_options(options);
    p->given = xcalloc(test->ninputs + 1, sizeof *p->given);
    for (size_t k = 0; k < test->ninputs; k++)
        p->given[k] =
            (GivenInput){test->inputs[k].name, test->inputs[k].bytes, test->inputs[k].size};
    mo.given = p->given;
    mo.ngiven = test->ninputs;
    mo.replaying = true;
    mo.given_symbolic = p->symbolic;
    mo.patience = test->patience;
    RunHooks hooks = {.context = p,
                      .fault = replay_fault,
                      .race = replay_race,
                      .interrupted = replay_interrupted};
    p->pool = expr_pool_new();
    Run *r = p->run = run_new(program, &mo, &hooks, p->pool, NULL);
    for (size_t k = 0; k < test->nslots && k < MAX_THREADS; k++)
        machine_add_slot(r->machine, test->slots[k]);
    p->visible = xcalloc(test->nvisible + 1, sizeof *p->visible);
    for (size_t k = 0; k < test->nvisible; k++)
        p->visible[k] = (VisibleRange){test->visible[k].start, test->visible[k].end};
    r->visible_races = r->judges = p->want_race;
    replay_again(p);
}

/* Lets the threads go on behind the end of the schedule of a path, which need not be the end of the
 * program: a state that another path reached, too, ended it. */
static void go_on(Replay *p) {
    Run *r = p->run;
    int threads[MAX_THREADS];
    Turns turns = turns_begin();
    r->machine->patient = true;
    for (unsigned n; (n = turns_ready(r, threads)) && !p->result->finding && !replay_interrupted(p);
         p->result->steps_beyond++) {
        uint32_t outcomes[MAX_OUTCOMES];
        int t = turns_next(&turns, r, threads, n);
        unsigned m = run_outcomes(r, t, outcomes), k = 0;
        while (k < m && !run_step(r, t, outcomes[k])) k++;
        if (k == m) break;
        turns_took(&turns, r, t);
    }
    p->result->steps += p->result->steps_beyond;
}

/* Finds out whether a path ended as its test says. */
static void check_path(Replay *p) {
    char *end = describe_path_end(p->run);
    ReplayResult *result = p->result;
    bool whole = p->test->nschedule && strcmp(p->test->message, PATH_CUT) != 0;
    if (whole && !result->finding && strcmp(end, p->test->message) != 0)
        result->divergence = xasprintf("%s, not: %s", end, p->test->message);
    result->reproduced = !result->finding && !result->divergence;
    free(end);
}

/* Lets a thread of a real run go on where it pauses, which is no step of a schedule: up to its next
 * operation, also behind findings other than that of the test. At the end of the schedule there
 * need not be one. */
static void replay_resume(Replay *p, int slot, bool at_end) {
    Run *r = p->run;
    const Thread *t = slot >= 0 ? r->machine->threads[slot] : NULL;
    while (t && t->status == THREAD_READY && t->pending.kind == OPERATION_PAUSE &&
           !(at_end && p->result->reproduced) && !replay_interrupted(p) && run_step(r, slot, 0)) {}
}

bool replay_take(Replay *p, size_t k) {
    Run *r = p->run;
    int slot = replay_slot(p, p->test->schedule[k].thread);
    replay_resume(p, slot, false);
    if (!follows_schedule(p, r->machine, k, slot) || !tell_step(p, k)) return false;
    r->machine->patient = is_awaited(p->test, k);
    if (p->before_step) p->before_step(p->watcher_context, r, slot);
    run_step(r, slot, p->test->schedule[k].outcome);
    if (p->after_step) p->after_step(p->watcher_context, r, slot);
    if (r->machine->watch && r->machine->watch->paused) return true;
    p->result->steps++;
    return replay_go_round(p, k, slot);
}

void replay_follow(Replay *p) {
    const Finding *test = p->test;
    ReplayResult *result = p->result;
    Run *r = p->run;
    Machine *m = r->machine;
    for (size_t k = 0; k < test->nschedule && !replay_interrupted(p); k++)
        if (!replay_take(p, k)) break;
    if (!result->divergence && !replay_interrupted(p)) {
        if (!finding_is_path(test)) replay_resume(p, replay_slot(p, test->thread), true);
        if (p->saw_end) p->saw_end(p->watcher_context, r);
        if (finding_is_path(test)) go_on(p);
        check_end(p, r);
    }
    if (finding_is_path(test) && !result->divergence && !result->interrupted) check_path(p);
    result->output_len = m->output_len;
    result->output = xcalloc(1, m->output_len + 1);
    if (m->output_len) memcpy(result->output, m->output.data, m->output_len);
    result->exited = m->exited;
    result->exit_status = m->exited ? m->exit_status : 0;
}

ReplayResult *replay_end(Replay *p) {
    run_free(p->run);
    counted_loops_free(p->loops);
    expr_pool_free(p->pool);
    free(p->visible);
    free(p->given);
    return p->result;
}

ReplayResult *campaign_replay(const Program *program, const CampaignOptions *options,
                              const Finding *test, const ReplayCallbacks *callbacks) {
    Replay p = {.test = test, .callbacks = callbacks};
    replay_begin(&p, program, options);
    replay_follow(&p);
    return replay_end(&p);
}
