/*
 * unfold.c — event coverage of the unfolding (Kähkönen, Saarikivi, Heljanko, ASE 2012): runs until every
 * event of the unfolding was executed in some run, instead of every maximal configuration.
 *
 * Each run adds its events to the prefix (event/prefix.h); possible extensions that are not in it are
 * targets. A target is reached by executing the configuration that it follows, whose branches may turn out
 * not to go together: then the target is given up for good. After it the run goes on to a maximal
 * configuration, at each step with an event that is new where there is one. Events that no run has together
 * may be followed by accesses that race: such pairs are run as well.
 *
 * Every state of a thread, and with it every failed assertion and memory error, shows in some run. A deadlock
 * is a property of a whole configuration: once every event is covered, the prefix is asked for configurations
 * that end in one (event/maximal.h), and each is run.
 *
 * `contextual` does the same on the contextual unfolding (event/contextual.h), which has fewer events.
 */
#include "explore/unfold.h"
#include "event/contextual.h"
#include <stdlib.h>

void target_free(Target *t) { free(t->last); }

Target target_make(const Unfold *u, const PrefixId *last, uint64_t name, Choice choice) {
    Target t = {.nlast = u->prefix.nthreads, .name = name, .choice = choice};
    t.last = xcalloc(t.nlast + 1, sizeof *t.last);
    memcpy(t.last, last, t.nlast * sizeof *last);
    t.promising = u->search == SEARCH_COVERAGE && machine_branches_covered(u->run->machine) > u->covered;
    return t;
}

static void want(Unfold *u, const PossibleExtension *x) {
    if (prefix_find(&u->prefix, x->name) || !hash_set_add(&u->wanted, x->name)) return;
    Target t = target_make(u, x->last, x->name, (Choice){x->action->thread, x->action->outcome});
    if (u->order)
        order_want(u, x->action, &t);
    else
        vec_push(&u->targets, t);
}

static void on_found(void *context, const PossibleExtension *x) { want(context, x); }

static bool is_stopped(void *context) {
    const Unfold *u = context;
    return watch_over(u->c->watch);
}

/* --- runs -------------------------------------------------------------------------------------------- */

/* The newest event of the path is known to the prefix from now on. */
PrefixId unfold_note(Unfold *u) {
    const History *h = &u->run->history;
    if (u->path.len == h->path.len) return vec_last(&u->path);
    const Event *e = vec_last(&h->path);
    PrefixId id = prefix_find(&u->prefix, e->name);
    bool new = !id;
    if (new) id = prefix_add(&u->prefix, h, e, u->path.data, u->run->machine);
    u->path.len = h->path.len - 1;
    vec_push(&u->path, id);
    if (new && u->order) order_note(u, id, &e->weights);
    return id;
}

static void on_slice(void *context, const Event *e, const LogEntry *log, size_t n) {
    Unfold *u = context;
    (void)e;
    prefix_keep_log(&u->prefix, unfold_note(u), log, n);
}

/* The event that a step would be, not on the path; the caller gives its reference back. */
static Event *event_of(Unfold *u, int thread, uint32_t outcome) {
    const Thread *t = u->run->machine->threads[thread];
    Action a = {.thread = thread, .index = t->steps + 1, .outcome = outcome, .op = t->pending};
    return history_event(&u->run->history, &a);
}

static bool is_new(Unfold *u, int thread, uint32_t outcome) {
    Event *e = event_of(u, thread, outcome);
    bool new = !prefix_find(&u->prefix, e->name);
    event_unref(&u->run->history, e);
    return new;
}

/* Wants the other outcomes that a thread's pending operation has here, each after its own causes only: other
 * branches of the path may not go together with it. */
static void want_others(Unfold *u, int thread, uint32_t outcome) {
    History *h = &u->run->history;
    uint32_t outcomes[MAX_OUTCOMES];
    unsigned n = operation_outcomes(u->run->machine, thread, outcomes);
    for (unsigned k = 0; k < n; k++) {
        if (outcomes[k] == outcome) continue;
        Event *e = event_of(u, thread, outcomes[k]);
        if (!prefix_find(&u->prefix, e->name)) {
            size_t top = u->scratch.top;
            PrefixId *last = scratch_take(&u->scratch, (u->prefix.nthreads + 1) * sizeof *last);
            memset(last, 0, u->prefix.nthreads * sizeof *last);
            for (uint32_t v = 0; v < u->prefix.nthreads; v++) {
                uint32_t c = event_strong_clock(h, e, v) - (v == (uint32_t)thread);
                if (c) last[v] = u->path.data[history_own(h, v, c)->position];
            }
            want(u, &(PossibleExtension){.action = &e->action, .name = e->name, .last = last});
            u->scratch.top = top;
        }
        event_unref(h, e);
    }
}

