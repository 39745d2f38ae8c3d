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
 * is a property of a whole configuration, and is found as far as runs meet it: the verdict says so.
 *
 * `contextual` does the same on the contextual unfolding (event/contextual.h), which has fewer events.
 */
#include "event/contextual.h"
#include "base/hash_set.h"
#include "explore/internal.h"
#include <stdlib.h>

/* A configuration to be executed, and the event that is wanted after it. */
typedef struct Target {
    PrefixId *last; /* by thread; nlast of them */
    uint32_t nlast;
    uint64_t name; /* 0: none, the configuration itself is wanted */
    Choice choice;
} Target;

typedef struct Unfold {
    Campaign *c;
    Run *run;
    Prefix prefix;
    Scratch scratch;
    VEC(PrefixId) path; /* the numbers of the events of the path */
    VEC(Target) targets;
    HashSet wanted;    /* names of events that are or were targets */
    HashSet paired;    /* pairs of events whose accesses were looked at together */
    PrefixId extended; /* events up to this one were looked at for extensions */
} Unfold;

static void target_free(Target *t) { free(t->last); }

static void add_target(Unfold *u, const PrefixId *last, uint64_t name, Choice choice) {
    Target t = {.nlast = u->prefix.nthreads, .name = name, .choice = choice};
    t.last = xcalloc(t.nlast + 1, sizeof *t.last);
    memcpy(t.last, last, t.nlast * sizeof *last);
    vec_push(&u->targets, t);
}

static void on_found(void *context, const PossibleExtension *x) {
    Unfold *u = context;
    if (prefix_find(&u->prefix, x->name) || !hash_set_add(&u->wanted, x->name)) return;
    add_target(u, x->last, x->name, (Choice){x->action->thread, x->action->outcome});
}

static bool is_stopped(void *context) {
    const Unfold *u = context;
    return watch_over(u->c->watch);
}

/* --- runs -------------------------------------------------------------------------------------------- */

/* The newest event of the path is part of the prefix now. */
static void note_event(Unfold *u) {
    const History *h = &u->run->history;
    const Event *e = vec_last(&h->path);
    PrefixId id = prefix_find(&u->prefix, e->name);
    if (!id) id = prefix_add(&u->prefix, h, e, u->path.data, u->run->machine->threads[e->action.thread]);
    u->path.len = h->path.len - 1;
    vec_push(&u->path, id);
}

static void on_slice(void *context, const Event *e, const LogEntry *log, size_t n) {
    Unfold *u = context;
    (void)e;
    note_event(u);
    prefix_keep_log(&u->prefix, vec_last(&u->path), log, n);
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
        if (!prefix_find(&u->prefix, e->name) && hash_set_add(&u->wanted, e->name)) {
            size_t top = u->scratch.top;
            PrefixId *last = scratch_take(&u->scratch, (u->prefix.nthreads + 1) * sizeof *last);
            memset(last, 0, u->prefix.nthreads * sizeof *last);
            for (uint32_t v = 0; v < u->prefix.nthreads; v++) {
                uint32_t c = event_strong_clock(h, e, v) - (v == (uint32_t)thread);
                if (c) last[v] = u->path.data[history_own(h, v, c)->position];
            }
            add_target(u, last, e->name, (Choice){thread, outcomes[k]});
            u->scratch.top = top;
        }
        event_unref(h, e);
    }
}

/* Takes a step; what it leads to comes to the prefix. False where it is infeasible. */
static bool step(Unfold *u, int thread, uint32_t outcome) {
    size_t length = u->run->history.path.len;
    if (operation_chooses(u->run->machine->threads[thread]->pending.kind)) want_others(u, thread, outcome);
    if (!run_step(u->run, thread, outcome)) return false;
    if (u->path.len == length) note_event(u);
    return true;
}

/* Goes to the configuration of a target and executes what is wanted there. False where that cannot be. */
static bool go_to(Unfold *u, const Target *t) {
    const Machine *m = u->run->machine;
    size_t top = u->scratch.top, n = 0;
    PrefixId *last = scratch_take(&u->scratch, u->prefix.nthreads * sizeof *last);
    memset(last, 0, u->prefix.nthreads * sizeof *last);
    memcpy(last, t->last, t->nlast * sizeof *last);
    PrefixId *list = scratch_take(&u->scratch, prefix_size(&u->prefix, last) * sizeof *list);
    size_t len = u->prefix.contextual ? contextual_list(&u->prefix, last, u->path.data, u->path.len, list)
                                      : prefix_list(&u->prefix, last, list);
    while (n < len && n < u->path.len && u->path.data[n] == list[n]) n++;
    run_undo(u->run, n);
    u->path.len = n;
    bool fine = true;
    for (; n < len && fine && !campaign_stop(u->c); n++) {
        const Action *a = &prefix_event(&u->prefix, list[n])->action;
        const Thread *thread = m->threads[a->thread];
        fine = thread && thread->status == THREAD_READY && operation_enabled(u->run->machine, a->thread) &&
               step(u, a->thread, a->outcome) && vec_last(&u->path) == list[n];
    }
    u->scratch.top = top;
    if (!fine || campaign_stop(u->c)) return false;
    if (!t->name) return true;
    const Thread *thread = m->threads[t->choice.thread];
    return thread && thread->status == THREAD_READY && operation_enabled(u->run->machine, t->choice.thread) &&
           step(u, t->choice.thread, t->choice.outcome);
}

