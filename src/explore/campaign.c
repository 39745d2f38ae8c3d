/*
 * campaign.c — passes over a program with a growing visible set, findings (each replayed before it is told),
 * statistics and limits. See campaign.h; describe.c writes findings down, replay.c executes them again.
 */
#include "explore/internal.h"
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void add_text(char ***list, size_t *n, const char *text) {
    for (size_t k = 0; k < *n; k++)
        if (!strcmp((*list)[k], text)) return;
    *list = xrealloc(*list, (*n + 1) * sizeof **list);
    (*list)[(*n)++] = xstrdup(text);
}

static void halt(Campaign *c, const char *reason) {
    c->halt = true;
    if (!c->result->halt_reason) c->result->halt_reason = reason;
    if (c->workers) workers_stop(c->workers);
}

/* --- findings ---------------------------------------------------------------------------------------- */

static void internal_error(Campaign *c, const Finding *f, const char *divergence) {
    if (c->result->internal_error) return;
    c->result->internal_error =
        xasprintf("a finding did not replay (%s at %s:%u: %s): %s", f->kind, f->place.file, f->place.line,
                  f->message, divergence ? divergence : "it did not occur again");
}

static bool is_over(void *watch) { return watch_over(watch); }

static void report_alone(Campaign *c, Finding *f) {
    char *key = finding_key(f);
    for (size_t k = 0; k < c->keys.len; k++)
        if (!strcmp(c->keys.data[k], key)) {
            c->found.data[k]->occurrences++;
            free(key);
            finding_free(f);
            return;
        }
    ReplayCallbacks limits = {.context = c->watch, .interrupted = is_over};
    ReplayResult *again = campaign_replay(c->program, c->options, f, &limits);
    if (again->interrupted)
        f->unconfirmed = true;
    else if (!again->reproduced) {
        internal_error(c, f, again->divergence);
        replay_result_free(again);
        free(key);
        finding_free(f);
        return;
    }
    replay_result_free(again);
    vec_push(&c->keys, key);
    vec_push(&c->found, f);
    bool told = !c->callbacks || !c->callbacks->found || c->callbacks->found(c->callbacks->context, f);
    if (told) {
        CampaignResult *r = c->result;
        r->findings = xrealloc(r->findings, (r->nfindings + 1) * sizeof *r->findings);
        r->findings[r->nfindings++] = f;
        if (c->options->stop_at_first) {
            c->halt = true;
            r->halt_reason = "first bug";
        }
    }
}

static void report(Campaign *c, Finding *f) {
    if (c->workers) workers_lock(c->workers);
    report_alone(c->root, f);
    if (c->workers) {
        c->halt |= c->root->halt;
        workers_unlock(c->workers);
        if (c->halt) workers_stop(c->workers);
    }
}

/* Beside a cut-off, threads that wait for each other are a deadlock, but others that will be blocked in the
 * end may not be yet: it is told if no other deadlock turns out to be the whole of it. */
static void hold(Campaign *c, Finding *f) {
    Campaign *root = c->root;
    bool known = false;
    if (c->workers) workers_lock(c->workers);
    for (size_t k = 0; k < root->held.len && !known; k++)
        known = finding_covers(root->held.data[k], f) && finding_covers(f, root->held.data[k]);
    if (!known) vec_push(&root->held, f);
    if (c->workers) workers_unlock(c->workers);
    if (known) finding_free(f);
}

static void report_held(Campaign *c) {
    for (size_t k = 0; k < c->held.len; k++) {
        Finding *f = c->held.data[k];
        bool covered = false;
        for (size_t j = 0; j < c->found.len && !covered; j++) covered = finding_covers(c->found.data[j], f);
        for (size_t j = 0; j < c->held.len && !covered; j++)
            covered = j != k && c->held.data[j] && finding_covers(c->held.data[j], f);
        if (covered) {
            finding_free(f);
            c->held.data[k] = NULL;
        }
    }
    for (size_t k = 0; k < c->held.len; k++)
        if (c->held.data[k]) report(c, c->held.data[k]);
    vec_free(&c->held);
}

static void free_texts(char **list, size_t n) {
    for (size_t k = 0; k < n; k++) free(list[k]);
    free(list);
}