/* Takes a step; what it leads to comes to the prefix. False where it is infeasible. */
static bool step(Unfold *u, int thread, uint32_t outcome) {
    if (operation_chooses(u->run->machine->threads[thread]->pending.kind)) want_others(u, thread, outcome);
    if (!run_step(u->run, thread, outcome)) return false;
    unfold_note(u);
    return true;
}

size_t unfold_list(const Unfold *u, const PrefixId *last, PrefixId *out) {
    const Prefix *p = &u->prefix;
    return p->contextual ? contextual_list(p, last, u->path.data, u->path.len, out)
                         : prefix_list(p, last, out);
}

bool unfold_go_to(Unfold *u, const Target *t) {
    const Machine *m = u->run->machine;
    size_t top = u->scratch.top, n = 0;
    const PrefixId *last = prefix_spread(&u->prefix, t->last, t->nlast);
    PrefixId *list = scratch_take(&u->scratch, prefix_size(&u->prefix, last) * sizeof *list);
    size_t len = unfold_list(u, last, list);
    while (n < len && n < u->path.len && u->path.data[n] == list[n]) n++;
    run_undo(u->run, n);
    u->path.len = n;
    if (u->order) order_refresh(u);
    bool fine = true;
    for (; n < len && fine && !campaign_stop(u->c); n++) {
        const Action *a = prefix_event(&u->prefix, list[n])->action;
        const Thread *thread = m->threads[a->thread];
        fine = thread && thread->status == THREAD_READY && operation_enabled(u->run->machine, a->thread) &&
               step(u, a->thread, a->outcome) && vec_last(&u->path) == list[n];
    }
    u->scratch.top = top;
    if (!fine || campaign_stop(u->c)) return false;
    if (t->choice.thread < 0) return true;
    const Thread *thread = m->threads[t->choice.thread];
    return thread && thread->status == THREAD_READY && operation_enabled(u->run->machine, t->choice.thread) &&
           step(u, t->choice.thread, t->choice.outcome);
}

/* How much a step is wanted: most what is new; less what was covered and may take something new away that
 * depends on it; least, in a contextual unfolding, a load that was covered: it changes nothing for others,
 * and after what they do it may be new. */
enum { NOT_POSSIBLE, WANTED_LAST, WANTED_LESS, WANTED_MORE, WANTED_FIRST };

