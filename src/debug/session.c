/* session.c — see session.h. */
#include "debug/session.h"
#include "replay/turns.h"
#include "run/describe.h"
#include "vm/state/fingerprint.h"
#include <stdlib.h>

/* Instructions that are shown before a moment that is gone to, and at the end of a slice that is
 * looked through for a moment; then so many times more. */
#define NEAR 512
#define NEARER 16

/* How many instructions between two questions whether the user wants to stop. */
#define PATIENCE (1u << 20)

/* --- one slice -------------------------------------------------------------------------------- */

/* Expressions of a run, and instructions between two questions how many there are. */
#define MOST_EXPRESSIONS (1u << 20)
#define MEASURED (1u << 12)

static bool is_interrupted(const DebugSession *s) {
    if (s->too_large) return true;
    return s->interrupted && s->interrupted(s->interrupted_context);
}

static bool session_stops_at(void *context, Machine *m, Thread *t, const Insn *next) {
    DebugSession *s = context;
    s->count = m->instructions - s->watch.begun + 1;
    s->shown++;
    if (s->stop_count && s->count == s->stop_count) return true;
    if (s->measures && s->count % MEASURED == 0)
        s->too_large |= expr_pool_count(s->replay.pool) > MOST_EXPRESSIONS;
    if ((s->too_large || s->count % PATIENCE == 0) && is_interrupted(s)) return true;
    if (s->look && !s->begun) {
        s->begun = !s->look(s->look_context, s, NULL, NULL);
        s->from = MAX(s->from, s->count);
        s->missed |= s->count > s->begin_by;
        return s->missed;
    }
    bool wanted = s->look && s->look(s->look_context, s, t, next);
    if (!wanted || s->count <= s->from || s->count >= s->until) return false;
    s->last = s->count;
    return s->pause;
}

/* Whether the instructions at hand are not shown. */
static bool are_skipped(const DebugSession *s) { return s->watch.skip && !s->count; }

/* Notes an error at the moment at hand. */
static void note_error(DebugSession *s, const Run *r, Finding *f) {
    s->error = f;
    s->error_at = (DebugMoment){r->history.path.len ? r->history.path.len - 1 : 0, s->count};
}

static void session_saw_fault(void *context, Run *r, const Fault *fault) {
    DebugSession *s = context;
    const Finding *test = s->test->finding;
    bool other = strcmp(fault->kind, test->kind) || strcmp(fault->message, test->message);
    if (s->error || (fault->goes_on && other)) return;
    if (are_skipped(s)) {
        s->missed = true;
        return;
    }
    note_error(s, r, describe_fault(r, fault));
    s->thread = fault->thread;
}

/* Of races only the one of the test is an error here. */
static void session_saw_race(void *context, Run *r, const RaceAccess *first,
                             const RaceAccess *second) {
    DebugSession *s = context;
    if (s->error) return;
    if (are_skipped(s)) {
        s->missed = true;
        return;
    }
    char *message = describe_race_message(r->machine, first, second);
    if (!strcmp(message, s->test->finding->message))
        note_error(s, r, describe_race(r, message, first, second));
    free(message);
}

/* Forgets an error that lies behind now. */
static void forget_error(DebugSession *s) {
    bool before = s->error_at.step < s->now.step ||
                  (s->error_at.step == s->now.step && s->error_at.insn < s->now.insn);
    if (!s->error || before) return;
    finding_free(s->error);
    s->error = NULL;
}

/* The thread of step `k`, whose moment it is; -1: it is not there. */
static int slot_of_step(const DebugSession *s, size_t k) {
    if (k >= s->path.len) return -1;
    int slot = s->path.data[k].slot;
    return slot >= 0 ? slot : replay_slot(&s->replay, s->test->finding->schedule[k].thread);
}

/* Notes the length of the slice of step `k`, which is complete, if all of it was shown. */
static void note_length(DebugSession *s, size_t k) {
    while (s->lengths.len <= k) vec_push(&s->lengths, 0);
    if (!s->watch.skip) s->lengths.data[k] = s->count;
}

/* Executes step `k`, which comes next, until it is complete or paused. False if it cannot be
 * taken. */
static bool execute_step(DebugSession *s, size_t k) {
    Machine *m = s->run->machine;
    uint64_t before = m->instructions;
    bool taken;
    s->count = s->last = 0;
    s->watch.paused = s->missed = false;
    s->watch.begun = before;
    s->thread = slot_of_step(s, k);
    s->begun = !s->watch.skip;
    if (s->look && s->begun) s->look(s->look_context, s, NULL, NULL);
    if (s->path.data[k].slot < 0) {
        taken = replay_take(&s->replay, k);
    } else {
        m->patient = true;
        taken = run_step(s->run, s->path.data[k].slot, s->path.data[k].outcome);
    }
    s->executed += m->instructions - before;
    if (taken && !s->watch.paused) note_length(s, k);
    return taken;
}

