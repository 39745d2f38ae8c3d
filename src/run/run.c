/* run.c — see run.h. */
#include "run/run.h"
#include "vm/system/interrupt.h"
#include "run/observers.h"
#include "vm/state/thread_time.h"
#include <stdio.h>
#include <stdlib.h>

static void run_on_fault(void *context, Machine *m, const Fault *f) {
    Run *r = context;
    (void)m;
    if (r->hooks.fault) r->hooks.fault(r->hooks.context, r, f);
}

/* The START event before event number `k` of the thread, or its first event. */
static const Event *own_start(Run *r, int thread, size_t k) {
    const EventList *own = &r->history.own.data[thread];
    const Event *newest = own->data[k];
    while (r->own_starts.len <= (size_t)thread) vec_push(&r->own_starts, ((OwnStart){0}));
    OwnStart *known = &r->own_starts.data[thread];
    if (known->newest == newest && known->name == newest->name && known->start <= k)
        return own->data[known->start];
    while (k && own->data[k]->action.op.kind != OPERATION_START) k--;
    *known = (OwnStart){newest, newest->name, (uint32_t)k};
    return own->data[k];
}

/* Whether a branch was taken by the thread itself, or by an ancestor before it created the
 * thread. */
static bool is_in_own_past(Run *r, int thread, const PathConstraint *entry) {
    uint32_t last = UINT32_MAX; /* the newest event of `thread` that counts */
    while (thread >= 0 && (uint32_t)thread < r->history.own.len &&
           r->history.own.data[thread].len) {
        const EventList *own = &r->history.own.data[thread];
        const Event *start = own_start(r, thread, MIN(own->len, last) - 1);
        if (entry->thread == thread)
            return entry->step <= last && entry->step >= start->action.index;
        thread = r->machine->threads[thread]->parent;
        if (thread >= 0) last = event_clock(start, (uint32_t)thread);
    }
    return false;
}

static const Expr *run_on_loaded(void *context, Machine *m, Thread *t, unsigned size,
                                 const Expr *value) {
    Run *r = context;
    (void)m;
    return r->loaded(r->loaded_context, t, size, value);
}

static bool on_follows(void *context, int thread, const PathConstraint *entry) {
    Run *r = context;
    if (entry->thread == thread) return true;
    const Event *e = history_last(&r->history, (uint32_t)thread);
    return e && event_strong_clock(&r->history, e, (uint32_t)entry->thread) >= entry->step;
}

static bool on_causal(void *context, Machine *m, int thread, const PathConstraint *entry) {
    return m->names_loads ? is_in_own_past(context, thread, entry)
                          : on_follows(context, thread, entry);
}

/* Whether what a thread did before the step happened before where `thread` is. */
static bool on_happened(void *context, int thread, const PathConstraint *entry) {
    Run *r = context;
    const History *h = &r->history;
    return happens_before_has(h, r->machine, history_last(h, (uint32_t)thread),
                              history_own(h, (uint32_t)entry->thread, entry->step - 1));
}

static KnownTime on_time_seen(void *context, int thread) {
    Run *r = context;
    const Event *e = history_last(&r->history, (uint32_t)thread);
    return e ? e->time : (KnownTime){0, 0, 0};
}

static void run_on_assumption(void *context, const char *text) {
    Run *r = context;
    if (r->hooks.assumption) r->hooks.assumption(r->hooks.context, text);
}

static void run_on_deviation(void *context, const char *text) {
    Run *r = context;
    if (r->hooks.deviation) r->hooks.deviation(r->hooks.context, text);
}

static void run_on_incomplete(void *context, const char *text) {
    Run *r = context;
    if (r->hooks.incomplete) r->hooks.incomplete(r->hooks.context, text);
}

static void run_on_warning(void *context, const char *text) {
    Run *r = context;
    if (r->hooks.warning) r->hooks.warning(r->hooks.context, text);
}

static void run_on_bounded(void *context, const char *text) {
    Run *r = context;
    if (r->hooks.bounded) r->hooks.bounded(r->hooks.context, text);
}