static void on_fault(void *context, Run *r, const Fault *fault) {
    Campaign *c = context;
    if (!strcmp(fault->kind, "unsupported")) {
        add_text(&c->result->incomplete, &c->result->nincomplete, fault->message);
    }
    report(c, describe_run(r, fault->kind, fault->message, fault->thread, fault->loc));
}

static bool is_in_visible(const Campaign *c, uint64_t start, uint64_t end) {
    for (size_t k = 0; k < c->visible.len; k++)
        if (c->visible.data[k].start <= start && end <= c->visible.data[k].end) return true;
    return false;
}

static void add_visible(Campaign *c, uint64_t start, uint64_t end) {
    if (is_in_visible(c, start, end)) return;
    VEC(VisibleRange) merged = {0};
    VisibleRange n = {start, end};
    bool placed = false;
    for (size_t k = 0; k < c->visible.len; k++) {
        VisibleRange v = c->visible.data[k];
        if (v.end < n.start) {
            vec_push(&merged, v);
        } else if (v.start > n.end) {
            if (!placed) vec_push(&merged, n);
            placed = true;
            vec_push(&merged, v);
        } else {
            n.start = MIN(n.start, v.start);
            n.end = MAX(n.end, v.end);
        }
    }
    if (!placed) vec_push(&merged, n);
    vec_free(&c->visible);
    memcpy(&c->visible, &merged, sizeof merged);
    c->grown = true;
}

/* A race between two places is described once: how often it occurs is counted. */
static SeenRace *seen_race(Campaign *c, uint32_t a, uint32_t b) {
    SeenRace n = {.low = MIN(a, b), .high = MAX(a, b)};
    for (size_t k = 0; k < c->seen_races.len; k++) {
        SeenRace *x = &c->seen_races.data[k];
        if (x->low == n.low && x->high == n.high) return x;
    }
    vec_push(&c->seen_races, n);
    return &vec_last(&c->seen_races);
}

static void count_races(Campaign *c) {
    Campaign *root = c->root;
    for (size_t k = 0; k < c->seen_races.len; k++) {
        SeenRace *x = &c->seen_races.data[k];
        for (size_t j = 0; x->key && j < root->keys.len; j++)
            if (!strcmp(root->keys.data[j], x->key)) root->found.data[j]->occurrences += x->again;
        free(x->key);
    }
    vec_free(&c->seen_races);
}

/* The unordered accesses are interleaved from the next pass on. */
static void note_race(Campaign *c, const Machine *m, uint64_t start, uint64_t end) {
    VisibleRange r = {start, end};
    bool table = machine_is_table(m, start, &r);
    if (is_in_visible(c, r.start, r.end)) return;
    if (!table && machine_is_quiet(m, start)) {
        vec_push(&c->deferred, r);
        return;
    }
    c->tables |= table;
    add_visible(c, r.start, r.end);
}

static void on_race(void *context, Run *r, const RaceAccess *a, const RaceAccess *b) {
    Campaign *c = context;
    uint8_t both = a->mask | b->mask;
    if (a->vague || b->vague) both = 255;
    uint64_t low = (uint64_t)__builtin_ctz(both),
             high = 8 * (b->words - 1) + 32 - (uint64_t)__builtin_clz(both);
    /* Whole words become visible: fields beside a racy one are rarely innocent, and overlap is kept by
     * bytes. */
    if (c->options->check_race && !a->vague && !b->vague && !machine_is_quiet(r->machine, a->word << 3)) {
        SeenRace *seen = seen_race(c, a->loc, b->loc);
        if (seen->key) {
            seen->again++;
            note_race(c, r->machine, (a->word << 3) + low, (a->word << 3) + high);
            return;
        }
        char what[400];
        Machine *m = r->machine;
        uint64_t address = (a->word << 3) + low;
        Operation o = {.kind = OPERATION_LOAD, .object = address, .target = -1};
        char *object = operation_object_text(m, &o);
        snprintf(what, sizeof what, "data race on %s: nothing orders this %s and the %s by thread %s",
                 object ? object : "memory", b->write ? "write" : "read", a->write ? "write" : "read",
                 m->slot_names[a->thread]);
        free(object);
        Finding *f = describe_run(r, "race", what, b->thread, b->loc);
        f->has_other = true;
        f->other_place = describe_place(m->program, a->loc);
        f->other_thread = xstrdup(m->slot_names[a->thread]);
        f->other_message = xstrdup(a->write ? "the unordered write" : "the unordered read");
        seen->key = finding_key(f);
        report(c, f);
    }
    note_race(c, r->machine, (a->word << 3) + low, (a->word << 3) + high);
}