/* The same, without showing about `skip` instructions of the slice. */
static bool execute_skipping(DebugSession *s, size_t k, uint64_t skip) {
    s->watch.skip = skip;
    bool taken = execute_step(s, k);
    s->watch.skip = 0;
    return taken;
}

/* Adds a step to the path where it is open. False at the end. */
static bool extend_path(DebugSession *s) {
    int threads[MAX_THREADS];
    uint32_t outcomes[MAX_OUTCOMES];
    if (!s->open || s->ended || s->error) return false;
    Turns turns = turns_begin();
    if (s->path.len) turns.last = slot_of_step(s, s->path.len - 1);
    unsigned n = turns_ready(s->run, threads);
    s->ended = !n;
    if (!n) return false;
    int t = turns_next(&turns, s->run, threads, n);
    run_outcomes(s->run, t, outcomes);
    vec_push(&s->path, ((DebugStep){t, outcomes[0]}));
    return true;
}

/* Undoes what is executed beyond `step` steps. */
static void back_to_step(DebugSession *s, size_t step) {
    run_undo(s->run, step);
    s->watch.paused = false;
    s->run->machine->stop_now = false;
}

/* --- moments ---------------------------------------------------------------------------------- */

size_t session_steps(const DebugSession *s) { return s->path.len; }

bool session_at_end(const DebugSession *s) {
    return !s->now.insn && s->now.step == s->path.len && (!s->open || s->ended || s->error);
}

static void stand_between(DebugSession *s, size_t step) {
    s->now = (DebugMoment){step, 0};
    int next = slot_of_step(s, step);
    if (next >= 0) s->thread = next;
}

/* Executes step `k`, which comes next, up to an instruction of its slice. What is long before it is
 * not shown. False if the slice is shorter. */
static bool execute_up_to(DebugSession *s, size_t k, uint64_t insn) {
    s->watch.unlogged = true;
    bool there = execute_skipping(s, k, insn > NEAR ? insn - NEAR : 0) && s->count == insn;
    if (!there || !s->watch.paused) {
        back_to_step(s, k);
        there = execute_step(s, k);
    }
    s->watch.unlogged = false;
    if (there && s->watch.paused) return true;
    back_to_step(s, k);
    execute_step(s, k);
    return false;
}

void session_go(DebugSession *s, DebugMoment to) {
    s->look = NULL;
    s->stop_count = 0;
    back_to_step(s, MIN(s->now.step, to.step));
    size_t k = MIN(s->now.step, to.step);
    s->now = (DebugMoment){k, 0};
    forget_error(s);
    for (; k < to.step && !is_interrupted(s); k++)
        if ((k == s->path.len && !extend_path(s)) || !execute_step(s, k)) break;
    stand_between(s, k);
    if (k < to.step || !to.insn || (k == s->path.len && !extend_path(s))) return;
    s->stop_count = to.insn;
    if (execute_up_to(s, k, to.insn))
        s->now = to;
    else
        stand_between(s, MIN(k + 1, s->run->history.path.len));
}

/* Executes the step of now again, which comes next, and looks at what follows now. */
static bool execute_again(DebugSession *s) {
    s->from = s->begin_by = s->now.insn;
    if (s->now.insn > NEAR) {
        bool taken = execute_skipping(s, s->now.step, s->now.insn - NEAR);
        if (taken && s->begun && !s->missed) return true;
        s->from = s->now.insn;
        back_to_step(s, s->now.step);
    }
    return execute_step(s, s->now.step);
}

DebugStop session_forward(DebugSession *s, DebugLook *look, void *context) {
    s->stop_count = 0;
    s->until = UINT64_MAX;
    s->pause = true;
    s->look_context = context;
    back_to_step(s, s->now.step);
    for (size_t k = s->now.step;; k++) {
        if (k == s->path.len && !extend_path(s)) break;
        int slot = slot_of_step(s, k);
        if (slot < 0) break;
        s->look = look;
        s->from = 0;
        if (!(k == s->now.step ? execute_again(s) : execute_step(s, k))) break;
        s->look = NULL;
        if (s->watch.paused) {
            s->now = (DebugMoment){k, s->count};
            return s->last == s->count ? DEBUG_STOP_LOOK : DEBUG_STOP_USER;
        }
        bool stops = look(context, s, s->run->machine->threads[slot], NULL);
        if (stops || is_interrupted(s)) {
            stand_between(s, k + 1);
            return stops ? DEBUG_STOP_LOOK : DEBUG_STOP_USER;
        }
    }
    s->look = NULL;
    stand_between(s, s->run->history.path.len);
    if (s->error) s->thread = replay_slot(&s->replay, s->error->thread);
    return DEBUG_STOP_END;
}

