/*
 * unfold.c — event coverage of the unfolding (Kähkönen, Saarikivi, Heljanko, ASE 2012): runs until
 * every event of the unfolding, instead of every maximal configuration, was executed in some run.
 *
 * Each run adds its events to the prefix (strategies/unfold/prefix.h); possible extensions that are
 * not in it are targets. A target is reached by executing its configuration. If the branches of the
 * configuration turn out to be infeasible together, the target is dropped for good. After the
 * target, the run extends to a maximal configuration, at each step with a new event if there is
 * one. Pairs of events that no run has together may be followed by accesses that race: these pairs
 * are run as well.
 *
 * Every state of a thread, and so every failed assertion and memory error, occurs in some run. A
 * deadlock is a property of a whole configuration: once every event is covered, the prefix is
 * searched for configurations that end in a deadlock (strategies/unfold/maximal/maximal.h), and
 * each is run.
 *
 * `contextual` does the same on the contextual unfolding (strategies/unfold/contextual.h), which
 * has fewer events.
 */
#include "strategies/unfold/unfold.h"
#include "strategies/hunt/hunt.h"
#include "strategies/parametric/any_threads.h"
#include "strategies/unfold/contextual.h"
#include <stdlib.h>

void target_free(Target *t) { free(t->last); }

Target target_copy(const Target *t, const PrefixId *last) {
    Target copy = *t;
    copy.last = xcalloc(t->nlast + 1, sizeof *copy.last);
    memcpy(copy.last, last, t->nlast * sizeof *last);
    return copy;
}

Target target_make(const Unfold *u, const PrefixId *last, uint32_t n, uint64_t name,
                   Choice choice) {
    Target t = target_copy(&(Target){.nlast = n, .name = name, .choice = choice}, last);
    t.promising =
        u->all->search == SEARCH_COVERAGE && machine_branches_covered(u->run->machine) > u->covered;
    return t;
}

/* Adds a target for an unknown event after a configuration of n threads. */
static void unfold_want(Unfold *u, const PossibleExtension *x, uint32_t n) {
    Explored *all = u->all;
    if (prefix_find(&all->prefix, x->name)) return;
    unfold_enter(u);
    bool new = !prefix_find(&all->prefix, x->name) && hash_set_add(&all->wanted, x->name);
    unfold_leave(u);
    if (!new) return;
    Target t = target_make(u, x->last, n, x->name, (Choice){x->action->thread, x->action->outcome});
    if (all->order)
        order_want(u, x->action, &t);
    else
        unfold_push(u, &t);
}

void unfold_found(void *context, const PossibleExtension *x) {
    Unfold *u = context;
    unfold_want(u, x, u->view.nthreads);
}

/* --- runs ------------------------------------------------------------------------------------- */

/* Whether the newest event of the path has no number yet. */
static bool is_unnoted(const Unfold *u) { return u->path.len != u->run->history.path.len; }

static void number_newest(Unfold *u, PrefixId id) {
    u->path.len = u->run->history.path.len - 1;
    vec_push(&u->path, id);
    invariant(prefix_event(&u->all->prefix, id)->name == vec_last(&u->run->history.path)->name);
}

/* Whether the newest event is the known event that was to be executed again, so that no lookup is
 * needed. */
static bool is_expected(const Unfold *u) {
    return u->expected && prefix_event(&u->all->prefix, u->expected)->name ==
                              vec_last(&u->run->history.path)->name;
}

/* With the lock held, adds the newest event of the path to the prefix. True if it was not known
 * before. */
static bool add_newest(Unfold *u) {
    const History *h = &u->run->history;
    const Event *e = vec_last(&h->path);
    Prefix *p = &u->all->prefix;
    if (prefix_would_grow(p, e)) unfold_await_growth(u);
    PrefixId id = prefix_find(p, e->name);
    bool new = !id;
    if (new) id = prefix_add(p, h, e, u->path.data, u->run->machine);
    number_newest(u, id);
    if (new && u->all->order) order_note(u, id, &e->weights);
    return new;
}