static void on_assumption(void *context, const char *text) {
    Campaign *c = context;
    add_text(&c->result->assumptions, &c->result->nassumptions, text);
}

void campaign_incomplete(Campaign *c, const char *text) {
    /* What comes of being stopped needs no other reason. */
    if (watch_over(c->watch))
        halt(c, c->watch->reason);
    else
        add_text(&c->result->incomplete, &c->result->nincomplete, text);
}

static void on_incomplete(void *context, const char *text) { campaign_incomplete(context, text); }

static void on_warning(void *context, const char *text) {
    Campaign *c = context;
    add_text(&c->result->warnings, &c->result->nwarnings, text);
}

/* The pass at hand takes operations for independent that are not: the next one will not. */
static void on_order(void *context, Run *r, uint64_t object) {
    Campaign *c = context;
    (void)r, (void)object;
    c->grown = true;
}

static bool on_interrupted(void *context) { return campaign_stop(context); }

/* --- leaves and limits ------------------------------------------------------------------------------- */

static void refresh_stats(Campaign *c) {
    CampaignStats *s = &c->result->stats;
    Census *census = &c->run->history.census;
    const uint64_t *kinds = s->kind_events;
    s->events = census_total(census);
    s->events_sampled = census->level > 0;
    for (unsigned k = 0; k < OPERATION_KINDS; k++) s->kind_events[k] = census_of_kind(census, k);
    s->memory_events = kinds[OPERATION_LOAD] + kinds[OPERATION_STORE] + kinds[OPERATION_RMW];
    s->cutoffs = c->known ? known_states_cutoffs(c->known) : 0;
    s->states = c->known ? known_states_count(c->known) : 0;
    s->instructions = c->run->machine->instructions;
    const SolverStats *q = solver_stats(c->solver);
    s->queries = q->queries;
    s->backend_queries = q->backend_queries;
    s->solver_seconds = q->seconds;
    s->seconds = time_wall() - c->started;
    s->rss_bytes = memory_resident();
    s->threads_max = MAX(s->threads_max, c->run->machine->nthreads);
    s->visible_ranges = c->visible.len;
    s->visible_bytes = 0;
    for (size_t k = 0; k < c->visible.len; k++)
        s->visible_bytes += c->visible.data[k].end - c->visible.data[k].start;
    s->branches_total = 2ull * c->program->nbranches;
    s->branches_covered = machine_branches_covered(c->run->machine);
}

/* What states on standby may take without a limit set by the user: this share of the memory allowed. */
#define STANDBY_SHARE 8

/* Gives states on standby what the limit leaves; returns what they gave back. */
static uint64_t share_memory(Campaign *c, uint64_t used) {
    uint64_t most = c->options->max_memory, aim = most - most / 16;
    Run *r = c->run;
    if (!r->standby) return 0;
    uint64_t jobs = MAX(c->options->jobs, 1), own = standby_bytes(r->standby);
    uint64_t room = used <= aim ? own + (aim - used) / jobs : own - MIN(own, used - aim);
    return standby_limit(r->standby, &r->history, MIN(room, c->standby_most / jobs));
}

/* False where the limit is reached even without all that can be had again. */
static bool within_memory(Campaign *c) {
    uint64_t used = memory_resident(), most = c->options->max_memory;
    if (share_memory(c, used)) {
        malloc_trim(0);
        used = memory_resident();
    }
    if (used <= most) return true;
    if (c->run->standby) standby_limit(c->run->standby, &c->run->history, 0);
    history_trim(&c->run->history);
    solver_forget(c->solver);
    malloc_trim(0);
    used = memory_resident();
    share_memory(c, used);
    return used <= most;
}