/* Executes step `k` before now up to there, and looks at its last `window` instructions; 0: at all
 * of them. Whether `look` said true at a moment within the slice, which is `s->last`. */
static bool look_through(DebugSession *s, size_t k, uint64_t end, uint64_t window) {
    bool within = k == s->now.step;
    back_to_step(s, k);
    s->from = 0;
    s->begin_by = UINT64_MAX;
    s->until = within ? s->now.insn : UINT64_MAX;
    s->stop_count = within ? s->now.insn : 0;
    s->watch.unlogged = !s->reads_log;
    bool taken = execute_skipping(s, k, window ? end - window : 0);
    s->watch.unlogged = false;
    return taken && s->last && !s->missed;
}

/* Executes step `k` before now up to there, and notes the last moment where `look` says true.
 * Whether there was one. */
static bool last_in_step(DebugSession *s, size_t k, DebugMoment *found) {
    bool within = k == s->now.step, at_end = k + 1 < s->now.step || s->now.insn, seen = false;
    uint64_t end = within ? s->now.insn : k < s->lengths.len ? s->lengths.data[k] : 0;
    for (uint64_t window = NEAR; !seen && window < end / 2; window *= NEARER)
        seen = look_through(s, k, end, window);
    seen = seen || look_through(s, k, end, 0);
    if (seen) *found = (DebugMoment){k, s->last};
    if (!within && at_end && s->run->history.path.len > k && !s->watch.paused &&
        s->look(s->look_context, s, s->run->machine->threads[s->thread], NULL)) {
        *found = (DebugMoment){k + 1, 0};
        return true;
    }
    return seen;
}

DebugStop session_backward(DebugSession *s, DebugLook *look, void *context, int only) {
    DebugMoment found = {0, 0};
    DebugStop how = DEBUG_STOP_START;
    s->look_context = context;
    s->pause = false;
    s->look = look;
    size_t lowest = s->now.step;
    for (size_t k = s->now.step + (s->now.insn > 0); k-- > 0 && how == DEBUG_STOP_START;) {
        if (only >= 0 && slot_of_step(s, k) != only) continue;
        lowest = MIN(lowest, k);
        if (last_in_step(s, k, &found)) {
            how = DEBUG_STOP_LOOK;
        } else if (is_interrupted(s)) {
            found = (DebugMoment){k, 0};
            how = DEBUG_STOP_USER;
        }
    }
    s->look = NULL;
    s->stop_count = 0;
    /* What was looked through was not judged for races. */
    s->now = (DebugMoment){MIN(lowest, found.step), 0};
    session_go(s, found);
    return how;
}

/* --- choices ---------------------------------------------------------------------------------- */

unsigned session_enabled(DebugSession *s, int *threads) { return run_enabled(s->run, threads); }

bool session_choose(DebugSession *s, int slot, char **error) {
    int threads[MAX_THREADS];
    uint32_t outcomes[MAX_OUTCOMES];
    *error = NULL;
    if (s->now.insn) {
        *error = xstrdup("a thread can be chosen between two steps only");
        return false;
    }
    unsigned n = session_enabled(s, threads), k = 0;
    while (k < n && threads[k] != slot) k++;
    if (k == n) {
        *error = xstrdup("the thread cannot go on here");
        return false;
    }
    /* What leads here no longer follows the schedule beyond this step. */
    s->path.len = s->now.step;
    s->lengths.len = MIN(s->lengths.len, s->now.step);
    run_outcomes(s->run, slot, outcomes);
    vec_push(&s->path, ((DebugStep){slot, outcomes[0]}));
    s->open = true;
    s->ended = false;
    s->thread = slot;
    return true;
}

Finding *session_finding(DebugSession *s) {
    Run *r = s->run;
    if (s->error)
        return describe_run(r, s->error->kind, s->error->message,
                            replay_slot(&s->replay, s->error->thread),
                            machine_loc(r->machine, r->machine->threads[s->thread]));
    if (run_end(r) == RUN_DEADLOCK && session_at_end(s)) {
        bool *stuck = xcalloc(r->machine->nslots + 1, sizeof *stuck);
        int first = -1;
        run_deadlocked(r, stuck);
        char *text = describe_deadlock(r->machine, stuck, &first);
        Finding *f = first >= 0 ? describe_run(r, "deadlock", text, first,
                                               r->machine->threads[first]->pending.loc)
                                : NULL;
        free(text);
        free(stuck);
        if (f) return f;
    }
    return describe_path(r);
}