/* Adds the newest event of the path to the prefix, with the accesses of its thread after it. */
static void unfold_note_newest(Unfold *u, const LogEntry *log, size_t n) {
    PrefixId id = is_expected(u)
                      ? u->expected
                      : prefix_find(&u->all->prefix, vec_last(&u->run->history.path)->name);
    if (id) {
        number_newest(u, id);
        return;
    }
    unfold_enter(u);
    /* The run that met an event first has stored its log. */
    if (add_newest(u) && n) prefix_keep_log(&u->all->prefix, vec_last(&u->path), log, n);
    unfold_leave(u);
}

PrefixId unfold_note(Unfold *u) {
    if (is_unnoted(u)) unfold_note_newest(u, NULL, 0);
    return vec_last(&u->path);
}

void unfold_on_slice(void *context, const Event *e, const LogEntry *log, size_t n) {
    (void)e;
    unfold_note_newest(context, log, n);
}

/* The event that a step would have, not on the path; the caller releases the reference. */
static Event *event_of(Unfold *u, int thread, uint32_t outcome) {
    const Thread *t = u->run->machine->threads[thread];
    Action a = {.thread = thread, .index = t->steps + 1, .outcome = outcome, .op = t->pending};
    return history_event(&u->run->history, &a);
}

static bool unfold_is_new(Unfold *u, int thread, uint32_t outcome) {
    Event *e = event_of(u, thread, outcome);
    bool new = !prefix_find(&u->all->prefix, e->name);
    event_unref(&u->run->history, e);
    return new;
}

/* Adds a target for an event that can follow the path, after only its own causes. */
static void want_after_causes(Unfold *u, const Event *e) {
    const History *h = &u->run->history;
    unfold_enter(u);
    uint32_t n = u->all->prefix.nthreads, own = (uint32_t)e->action.thread;
    unfold_leave(u);
    size_t top = u->scratch.top;
    PrefixId *last = scratch_take(&u->scratch, (n + 1) * sizeof *last);
    memset(last, 0, n * sizeof *last);
    for (uint32_t v = 0; v < n; v++) {
        uint32_t c = event_strong_clock(h, e, v) - (v == own);
        invariant(!c || (v < h->own.len && c <= h->own.data[v].len));
        if (c) last[v] = u->path.data[history_own(h, v, c)->position];
    }
    unfold_want(u, &(PossibleExtension){.action = &e->action, .name = e->name, .last = last}, n);
    u->scratch.top = top;
}

/* Adds targets for the other outcomes of a thread's pending operation, each after only its own
 * causes: other branches of the path may be infeasible together with it. */
static void want_others(Unfold *u, int thread, uint32_t outcome) {
    uint32_t outcomes[MAX_OUTCOMES];
    unsigned n = operation_outcomes(u->run->machine, thread, outcomes);
    for (unsigned k = 0; k < n; k++) {
        if (outcomes[k] == outcome) continue;
        Event *e = event_of(u, thread, outcomes[k]);
        if (!prefix_find(&u->all->prefix, e->name)) want_after_causes(u, e);
        event_unref(&u->run->history, e);
    }
}

bool unfold_names(Unfold *u, Choice c, uint64_t name) {
    Event *e = event_of(u, c.thread, c.outcome);
    bool same = e->name == name;
    event_unref(&u->run->history, e);
    return same;
}

bool unfold_step(Unfold *u, int thread, uint32_t outcome) {
    if (operation_chooses(u->run->machine->threads[thread]->pending.kind))
        want_others(u, thread, outcome);
    if (!run_step(u->run, thread, outcome)) return false;
    unfold_note(u);
    return true;
}