static void run_on_many_threads(void *context) {
    Run *r = context;
    if (r->hooks.many_threads) r->hooks.many_threads(r->hooks.context);
}

static void run_on_order(void *context, uint64_t object) {
    Run *r = context;
    if (r->hooks.order) r->hooks.order(r->hooks.context, r, object);
}

static void run_on_show(void *context, VisibleRange bytes) {
    Run *r = context;
    if (r->hooks.show) r->hooks.show(r->hooks.context, r, bytes);
}

static void run_on_output(void *context, unsigned descriptor, const uint8_t *bytes, size_t n) {
    Run *r = context;
    r->hooks.output(r->hooks.context, descriptor, bytes, n);
}

static bool run_on_interrupted(void *context) {
    Run *r = context;
    return r->hooks.interrupted && r->hooks.interrupted(r->hooks.context);
}

Run *run_new(const Program *program, const MachineOptions *options, const RunHooks *hooks,
             ExprPool *pool, Solver *solver) {
    Run *r = xcalloc(1, sizeof *r);
    r->hooks = *hooks;
    MachineHooks h = {.context = r,
                      .fault = run_on_fault,
                      .causal = on_causal,
                      .follows = on_follows,
                      .happened = on_happened,
                      .time_seen = on_time_seen,
                      .assumption = run_on_assumption,
                      .deviation = run_on_deviation,
                      .incomplete = run_on_incomplete,
                      .bounded = run_on_bounded,
                      .many_threads = run_on_many_threads,
                      .warning = run_on_warning,
                      .order = run_on_order,
                      .show = run_on_show,
                      .loaded = run_on_loaded,
                      .output = hooks->output ? run_on_output : NULL,
                      .interrupted = run_on_interrupted};
    r->machine = machine_new(program, options, &h, pool, solver);
    r->races = races_new();
    history_init(&r->history);
    return r;
}

void run_free(Run *r) {
    if (!r) return;
    for (const RunObserver *const *o = run_observers; *o; o++)
        if ((*o)->freed) (*o)->freed(r);
    machine_free(r->machine);
    races_free(r->races);
    standby_free(r->standby, &r->history);
    cutoffs_free(r->cutoffs);
    history_free(&r->history);
    vec_free(&r->marks);
    vec_free(&r->own_starts);
    free(r);
}

void run_use_cutoffs(Run *r, KnownStates *known) {
    if (!r->cutoffs) r->cutoffs = cutoffs_new(known);
    r->machine->memory->watch_symbolic = true;
    r->machine->tells_readers = true;
}

void run_use_symmetry(Run *r, Symmetry *s) {
    r->symmetry = s;
    cutoffs_use_symmetry(r->cutoffs, s);
}

void run_start(Run *r, const VisibleRange *visible, size_t n) {
    for (const RunObserver *const *o = run_observers; *o; o++)
        if ((*o)->started) (*o)->started(r);
    r->raced = false;
    /* The trail refers to the cells of the race detector: undo first. */
    machine_reset(r->machine);
    if (r->standby) standby_clear(r->standby, &r->history);
    history_clear(&r->history);
    if (r->cutoffs) cutoffs_clear(r->cutoffs);
    for (size_t k = 0; k < n; k++) r->judges |= visible[k].start == ORDER_MARK.start;
    r->history.judges = r->machine->judges = r->judges;
    if (r->symmetry) symmetry_clear(r->symmetry);
    races_clear(r->races);
    r->ncutoffs = 0;
    r->nagain = r->nreplayed = 0;
    r->marks.len = 0;
    machine_set_visible(r->machine, visible, n);
    machine_start(r->machine);
    r->last_thread = 0;
    r->stepping = false;
}

/* The newest event of the thread, `e` or before it, that is no branch and no part of a section; or
 * NULL. */
static const Event *no_branch(const Run *r, const Event *e) {
    while (e && (e->action.op.kind == OPERATION_BRANCH || operation_is_part(&e->action.op)))
        e = history_before(&r->history, e);
    return e;
}