bool campaign_stop(Campaign *c) {
    if (c->halt || c->restart) {
        if (c->workers && !workers_stopped(c->workers)) workers_stop(c->workers);
        return true;
    }
    if (watch_over(c->watch)) {
        halt(c, c->watch->reason);
        return true;
    }
    if (c->workers && workers_stopped(c->workers)) return true;
    unsigned ticks = watch_ticks(c->watch);
    if (ticks == c->ticks) return false;
    c->ticks = ticks;
    if (!within_memory(c)) halt(c, "memory");
    double now = time_wall();
    if (now - c->last_progress < 0.2) return c->halt;
    c->last_progress = now;
    refresh_stats(c);
    if (c->workers) workers_tell_events(c->workers, c->result->stats.events - c->events_told);
    c->events_told = c->result->stats.events;
    if (c->root == c && c->callbacks && c->callbacks->progress) {
        CampaignStats now_all = c->result->stats;
        if (c->workers) workers_told(c->workers, &now_all.traces, &now_all.events);
        c->callbacks->progress(c->callbacks->context, &now_all, c->result->nfindings);
    }
    return c->halt;
}

uint64_t campaign_random(Campaign *c) {
    c->random += 0x9e3779b97f4a7c15ull;
    return hash_mix(c->random);
}

static void check_leaks(Campaign *c) {
    Machine *m = c->run->machine;
    for (uint32_t k = 0; k < m->nslots; k++) {
        Thread *t = m->threads[k];
        for (uint32_t b = 0; t && b < t->heap->nblocks; b++) {
            const Block *x = &t->blocks[b];
            if (x->state != 1 || !x->loc || !m->program->locs[x->loc].line) continue;
            char text[100];
            snprintf(text, sizeof text, "memory leak: %llu bytes are not freed at exit",
                     (unsigned long long)x->size);
            report(c, describe_run(c->run, "leak", text, (int)k, x->loc));
        }
    }
}

/* Threads that loop for ever while no other is left that could change what they read. */
static bool report_hangs(Campaign *c) {
    Run *r = c->run;
    const Machine *m = r->machine;
    bool any = false;
    if (r->ncutoffs) return false;
    for (uint32_t k = 0; k < m->nslots; k++)
        if (m->threads[k] && m->threads[k]->status == THREAD_STOPPED && !m->threads[k]->looping) return false;
    for (uint32_t k = 0; k < m->nslots; k++)
        if (m->threads[k] && m->threads[k]->status == THREAD_STOPPED) {
            any = true;
            report(c, describe_run(r, "hang", machine_hang_text, (int)k, machine_loc(m, m->threads[k])));
        }
    return any;
}

static bool has_failed(const Machine *m) {
    for (uint32_t k = 0; k < m->nslots; k++)
        if (m->threads[k] && m->threads[k]->status == THREAD_STOPPED && m->threads[k]->failed) return true;
    return false;
}

static void report_deadlock(Campaign *c) {
    Run *r = c->run;
    Machine *m = r->machine;
    bool *stuck = xcalloc(m->nslots + 1, sizeof *stuck);
    StrBuf text = {0};
    int first = -1;
    run_deadlocked(r, stuck);
    str_add(&text, "deadlock: ");
    for (uint32_t k = 0; k < m->nslots; k++) {
        if (!stuck[k]) continue;
        char *why = operation_blocked_text(m, (int)k);
        str_addf(&text, "%sthread %s %s", first < 0 ? "" : "; ", m->slot_names[k],
                 strncmp(why, "blocked: ", 9) ? why : why + 9);
        free(why);
        if (first < 0) first = (int)k;
    }
    Finding *f = describe_run(r, "deadlock", text.data, first, m->threads[first]->pending.loc);
    vec_free(&text);
    /* Who is blocked by the deadlock tells it from others: those that a cut-off keeps waiting do not
     * count. */
    for (uint32_t k = 0, n = 0; k < m->nslots; k++) {
        if (!m->threads[k] || m->threads[k]->status == THREAD_UNUSED) continue;
        ThreadReport *t = &f->threads[n++];
        if (stuck[k] || !t->status || strncmp(t->status, "blocked: ", 9)) continue;
        char *status = xasprintf("for now %s", t->status + 9);
        free(t->status);
        t->status = status;
    }
    free(stuck);
    if (r->ncutoffs && !c->options->stop_at_first)
        hold(c, f);
    else
        report(c, f);
}