/* How much a step is wanted: most what is new; less what was covered and may take something new away that
 * depends on it; least, in a contextual unfolding, a load that was covered: it changes nothing for others,
 * and after what they do it may be new. */
enum { WANTED_LAST, WANTED_LESS, WANTED_MORE, WANTED_FIRST };

/* What to do next at the tip of the path. */
static Choice next_choice(Unfold *u, const int *threads, unsigned n) {
    Machine *m = u->run->machine;
    uint32_t outcomes[MAX_OUTCOMES];
    Choice best = {threads[0], 0};
    int wanted = -1;
    for (unsigned k = 0; k < n && wanted < WANTED_FIRST; k++) {
        const Operation *o = &m->threads[threads[k]]->pending;
        unsigned many = operation_outcomes(m, threads[k], outcomes);
        if (o->kind == OPERATION_BRANCH) {
            /* The side that the model satisfies needs no query. */
            outcomes[0] = expr_eval(m->pool, o->condition, m->model) != 0;
            many = 1;
        }
        for (unsigned j = 0; j < many; j++) {
            bool load = u->prefix.contextual && o->kind == OPERATION_LOAD;
            int this = is_new(u, threads[k], outcomes[j]) ? WANTED_FIRST
                       : !operation_reversible(o->kind)   ? WANTED_MORE
                       : load                             ? WANTED_LAST
                                                          : WANTED_LESS;
            if (this <= wanted) continue;
            wanted = this;
            best = (Choice){threads[k], outcomes[j]};
        }
    }
    return best;
}

/* Runs on to a maximal configuration. False where the solver cannot tell which way to go on. */
static bool extend(Unfold *u) {
    int threads[MAX_THREADS];
    for (unsigned n; !campaign_stop(u->c) && (n = run_enabled(u->run, threads));) {
        Choice next = next_choice(u, threads, n);
        if (!step(u, next.thread, next.outcome) && !step(u, next.thread, !next.outcome)) return false;
    }
    return true;
}

/* --- races of events that no run has together ---------------------------------------------------------- */

/* Whether what was touched after two events may race. `ordered`: the older event is a cause of the newer, and
 * so what is part of the older event itself comes before all that is touched after the newer. */
static bool logs_conflict(const PrefixEvent *older, const PrefixEvent *newer, bool ordered) {
    for (uint32_t i = 0; i < older->nlog; i++)
        for (uint32_t j = 0; j < newer->nlog && !(ordered && older->log[i].section); j++) {
            const LogEntry *x = &older->log[i], *y = &newer->log[j];
            if (x->word + x->words <= y->word || y->word + y->words <= x->word) continue;
            bool wide = x->words > 1 || y->words > 1 || x->vague || y->vague;
            if (wide ? x->writes || y->writes : x->writes & (y->writes | y->reads) || y->writes & x->reads)
                return true;
        }
    return false;
}

/* Wants a run of two events, the older one first, if their threads' accesses after them are unordered and may
 * race. */
static void pair(Unfold *u, PrefixId older, PrefixId newer) {
    Prefix *p = &u->prefix;
    const PrefixEvent *x = prefix_event(p, older), *e = prefix_event(p, newer);
    uint32_t t = (uint32_t)x->action.thread;
    if (x->action.thread == e->action.thread) return;
    PrefixId cause = t < e->nlast ? e->last[t] : 0;
    /* Ordered if a later event of the older one's thread is a cause. */
    if (cause && prefix_event(p, cause)->action.index > x->action.index) return;
    bool ordered = cause == older || (p->contextual && contextual_before(p, older, newer));
    bool reversed = p->contextual && cause != older && contextual_before(p, newer, older);
    if (reversed ? !logs_conflict(e, x, true) : !logs_conflict(x, e, ordered)) return;
    if (!hash_set_add(&u->paired, hash_combine(e->name, x->name) | 1)) return;
    size_t top = u->scratch.top;
    PrefixId *last = scratch_take(&u->scratch, p->nthreads * sizeof *last);
    memset(last, 0, p->nthreads * sizeof *last);
    memcpy(last, e->last, e->nlast * sizeof *last);
    if (prefix_join(p, last, older) && last[t] == older && last[e->action.thread] == newer)
        add_target(u, last, 0, (Choice){0});
    u->scratch.top = top;
}

/* Words that were touched after an event. */
typedef struct Touch {
    uint64_t word, end;
    PrefixId id;
    bool write;
} Touch;
typedef VEC(Touch) Touches;