/* The costs of a logged access and of a solver query in instructions, and the cost from which on
 * keeping a step pays off. */
#define ACCESS_COST 4
#define WORK_FOR_COST 16 /* bytes of bulk operations that cost one instruction */
#define QUERY_COST 1000
#define KEEP_COST 400

/* Reports a thread inside an atomic section before an operation other than an access or a branch.
 * The rest of the section would count as part of this operation, so its dependences would be
 * unknown. */
static void tell_operation_within(Run *r, const Thread *t) {
    unsigned kind = t->pending.kind;
    if (!t->section || t->status != THREAD_READY || kind == OPERATION_NONE ||
        kind == OPERATION_BRANCH || kind == OPERATION_KERNEL || operation_on_memory(&t->pending) ||
        !r->hooks.incomplete)
        return;
    r->hooks.incomplete(r->hooks.context,
                        "an atomic section contains an operation on a lock or another object "
                        "of threads: not every order with what follows it there was explored");
}

/* Stops a thread that has reached --max-steps. The reason names its function but no line: a loop
 * has several lines, and each distinct text would be reported. */
static void stop_at_most_steps(Run *r, Thread *t) {
    Machine *m = r->machine;
    const char *function = m->program->locs[machine_loc(m, t)].function;
    bool known = function && *function;
    char *text = xasprintf(
        "a thread was stopped after %u visible operations%s%s (does it wait in a loop for "
        "another thread? see --max-steps)",
        m->options.max_steps, known ? ", in " : "", known ? function : "");
    if (r->hooks.incomplete) r->hooks.incomplete(r->hooks.context, text);
    free(text);
    machine_stop_thread(m, t);
}

/* --- observers --- */

static void tell_executed(Run *r, const Action *a, TrailMark mark) {
    for (const RunObserver *const *o = run_observers; *o; o++)
        if ((*o)->executed) (*o)->executed(r, a, mark);
}

static void tell_accessed(Run *r, const Event *e) {
    const Event *since = no_branch(r, e);
    for (const RunObserver *const *o = run_observers; *o; o++)
        if ((*o)->accessed) (*o)->accessed(r, e, since);
}

static void tell_decided(Run *r, Fingerprint f) {
    for (const RunObserver *const *o = run_observers; *o && (f.a | f.b); o++)
        if ((*o)->decided) (*o)->decided(r, f);
}