void campaign_leaf(Campaign *c) {
    CampaignStats *s = &c->result->stats;
    Run *r = c->run;
    Machine *m = r->machine;
    uint64_t traces = c->workers ? workers_tell_trace(c->workers) : s->traces + 1,
             most = c->options->max_traces;
    if (most && traces > most) return; /* another worker had the last one */
    s->traces++;
    /* One run shows all of its races before the pass starts again. */
    c->restart = c->grown || c->deferred.len;
    if (m->nthreads > s->threads_max) s->threads_max = m->nthreads;
    if (m->parked) {
        /* Nothing showed why a thread is silent for so long: let it go on. */
        if (!c->grown) m->patient = true;
        c->restart = true;
        m->parked = false;
    }
    RunEnd end = run_end(r);
    bool error = (!c->restart && !m->exited && report_hangs(c)) || end == RUN_DEADLOCK || has_failed(m);
    if (end == RUN_DEADLOCK) report_deadlock(c);
    if (error)
        s->paths_error++;
    else if (r->ncutoffs)
        s->paths_cutoff++;
    else if (end == RUN_ERROR)
        s->paths_assume++;
    else
        s->paths_exit++;
    if (c->options->check_leak && end == RUN_EXIT && m->exited) check_leaks(c);
    /* What a pass shows that will start again for want of visible locations may be no state at all. */
    if (c->options->final_state && !r->ncutoffs && !c->restart) {
        if (c->workers) workers_lock(c->workers);
        c->options->final_state(c->options->final_context, run_final_hash(r), m);
        if (c->workers) workers_unlock(c->workers);
    }
    c->result->exited |= m->exited;
    bool silent = c->result->output && !c->result->output_len && !m->output_len;
    if (end != RUN_ERROR || !c->result->output) c->result->exit_status = m->exited ? m->exit_status : 0;
    if ((end != RUN_ERROR || !c->result->output) && !silent) {
        free(c->result->output);
        c->result->output = xcalloc(1, m->output_len + 1);
        c->result->output_len = 0;
        for (uint32_t k = 0; k < m->output_len; k++)
            if (m->output_to.data[k] == 1) c->result->output[c->result->output_len++] = m->output.data[k];
    }
    if (most && traces >= most) halt(c, "traces");
}

/* --- the campaign ------------------------------------------------------------------------------------ */

static uint64_t half_of_memory(void) {
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    return pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size / 2 : 4ull << 30;
}

/* Everything a worker needs. False with *error where the solver is not there. */
static bool campaign_open(Campaign *c, ThreadNames *names, char **error) {
    const CampaignOptions *o = c->options;
    c->pool = expr_pool_new();
    SolverOptions so = {.name = o->solver, .limit_ms = o->solver_limit_ms, .stop = &c->watch->over};
    c->solver = solver_new(c->pool, &so, error);
    if (!c->solver) {
        expr_pool_free(c->pool);
        return false;
    }
    vec_push(&c->watch->solvers, c->solver);
    RunHooks hooks = {.context = c,
                      .fault = on_fault,
                      .race = on_race,
                      .assumption = on_assumption,
                      .incomplete = on_incomplete,
                      .warning = on_warning,
                      .order = on_order,
                      .interrupted = on_interrupted};
    MachineOptions mo = campaign_machine_options(o);
    mo.names = names;
    c->run = run_new(c->program, &mo, &hooks, c->pool, c->solver);
    c->run->visible_races = o->check_race;
    c->run->keep_cheap_steps = o->keep_cheap_steps;
    c->run->history.census.exact = o->exact_counts;
    if (c->known) run_use_cutoffs(c->run, c->known);
    return true;
}

static void campaign_close(Campaign *c) {
    run_free(c->run);
    solver_free(c->solver);
    expr_pool_free(c->pool);
    vec_free(&c->visible);
    vec_free(&c->deferred);
}

static void *serve(void *campaign) {
    Campaign *c = campaign;
    c->strategy->serve(c);
    return NULL;
}

static void merge_texts(char ***list, size_t *n, char **from, size_t count) {
    for (size_t k = 0; k < count; k++) add_text(list, n, from[k]);
}

static void prepare_standby(Campaign *c) {
    if (!c->run->standby) c->run->standby = standby_new();
    /* What loading the program left behind would count. */
    malloc_trim(0);
    within_memory(c);
}