size_t unfold_list(const Unfold *u, const Prefix *p, const PrefixId *last, PrefixId *out) {
    return p->contextual ? contextual_list(p, last, u->path.data, u->path.len, out)
                         : prefix_list(p, last, out);
}

const PrefixId *unfold_configuration(Unfold *u, const Target *t, size_t *len) {
    unfold_enter(u);
    const Prefix *p = unfold_look(u);
    if (!p->contextual) unfold_leave(u);
    const PrefixId *last = prefix_spread(p, t->last, t->nlast);
    PrefixId *list = scratch_take(&u->scratch, prefix_size(p, last) * sizeof *list);
    *len = unfold_list(u, p, last, list);
    invariant(*len == prefix_size(p, last));
    if (p->contextual) unfold_leave(u); /* causes move when the number of threads grows */
    return list;
}

/* Notes that something in the prefix cannot be executed. This may happen in a pass that will
 * restart, since the names of its events rely on dependences known when the events were met; the
 * restart discards reasons for incompleteness. In any other pass the prefix is wrong, and the
 * exploration may miss something. */
static void note_unexpected(Unfold *u) {
    if (!campaign_stop(u->c))
        campaign_incomplete(u->c, "an event could not be executed after its causes");
}

/* Takes a step to the event with this name, or to another event if only execution shows what a
 * piece of a system call does. False if the step cannot be taken: the piece would wait, or the side
 * of a branch is infeasible. */
static bool unfold_follow(Unfold *u, Choice c, uint64_t name) {
    Machine *m = u->run->machine;
    const Thread *t = m->threads[c.thread];
    bool ready = t && t->status == THREAD_READY;
    unsigned kind = ready ? t->pending.kind : OPERATION_NONE;
    bool taken = ready && operation_enabled(m, c.thread) && unfold_step(u, c.thread, c.outcome);
    bool same = taken && vec_last(&u->run->history.path)->name == name,
         may_differ = kind == OPERATION_BRANCH ? !taken : operation_in_words(kind) && !u->expected;
    if (!same && !may_differ) note_unexpected(u);
    return taken;
}

void unfold_go_back(Unfold *u, size_t n) {
    run_undo(u->run, n);
    u->path.len = n;
    invariant(u->run->history.path.len == n);
}

bool unfold_go_to(Unfold *u, const Target *t) {
    size_t top = u->scratch.top, n = 0, len;
    const PrefixId *list = unfold_configuration(u, t, &len);
    while (n < len && n < u->path.len && u->path.data[n] == list[n]) n++;
    unfold_go_back(u, n);
    if (u->all->order) order_refresh(u);
    bool fine = true;
    for (; n < len && fine && !campaign_stop(u->c); n++) {
        const PrefixEvent *e = prefix_event(&u->all->prefix, list[n]);
        u->expected = list[n];
        fine = unfold_follow(u, (Choice){e->action->thread, e->action->outcome}, e->name) &&
               vec_last(&u->path) == list[n];
    }
    u->expected = 0;
    u->scratch.top = top;
    if (!fine || campaign_stop(u->c)) return false;
    return t->choice.thread < 0 || unfold_follow(u, t->choice, t->name);
}

/* The priority of a step. A new event comes first. A covered event has less priority, since it may
 * preclude new events that depend on it. In a contextual unfolding a covered load comes last: it
 * changes nothing for other threads, and after their events it may be new. */
enum { NOT_POSSIBLE, WANTED_LAST, WANTED_LESS, WANTED_MORE, WANTED_FIRST };

/* Chooses the next step at the tip of the path, of equal priority one of the thread that has made
 * the fewest: where all events to come are covered, threads stay together, and a conflict of two of
 * them can still end the other way. False if every possible step would depend on a cut-off. */