Fingerprint session_state(DebugSession *s) {
    Machine *m = s->run->machine;
    Fingerprint f = fingerprint_memory_since(m, s->start), blocks = heap_sum(m),
                objects = operation_sum(m);
    fingerprint_mix(&f, blocks.a);
    fingerprint_mix(&f, objects.a);
    for (uint32_t k = 0; k < m->nslots; k++) {
        if (!m->threads[k] || m->threads[k]->status == THREAD_UNUSED) continue;
        Fingerprint t = fingerprint_thread(m, m->threads[k]);
        fingerprint_mix(&f, t.a);
    }
    return f;
}

/* --- places ----------------------------------------------------------------------------------- */

uint32_t session_frame_loc(const Thread *t, uint32_t frame) {
    const Function *f = t->frames[frame].function;
    const Insn *pc = frame == t->top ? t->pc : t->frames[frame + 1].call;
    if (!f || !f->code || !pc || pc < f->code || pc >= f->code + f->code_len) return 0;
    return f->loc[pc - f->code];
}

uint32_t session_own_frame(const Thread *t) {
    for (uint32_t k = t->top + 1; k-- > 0;)
        if (t->frames[k].function && !t->frames[k].function->library) return k;
    return t->top;
}

/* --- beginning and end ------------------------------------------------------------------------ */

static bool session_asked(void *context) {
    (void)context;
    return false; /* a slice is stopped by the watch instead, so that it can be undone */
}

/* Whether the thread is before the access of the test's race. */
static bool is_at_access(void *context, DebugSession *s, Thread *t, const Insn *next) {
    const Finding *f = context;
    const Function *in = t && next ? t->frames[t->top].function : NULL;
    if (!in || strcmp(s->run->machine->slot_names[thread_slot(t)], f->thread) != 0) return false;
    const Loc *l = &s->program->locs[in->loc[next - in->code]];
    return l->line == f->place.line && l->column == f->place.column &&
           !strcmp(l->file, f->place.file);
}

static void find_finding(DebugSession *s) {
    s->finding = s->now;
    if (strcmp(s->test->finding->kind, "race") != 0) return;
    if (session_backward(s, is_at_access, s->test->finding, -1) == DEBUG_STOP_LOOK)
        s->finding = s->now;
}

/* Begins, with expressions over inputs or without. NULL with the reason in *error. */
static DebugSession *session_begin(const Program *program, const CampaignOptions *options,
                                   Test *test, bool other_code, bool symbolic, char **error) {
    DebugSession *s = xcalloc(1, sizeof *s);
    s->program = program;
    s->test = test;
    s->callbacks = (ReplayCallbacks){.context = s, .interrupted = session_asked};
    s->replay = (Replay){.test = test->finding,
                         .callbacks = &s->callbacks,
                         .symbolic = symbolic,
                         .other_code = other_code,
                         .saw_fault = session_saw_fault,
                         .saw_race = session_saw_race,
                         .watcher_context = s};
    replay_begin(&s->replay, program, options);
    s->run = s->replay.run;
    s->watch = (InstructionWatch){.stops_at = session_stops_at, .context = s};
    s->run->machine->watch = &s->watch;
    s->start = memory_mark(s->run->machine->memory);
    s->types = debug_types_new(program);
    for (size_t k = 0; k < test->finding->nschedule; k++)
        vec_push(&s->path, ((DebugStep){.slot = -1}));
    s->open = finding_is_path(test->finding);
    stand_between(s, 0);
    s->measures = symbolic;
    session_go(s, (DebugMoment){s->path.len, 0});
    s->measures = false;
    if (s->too_large || s->replay.result->divergence) {
        const char *why = s->replay.result->divergence;
        *error = xstrdup(why ? why : "expressions over the inputs are too many");
        session_free(s);
        return NULL;
    }
    find_finding(s);
    return s;
}

DebugSession *session_new(const Program *program, const CampaignOptions *options, Test *test,
                          bool other_code, char **error) {
    *error = NULL;
    bool inputs = test->finding->ninputs > 0;
    DebugSession *s = session_begin(program, options, test, other_code, inputs, error);
    if (s || !inputs) return s;
    free(*error);
    *error = NULL;
    return session_begin(program, options, test, other_code, false, error);
}

void session_free(DebugSession *s) {
    if (!s) return;
    s->run->machine->watch = NULL;
    replay_result_free(replay_end(&s->replay));
    debug_types_free(s->types);
    finding_free(s->error);
    vec_free(&s->path);
    vec_free(&s->lengths);
    free(s);
}