static void count_standby(CampaignStats *s, const Run *r) {
    s->steps_standby += r->nagain;
    s->steps_replayed += r->nreplayed;
    s->standby_dropped += standby_dropped(r->standby);
}

/* What another worker did becomes part of the result. */
static void merge(Campaign *c, Campaign *w) {
    CampaignStats *s = &c->result->stats, *x = &w->result->stats;
    s->traces += x->traces;
    s->paths_exit += x->paths_exit;
    s->paths_error += x->paths_error;
    s->paths_cutoff += x->paths_cutoff;
    s->paths_assume += x->paths_assume;
    s->redundant += x->redundant;
    count_standby(s, w->run);
    s->threads_max = MAX(s->threads_max, MAX(x->threads_max, w->run->machine->nthreads));
    for (size_t k = 0; k < w->visible.len; k++)
        add_visible(c, w->visible.data[k].start, w->visible.data[k].end);
    for (size_t k = 0; k < w->deferred.len; k++) vec_push(&c->deferred, w->deferred.data[k]);
    c->result->exited |= w->result->exited;
    c->tables |= w->tables;
    c->restart |= w->restart;
    if (w->halt && !c->halt) {
        c->halt = true;
        if (!c->result->halt_reason) c->result->halt_reason = w->result->halt_reason;
    }
    c->run->machine->patient |= w->run->machine->patient;
    CampaignResult *r = c->result, *y = w->result;
    merge_texts(&r->assumptions, &r->nassumptions, y->assumptions, y->nassumptions);
    merge_texts(&r->incomplete, &r->nincomplete, y->incomplete, y->nincomplete);
    merge_texts(&r->warnings, &r->nwarnings, y->warnings, y->nwarnings);
    machine_merge(c->run->machine, w->run->machine);
}

static SearchOrder search_order(const char *name) {
    static const char *const names[] = {"dfs", "bfs", "random", "coverage"};
    for (unsigned k = 0; name && k < ARRAY_LEN(names); k++)
        if (!strcmp(names[k], name)) return (SearchOrder)k;
    return SEARCH_DFS;
}

/* One pass with several workers (or with one that leaves the depth-first order): the root explores, the
 * others take what it gives away. */
static void explore_together(Campaign *c, Campaign *others, unsigned n) {
    pthread_t *threads = xcalloc(n, sizeof *threads);
    c->events_told = 0;
    c->workers = workers_new(search_order(c->options->search), c->options->seed);
    for (unsigned k = 0; k < n; k++) {
        Campaign *w = &others[k];
        w->workers = c->workers;
        w->halt = w->restart = w->grown = w->tables = false;
        w->deferred.len = 0;
        w->events_told = 0;
        w->visible.len = 0;
        for (size_t v = 0; v < c->visible.len; v++) vec_push(&w->visible, c->visible.data[v]);
        w->run->machine->patient = c->run->machine->patient;
        machine_merge_notes(w->run->machine, c->run->machine);
        campaign_result_free(w->result);
        w->result = xcalloc(1, sizeof *w->result);
        run_start(w->run, w->visible.data, w->visible.len);
        prepare_standby(w);
        if (pthread_create(&threads[k], NULL, serve, w)) base_fatal("cannot create a thread for a worker");
    }
    prepare_standby(c);
    c->strategy->explore(c);
    workers_stop(c->workers);
    for (unsigned k = 0; k < n; k++) pthread_join(threads[k], NULL);
    count_standby(&c->result->stats, c->run);
    bool grown = c->grown;
    Census **theirs = xcalloc(n + 1, sizeof *theirs);
    for (unsigned k = 0; k < n; k++) {
        merge(c, &others[k]);
        theirs[k] = &others[k].run->history.census;
    }
    census_merge(&c->run->history.census, theirs, n);
    free(theirs);
    c->grown = grown;
    workers_free(c->workers);
    c->workers = NULL;
    free(threads);
}