bool run_step(Run *r, int thread, uint32_t outcome) {
    Machine *m = r->machine;
    /* A thread that was interrupted within a slice stands before no operation. */
    if (m->stop_now) return false;
    TrailMark mark = memory_mark(m->memory);
    uint64_t instructions = m->instructions, queries = m->branch_queries, work = m->work;
    bool run;
    r->nsteps++;
    r->stepping = true;
    m->engine_change = (Fingerprint){0, 0};
    m->freed_foreign = m->freed_owners = 0;
    m->took_over = false;
    if (m->entered) entered_clear(m->entered);
    m->memory->symbolic_changes.len = 0;
    r->current = (Action){.thread = thread,
                          .outcome = outcome,
                          .op = m->threads[thread]->pending,
                          .index = m->threads[thread]->steps + 1};
    bool within = m->threads[thread]->section > 0;
    const Frame *top = &m->threads[thread]->frames[m->threads[thread]->top];
    uint32_t insn = top->function ? insn_number(top->function, m->threads[thread]->pc) : UINT32_MAX;
    Action a = operation_apply(m, thread, outcome, &run);
    a.insn = insn;
    if (a.op.kind == OPERATION_NONE) {
        memory_undo(m->memory, mark);
        r->stepping = false;
        return false;
    }
    StepMark step = {.trail = mark};
    vec_push(&r->marks, step);
    Event *e = history_event(&r->history, &a);
    history_kernel_before(&r->history, m, e);
    history_push(&r->history, e);
    if (m->tells_time) history_time(&r->history, m, e);
    r->stepping = false;
    if (r->visible_races && !r->looks_ahead) run_check_event(r, e);
    r->last_thread = thread;
    if (run && m->options.max_steps && m->threads[thread]->steps >= m->options.max_steps) {
        stop_at_most_steps(r, m->threads[thread]);
        run = false;
    }
    uint32_t passes = m->threads[thread]->passes;
    if (run) machine_run(m, thread);
    if (m->threads[thread]->passes != passes)
        thread_time_passed(m, m->threads[thread], e->clock, e->nclock);
    if (m->system->real) operation_times(m, thread);
    if (unlikely(m->watch && m->watch->paused)) return true;
    if (run) tell_operation_within(r, m->threads[thread]);
    if (unlikely(base_invariants) && run && !r->looks_ahead) {
        tell_accessed(r, e);
        if (!within) tell_executed(r, &a, mark);
    }
    vec_last(&r->marks).cost =
        m->instructions - instructions + (m->work - work) / WORK_FOR_COST +
        m->threads[thread]->log->entries.len * ACCESS_COST +
        (m->branch_queries - queries + (a.op.kind == OPERATION_BRANCH)) * QUERY_COST;
    if (r->hooks.stands) r->hooks.stands(r->hooks.context, r, m->threads[thread]);
    run_judge_order(r, e);
    if (r->symmetry && !r->looks_ahead) symmetry_look_at_slice(r->symmetry, m, e);
    if (r->cutoffs) cutoffs_record(r->cutoffs, &r->history, m, e, mark);
    if (run && !r->looks_ahead) {
        const AccessLog *log = m->threads[thread]->log;
        if (log->entries.len && r->hooks.slice)
            r->hooks.slice(r->hooks.context, r, e, log->entries.data, log->entries.len);
        if (log->entries.len) {
            const Event *since = no_branch(r, e);
            run_check_slice(r, e, since,
                            since ? no_branch(r, history_before(&r->history, since)) : NULL);
        }
    }
    if (r->looks_ahead) {
        /* As races_check leaves it. */
        log_boundary(m->threads[thread]);
        m->threads[thread]->log->entries.len = 0;
        return true;
    }
    if (r->cutoffs && !m->stop_now && cutoffs_check(r->cutoffs, &r->history, m, e)) {
        e->cutoff = true;
        r->ncutoffs++;
    }
    if (r->symmetry && run) symmetry_look_ahead(r->symmetry, m, e);
    if (unlikely(base_invariants) && r->cutoffs) tell_decided(r, cutoffs_checked(r->cutoffs));
    return true;
}

static Event *run_pop_event(Run *r) {
    Event *e = vec_last(&r->history.path);
    if (r->cutoffs) {
        cutoffs_forget(r->cutoffs, &r->history, e);
        r->ncutoffs -= e->cutoff;
    }
    if (r->standby) standby_shorten(r->standby, r->history.path.len - 1);
    return history_pop(&r->history);
}

Event *run_undo_step(Run *r) {
    memory_undo(r->machine->memory, vec_pop(&r->marks).trail);
    return run_pop_event(r);
}

void run_undo(Run *r, size_t length) {
    if (r->history.path.len <= length) return;
    memory_undo(r->machine->memory, r->marks.data[length].trail);
    r->marks.len = length;
    while (r->history.path.len > length) event_unref(&r->history, run_pop_event(r));
}

/* Takes back a step so that memory_redo can restore it. One that came from there already has all on
 * the trail that it takes: it would grow with each time. */
static size_t undo_step_keep(Machine *m, StepMark step, const void **record) {
    bool complete = step.complete && memory_trail_length(m->memory) == step.trail + step.complete;
    return complete ? memory_undo_keep(m->memory, step.trail, record)
                    : machine_undo_keep(m, step.trail, record);
}