static bool next_choice(Unfold *u, const int *threads, unsigned n, Choice *best) {
    Machine *m = u->run->machine;
    uint32_t outcomes[MAX_OUTCOMES];
    int wanted = NOT_POSSIBLE;
    uint64_t fewest = 0;
    for (unsigned k = 0; k < n && wanted < WANTED_FIRST; k++) {
        const Operation *o = &m->threads[threads[k]]->pending;
        uint64_t steps = m->threads[threads[k]]->steps;
        unsigned many = run_outcomes_by_value(u->run, threads[k], outcomes);
        if (o->kind == OPERATION_BRANCH)
            many = 1; /* the other side becomes a target (want_others) */
        for (unsigned j = 0; j < many; j++) {
            if (run_follows_cutoff(u->run, threads[k], outcomes[j])) continue;
            bool load = u->all->prefix.contextual && o->kind == OPERATION_LOAD;
            int this = unfold_is_new(u, threads[k], outcomes[j]) ? WANTED_FIRST
                       : !operation_reversible(o->kind)          ? WANTED_MORE
                       : load                                    ? WANTED_LAST
                                                                 : WANTED_LESS;
            if (this < wanted || (this == wanted && steps >= fewest)) continue;
            wanted = this;
            fewest = steps;
            *best = (Choice){threads[k], outcomes[j]};
        }
    }
    return wanted != NOT_POSSIBLE;
}

bool unfold_extend(Unfold *u) {
    int threads[MAX_THREADS];
    for (unsigned n; !campaign_stop(u->c) && (n = run_enabled(u->run, threads));) {
        Choice next;
        if (!next_choice(u, threads, n, &next)) break;
        /* The solver may be unable to decide either side. */
        if (!unfold_step(u, next.thread, next.outcome) &&
            !unfold_step(u, next.thread, !next.outcome))
            return false;
    }
    if (!campaign_stop(u->c)) campaign_leaf(u->c);
    return true;
}

void unfold_execute_next(Unfold *u, const Target *t, int thread) {
    uint32_t outcomes[MAX_OUTCOMES];
    if (!unfold_go_to(u, t)) return;
    const Thread *next = u->run->machine->threads[thread];
    if (!next || next->status != THREAD_READY || !operation_enabled(u->run->machine, thread)) {
        note_unexpected(u);
        return;
    }
    unsigned n = run_outcomes(u->run, thread, outcomes);
    for (unsigned k = 0; k < n; k++)
        if (unfold_step(u, thread, outcomes[k])) {
            unfold_extend(u);
            return;
        }
}

bool unfold_execute(Unfold *u, const Target *t) {
    if (!unfold_go_to(u, t)) return false;
    unfold_join(u);
    unfold_extend(u);
    return true;
}

/* --- the exploration -------------------------------------------------------------------------- */

static void unfold_explore(Campaign *c) {
    Unfold u;
    unfold_begin(&u, c);
    const Explored *all = u.all;
    unfold_extend(&u);
    do {
        if (all->order) order_explore(&u);
        unfold_execute_targets(&u);
    } while (!campaign_stop(c) && (unfold_meet_unordered(&u) || !unfold_meet_ends(&u)));
    if (!campaign_stop(c) && c->shared->options->run.check_leak)
        campaign_incomplete(
            c, "every event was covered; leaks were looked for only as far as runs met them");
    unfold_end(&u, &c->result->stats);
}

const Strategy unfold_strategy = {
    .name = "unfold",
    .help = "every event of the unfolding in some run, and every deadlock",
    .explore = unfold_explore,
    .serve = unfold_serve,
    .uses_cutoffs = true,
    .search_orders = true,
    .hunts = &hunt_ops,
    .any_threads = prove_any_threads,
    .exhaustive = true,
    .events_only = true,
};

const Strategy contextual_strategy = {
    .name = "contextual",
    .help =
        "the same on the contextual unfolding, where loads consume nothing: fewer events and runs",
    .explore = unfold_explore,
    .serve = unfold_serve,
    .hunts = &hunt_ops,
    .exhaustive = true,
    .events_only = true,
    .contextual = true,
    .search_orders = true,
};