static int compare_touches(const void *a, const void *b) {
    const Touch *x = a, *y = b;
    if (x->word != y->word) return x->word < y->word ? -1 : 1;
    return x->id < y->id ? -1 : x->id > y->id;
}

/* The first touch in a list that begins at a word or after. */
static size_t first_from(const Touches *list, uint64_t word) {
    size_t low = 0, high = list->len;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (list->data[middle].word < word)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* All pairs of events of different threads after which a word was touched, not only for reading. Of two
 * ranges that meet, one begins within the other. */
static void pair_accesses(Unfold *u) {
    Prefix *p = &u->prefix;
    /* By thread: all touches, then those that write. */
    Touches *of = xcalloc(2 * p->nthreads + 1, sizeof *of), *writes = of + p->nthreads;
    for (PrefixId id = 1; id < p->events.len; id++) {
        const PrefixEvent *e = prefix_event(p, id);
        for (uint32_t k = 0; k < e->nlog; k++) {
            const LogEntry *l = &e->log[k];
            Touch x = {l->word, l->word + l->words, id, l->writes != 0};
            vec_push(&of[e->action.thread], x);
            if (x.write) vec_push(&writes[e->action.thread], x);
        }
    }
    for (uint32_t t = 0; t < 2 * p->nthreads; t++)
        if (of[t].len) qsort(of[t].data, of[t].len, sizeof *of[t].data, compare_touches);
    for (uint32_t t = 0; t < p->nthreads; t++)
        for (size_t k = 0; k < of[t].len && !campaign_stop(u->c); k++) {
            const Touch *x = &of[t].data[k];
            for (uint32_t v = 0; v < p->nthreads; v++) {
                const Touches *list = x->write ? &of[v] : &writes[v];
                if (v == t || !list->len) continue;
                for (size_t j = first_from(list, x->word); j < list->len && list->data[j].word < x->end; j++)
                    pair(u, MIN(x->id, list->data[j].id), MAX(x->id, list->data[j].id));
            }
        }
    for (uint32_t t = 0; t < 2 * p->nthreads; t++) vec_free(&of[t]);
    free(of);
}

/* --- races of visible accesses, where the order of a run is not that of strong causes ------------------- */

static bool is_told(void *context, uint32_t loc, uint32_t other) {
    const Unfold *u = context;
    return campaign_told_race(u->c, loc, other) || campaign_stop(u->c);
}

static bool want_pair(void *context, PrefixId first, PrefixId second) {
    Unfold *u = context;
    Prefix *p = &u->prefix;
    const PrefixEvent *e = prefix_event(p, second);
    uint64_t both = hash_combine(prefix_event(p, first)->name, e->name);
    if (!hash_set_add(&u->paired, hash_mix(both) | 1)) return true;
    size_t top = u->scratch.top;
    PrefixId *last = scratch_take(&u->scratch, p->nthreads * sizeof *last);
    memset(last, 0, p->nthreads * sizeof *last);
    memcpy(last, e->last, e->nlast * sizeof *last);
    bool fits = prefix_join(p, last, first);
    if (fits) add_target(u, last, 0, (Choice){0});
    u->scratch.top = top;
    return !fits; /* if they do not race, the next ones are asked for later */
}

/* --- the exploration --------------------------------------------------------------------------------- */

static void explore(Campaign *c) {
    Unfold u = {.c = c, .run = c->run};
    scratch_init(&u.scratch);
    prefix_init(&u.prefix, &u.scratch);
    u.prefix.contextual = c->run->history.contextual;
    u.prefix.context = &u;
    u.prefix.found = on_found;
    u.prefix.stopped = is_stopped;
    c->slice = on_slice;
    c->slice_context = &u;
    bool fine = true;
    for (;;) {
        if (fine && extend(&u) && !campaign_stop(c)) campaign_leaf(c);
        if (campaign_stop(c)) break;
        while (u.extended + 1 < u.prefix.events.len && !campaign_stop(c))
            prefix_extend(&u.prefix, ++u.extended);
        if (!u.targets.len) {
            pair_accesses(&u);
            if (u.prefix.contextual && u.run->visible_races)
                contextual_unordered(&u.prefix, &(ContextualPairs){&u, is_told, want_pair});
            if (!u.targets.len) break;
        }
        Target t = vec_pop(&u.targets);
        fine = t.name && prefix_find(&u.prefix, t.name) ? false : go_to(&u, &t);
        target_free(&t);
    }
    if (!campaign_stop(c))
        campaign_incomplete(
            c, "every event was covered; deadlocks and leaks were looked for only as far as runs met them");
    c->slice = NULL;
    for (size_t k = 0; k < u.targets.len; k++) target_free(&u.targets.data[k]);
    vec_free(&u.targets);
    vec_free(&u.path);
    hash_set_free(&u.wanted);
    hash_set_free(&u.paired);
    prefix_free(&u.prefix);
    scratch_free(&u.scratch);
}

const Strategy unfold_strategy = {
    .name = "unfold",
    .help = "every event of the unfolding in some run; deadlocks only as far as runs meet them",
    .explore = explore,
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
};