void run_undo_keep(Run *r, size_t length) {
    Machine *m = r->machine;
    if (!r->standby || !standby_has_room(r->standby)) {
        run_undo(r, length);
        return;
    }
    while (r->history.path.len > length) {
        if (vec_last(&r->marks).cost < KEEP_COST && !r->keep_cheap_steps) {
            Event *e = run_undo_step(r);
            event_unref(&r->history, e);
            continue;
        }
        size_t at = r->history.path.len - 1;
        standby_follow(r->standby, &r->history, at + 1, true);
        Event *e = vec_last(&r->history.path);
        StandbyStep step = {.event = e,
                            .opened = r->cutoffs ? cutoffs_opened(r->cutoffs, e) : NULL};
        step.size = undo_step_keep(m, vec_pop(&r->marks), &step.record);
        bool kept = standby_keep(r->standby, &r->history, at, &step);
        run_pop_event(r);
        if (!kept) event_unref(&r->history, e);
    }
}

bool run_again(Run *r, int thread, uint32_t outcome) {
    StandbyStep s;
    if (!r->standby || !standby_take(r->standby, &r->history, thread, outcome, &s)) return false;
    StepMark step = {memory_mark(r->machine->memory), KEEP_COST, s.size};
    vec_push(&r->marks, step);
    history_kernel_before(&r->history, r->machine, s.event);
    memory_redo(r->machine->memory, s.record, s.size);
    history_push(&r->history, s.event);
    if (r->cutoffs) {
        cutoffs_again(r->cutoffs, &r->history, r->machine, s.event, s.opened);
        r->ncutoffs += s.event->cutoff;
    }
    r->last_thread = thread;
    standby_taken(&s);
    r->nagain++;
    return true;
}

bool run_take(Run *r, int thread, uint32_t outcome) {
    return !r->machine->stop_now && (run_again(r, thread, outcome) || run_step(r, thread, outcome));
}

size_t run_common(const Run *r, const Choice *path, size_t n) {
    size_t k = 0;
    const EventList *own = &r->history.path;
    while (k < n && k < own->len && own->data[k]->action.thread == path[k].thread &&
           own->data[k]->action.outcome == path[k].outcome)
        k++;
    return k;
}

void run_choices(const Run *r, ChoiceList *out) {
    for (size_t k = 0; k < r->history.path.len; k++) {
        const Action *a = &r->history.path.data[k]->action;
        Choice c = {a->thread, a->outcome};
        vec_push(out, c);
    }
}

size_t run_go_to(Run *r, const Choice *path, size_t n) {
    size_t k = run_common(r, path, n);
    run_undo_keep(r, k);
    for (; k < n; k++) {
        uint64_t kept = r->nagain;
        if (!run_take(r, path[k].thread, path[k].outcome)) break;
        r->nreplayed += r->nagain == kept;
    }
    return k;
}

bool run_can_follow(const Run *r, const Event *want) {
    const Action *a = &want->action;
    const Thread *t = r->machine->threads[a->thread];
    /* A thread in TIMEOUT may have become WAKE meanwhile. */
    bool same = t->pending.kind == a->op.kind || t->pending.kind == OPERATION_WAKE;
    return t->status == THREAD_READY && same && operation_enabled(r->machine, a->thread);
}

void run_forget_below(Run *r) {
    if (r->standby) standby_drop(r->standby, &r->history, r->history.path.len - 1);
}

bool run_follows_cutoff(Run *r, int thread, uint32_t outcome) {
    if (!r->ncutoffs) return false;
    const Thread *t = r->machine->threads[thread];
    Action a = {.thread = thread, .index = t->steps + 1, .outcome = outcome, .op = t->pending};
    for (uint32_t k = 0; k < r->history.own.len; k++) {
        const Event *e = history_last(&r->history, k);
        if (e && e->cutoff && (int)k != thread && operation_dependent(&e->action, &a)) return true;
    }
    return false;
}

unsigned run_outcomes(const Run *r, int thread, uint32_t *outcomes) {
    Machine *m = r->machine;
    const Operation *o = &m->threads[thread]->pending;
    if (o->kind != OPERATION_BRANCH) return operation_outcomes(m, thread, outcomes);
    outcomes[0] = expr_eval(m->pool, o->condition, m->model) != 0;
    outcomes[1] = !outcomes[0];
    return 2;
}