CampaignResult *campaign_run(const Program *program, const CampaignOptions *options,
                             const CampaignCallbacks *callbacks) {
    CampaignResult *result = xcalloc(1, sizeof *result);
    CampaignOptions o = *options;
    if (!o.max_memory) o.max_memory = half_of_memory();
    uint64_t standby_most = options->max_memory ? options->max_memory : o.max_memory / STANDBY_SHARE;
    const Strategy *strategy = strategy_named(o.strategy);
    unsigned others = strategy->serve && o.jobs > 1 ? o.jobs - 1 : 0;
    Campaign c = {.program = program,
                  .options = &o,
                  .strategy = strategy,
                  .callbacks = callbacks,
                  .result = result,
                  .random = o.seed,
                  .started = time_wall(),
                  .standby_most = standby_most};
    c.root = &c;
    Watch watch = {.max_memory = o.max_memory,
                   .deadline = o.max_time > 0 ? c.started + o.max_time : 0,
                   .asked = callbacks ? callbacks->interrupted : NULL,
                   .context = callbacks ? callbacks->context : NULL};
    c.watch = &watch;
    if (o.cutoffs && strategy->uses_cutoffs) c.known = known_states_new(others > 0);
    ThreadNames names = {.n = 0};
    pthread_mutex_init(&names.lock, NULL);
    char *error = NULL;
    if (!campaign_open(&c, others ? &names : NULL, &error)) {
        result->internal_error = error;
        known_states_free(c.known);
        return result;
    }
    Campaign *workers = xcalloc(others + 1, sizeof *workers);
    for (unsigned k = 0; k < others; k++) {
        workers[k] = (Campaign){.watch = &watch,
                                .program = program,
                                .options = &o,
                                .strategy = strategy,
                                .callbacks = callbacks,
                                .root = &c,
                                .known = c.known,
                                .started = c.started,
                                .standby_most = standby_most,
                                .result = xcalloc(1, sizeof *result)};
        if (!campaign_open(&workers[k], &names, &error)) base_fatal("%s", error);
    }
    watch_start(&watch);
    bool ordered = strategy->search_orders && search_order(o.search) != SEARCH_DFS;
    do {
        uint64_t restarts = result->stats.restarts;
        c.restart = c.grown = c.tables = false;
        result->stats = (CampaignStats){.restarts = restarts};
        /* What kept an earlier pass from being complete may not be met again. */
        free_texts(result->incomplete, result->nincomplete);
        result->incomplete = NULL;
        result->nincomplete = 0;
        if (c.known) known_states_clear(c.known);
        run_start(c.run, c.visible.data, c.visible.len);
        if (others || ordered)
            explore_together(&c, workers, others);
        else
            strategy->explore(&c);
        for (size_t k = 0; k < c.deferred.len && !c.tables; k++)
            add_visible(&c, c.deferred.data[k].start, c.deferred.data[k].end);
        c.deferred.len = 0;
        if (c.restart && !c.halt) result->stats.restarts++;
    } while (c.restart && !c.halt);
    report_held(&c);
    watch_end(&watch);
    refresh_stats(&c);
    result->cover = xcalloc(program->ninsns + 1, 2);
    memcpy(result->cover, c.run->machine->cover, 2 * (size_t)program->ninsns);
    if (!strategy->exhaustive && !c.halt)
        add_text(&result->incomplete, &result->nincomplete, "random runs are a sample");
    result->complete = !c.halt && !result->nincomplete;
    if (!result->halt_reason) result->halt_reason = "finished";
    count_races(&c);
    for (unsigned k = 0; k < others; k++) {
        count_races(&workers[k]);
        campaign_close(&workers[k]);
        campaign_result_free(workers[k].result);
    }
    free(workers);
    campaign_close(&c);
    known_states_free(c.known);
    for (uint32_t k = 0; k < names.n; k++) free(names.name[k]);
    pthread_mutex_destroy(&names.lock);
    for (size_t k = 0; k < c.found.len; k++) {
        bool told = false;
        for (size_t j = 0; j < result->nfindings; j++) told |= result->findings[j] == c.found.data[k];
        if (!told) finding_free(c.found.data[k]);
        free(c.keys.data[k]);
    }
    vec_free(&c.found);
    vec_free(&c.keys);
    return result;
}

void campaign_result_free(CampaignResult *r) {
    if (!r) return;
    for (size_t k = 0; k < r->nfindings; k++) finding_free(r->findings[k]);
    free(r->findings);
    free(r->cover);
    free_texts(r->assumptions, r->nassumptions);
    free_texts(r->incomplete, r->nincomplete);
    free_texts(r->warnings, r->nwarnings);
    free(r->output);
    free(r->internal_error);
    free(r);
}