/* What to do next at the tip of the path. False where whatever could go on would follow a cut-off. */
static bool next_choice(Unfold *u, const int *threads, unsigned n, Choice *best) {
    Machine *m = u->run->machine;
    uint32_t outcomes[MAX_OUTCOMES];
    int wanted = NOT_POSSIBLE;
    for (unsigned k = 0; k < n && wanted < WANTED_FIRST; k++) {
        const Operation *o = &m->threads[threads[k]]->pending;
        unsigned many = run_outcomes(u->run, threads[k], outcomes);
        if (o->kind == OPERATION_BRANCH) many = 1; /* the other side is wanted elsewhere */
        for (unsigned j = 0; j < many; j++) {
            if (run_follows_cutoff(u->run, threads[k], outcomes[j])) continue;
            bool load = u->prefix.contextual && o->kind == OPERATION_LOAD;
            int this = is_new(u, threads[k], outcomes[j]) ? WANTED_FIRST
                       : !operation_reversible(o->kind)   ? WANTED_MORE
                       : load                             ? WANTED_LAST
                                                          : WANTED_LESS;
            if (this <= wanted) continue;
            wanted = this;
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
        /* The solver may not be able to tell which way to go on. */
        if (!step(u, next.thread, next.outcome) && !step(u, next.thread, !next.outcome)) return false;
    }
    if (!campaign_stop(u->c)) campaign_leaf(u->c);
    return true;
}

void unfold_execute_next(Unfold *u, const Target *t, int thread) {
    uint32_t outcomes[MAX_OUTCOMES];
    if (!unfold_go_to(u, t)) return;
    const Thread *next = u->run->machine->threads[thread];
    if (!next || next->status != THREAD_READY || !operation_enabled(u->run->machine, thread)) return;
    unsigned n = run_outcomes(u->run, thread, outcomes);
    for (unsigned k = 0; k < n; k++)
        if (step(u, thread, outcomes[k])) {
            unfold_extend(u);
            return;
        }
}

bool unfold_execute(Unfold *u, const Target *t) {
    if (!unfold_go_to(u, t)) return false;
    unfold_extend(u);
    return true;
}

/* --- the exploration --------------------------------------------------------------------------------- */

void unfold_include(Unfold *u, PrefixId id) {
    double since = time_wall();
    prefix_include(&u->prefix, id);
    u->extending += time_wall() - since;
}

/* How many of the newest targets are looked at for one that promises coverage. */
#define MANY 64

/* The target that comes next in the order that is wanted. */
static Target next_target(Unfold *u) {
    size_t n = u->targets.len - u->first, k = u->targets.len - 1;
    Target *all = u->targets.data;
    if (u->search == SEARCH_BFS) return all[u->first++];
    if (u->search == SEARCH_RANDOM) k = u->first + campaign_random(u->c) % n;
    /* Whoever found them is together in the list. */
    for (size_t tried = 0; u->search == SEARCH_COVERAGE && tried < MANY && tried < n; tried++)
        if (all[u->targets.len - 1 - tried].promising) {
            k = u->targets.len - 1 - tried;
            break;
        }
    Target t = all[k];
    all[k] = vec_pop(&u->targets);
    return t;
}

/* Executes targets until there are none. */
static void execute_targets(Unfold *u) {
    Prefix *p = &u->prefix;
    while (!campaign_stop(u->c)) {
        while (!u->order && u->included + 1 < p->events.len && !campaign_stop(u->c))
            unfold_include(u, ++u->included);
        if (u->first == u->targets.len) break;
        Target t = next_target(u);
        u->covered = machine_branches_covered(u->run->machine);
        if (!t.name || !prefix_find(p, t.name)) unfold_execute(u, &t);
        target_free(&t);
    }
}

static void explore(Campaign *c) {
    Unfold u = {.c = c, .run = c->run, .search = search_order_named(c->options->explore.search)};
    scratch_init(&u.scratch);
    prefix_init(&u.prefix, &u.scratch);
    u.prefix.contextual = c->run->history.contextual;
    u.prefix.context = &u;
    u.prefix.found = on_found;
    u.prefix.met = unfold_met;
    u.prefix.stopped = is_stopped;
    c->slice = on_slice;
    c->slice_context = &u;
    if (c->known) u.order = order_new(&u);
    unfold_extend(&u);
    do {
        if (u.order) order_explore(&u);
        execute_targets(&u);
    } while (!campaign_stop(c) && (unfold_meet_unordered(&u) || !unfold_meet_ends(&u)));
    if (!campaign_stop(c) && c->options->run.check_leak)
        campaign_incomplete(c, "every event was covered; leaks were looked for only as far as runs met them");
    CampaignStats *s = &c->result->stats;
    s->prefix_events = u.prefix.events.len - 1;
    s->prefix_bytes = prefix_bytes(&u.prefix);
    s->extension_seconds = u.extending;
    c->slice = NULL;
    for (size_t k = u.first; k < u.targets.len; k++) target_free(&u.targets.data[k]);
    vec_free(&u.targets);
    vec_free(&u.path);
    order_free(&u);
    hash_set_free(&u.wanted);
    hash_set_free(&u.paired);
    prefix_free(&u.prefix);
    scratch_free(&u.scratch);
}

const Strategy unfold_strategy = {
    .name = "unfold",
    .help = "every event of the unfolding in some run, and every deadlock",
    .explore = explore,
    .uses_cutoffs = true,
    .search_orders = true,
    .exhaustive = true,
    .events_only = true,
};

const Strategy contextual_strategy = {
    .name = "contextual",
    .help = "the same on the contextual unfolding, where loads take nothing: fewer events and runs",
    .explore = explore,
    .exhaustive = true,
    .events_only = true,
    .contextual = true,
    .search_orders = true,
};