unsigned run_outcomes_by_value(const Run *r, int thread, uint32_t *outcomes) {
    unsigned n = run_outcomes(r, thread, outcomes);
    const Operation *o = &r->machine->threads[thread]->pending;
    if (o->kind == OPERATION_BRANCH && o->forgotten) {
        outcomes[0] = 1;
        outcomes[1] = 0;
    }
    return n;
}

unsigned run_enabled(Run *r, int *threads) {
    Machine *m = r->machine;
    unsigned n = 0;
    int exiting = -1;
    if (m->exited) return 0;
    for (uint32_t k = 0; k < m->nslots; k++) {
        Thread *t = m->threads[k];
        if (!t || t->status != THREAD_READY || (r->ncutoffs && run_is_cut(r, (int)k))) continue;
        if (operation_is_part(&t->pending)) {
            /* The thread is within an operation that is indivisible for the other threads. */
            threads[0] = (int)k;
            return 1;
        }
        if (t->pending.kind == OPERATION_PROCESS_EXIT)
            exiting = (int)k;
        else if (operation_enabled(m, (int)k))
            threads[n++] = (int)k;
    }
    if (!n && exiting >= 0) threads[n++] = exiting;
    /* Timeouts come last: an operation of another thread may make them unnecessary. */
    unsigned late = 0;
    for (unsigned k = 0; k + late < n;) {
        if (!operation_is_late(m, threads[k])) {
            k++;
            continue;
        }
        int t = threads[k];
        memmove(threads + k, threads + k + 1, (n - k - 1) * sizeof *threads);
        threads[n - 1] = t;
        late++;
    }
    return n;
}

unsigned run_promising(Run *r, int *threads) {
    unsigned n = run_enabled(r, threads), kept = 0;
    for (unsigned k = 0; k < n; k++)
        if (!interrupt_is_early(r->machine, r->machine->threads[threads[k]]))
            threads[kept++] = threads[k];
    return kept ? kept : n;
}

RunEnd run_end(Run *r) {
    const Machine *m = r->machine;
    bool stopped = false, blocked = false;
    for (uint32_t k = 0; k < m->nslots; k++) {
        const Thread *t = m->threads[k];
        if (!t) continue;
        if (t->status == THREAD_STOPPED || run_is_cut(r, (int)k)) stopped = true;
        /* A thread whose system call could time out is not blocked but at a limit (or behind a
         * cut-off). */
        if (t->status == THREAD_READY && t->pending.kind == OPERATION_KERNEL &&
            t->pending.flags & OPERATION_TIMED)
            stopped = true;
        else if (interrupt_is_there(m, t))
            stopped |= !m->exited; /* what follows is explored in runs where the thread looks for
                                      signals later */
        else if (t->status == THREAD_READY && !run_is_cut(r, (int)k))
            blocked = true;
    }
    if (blocked && (run_has_circle(r) || (!stopped && !m->exited))) return RUN_DEADLOCK;
    if (stopped) return RUN_ERROR;
    return RUN_EXIT;
}

uint64_t run_final_hash(Run *r) {
    const Machine *m = r->machine;
    uint64_t h = !m->exited      ? 0
                 : m->exit_value ? m->exit_value->hash
                                 : (uint64_t)m->exit_status + 1;
    for (uint32_t k = 0; k < m->program->nglobals; k++) {
        const Global *g = &m->program->globals[k];
        if (g->library || g->thread_local_ || g->readonly || g->unread) continue;
        for (uint64_t a = g->address; a < g->address + g->size; a++) {
            const Expr *e = memory_symbolic(m->memory, a);
            h = hash_combine(h, e ? e->hash : m->memory->base[a]);
        }
    }
    for (uint32_t k = 0; k < m->nslots; k++) {
        const Thread *t = m->threads[k];
        if (!t || t->status == THREAD_UNUSED) continue;
        /* Identify threads by name, since slots are numbered in order of discovery. */
        uint64_t x = hash_string(t->name) + t->status * 7919u;
        if (t->status == THREAD_READY) x = hash_combine(x, t->pending.kind);
        h += hash_mix(x);
    }
    return h;
}
