/*
 * traces.c — branches by the interferences that they need, from all orders of events: what
 * interference.c seeks scenario by scenario, told by an exploration that meets every event with
 * what it comes after. It explores by turns with the search for scenarios, and the first that ends
 * decides: the search where there are many orders and few of them matter, this one where a lock
 * leaves few orders of what could be combined in many ways.
 *
 * A finding other than a race is told with as few interferences as any order has: the exploration
 * only notes how many that are, and in which order; those orders are executed again in the end.
 */
#include "explore/own_cover.h"
#include "strategies/interference/interference.h"
#include "strategies/interference/run_interferences.h"
#include "strategies/interference/traces/degrees.h"
#include "strategies/interference/traces/shared_words.h"
#include <stdlib.h>

/* A finding that was met, the least number of interferences with which it was, and the order of
 * events of the first run with so few. */
typedef struct Met {
    uint64_t key;
    size_t least;
    ChoiceList order;
} Met;

typedef struct Traces {
    Campaign *c;
    Degrees degrees;
    SharedWords shared;
    OwnCover own;
    VEC(Met) met;
    uint8_t *cover;  /* as Machine.cover */
    uint32_t *least; /* by place of it: 1 + interferences; 0: not covered */
    uint32_t newest; /* how many interferences the newest event needs */
    bool tells;      /* findings */
    bool left_out;   /* something that needs more interferences than the bound */
} Traces;

/* Where there are more runs, what needs more interferences than the bound is left out; where there
 * are fewer, what can be covered at all is told. */
#define USUAL_RUNS_BEYOND 2000

/* Larger stretches of memory, filled or copied at once, are not kept word by word. */
#define MOST_WORDS_AT_ONCE 65536

/* Leaves the program to the search for scenarios. */
static void give_up(Traces *t, const char *why) {
    campaign_incomplete(t->c, why);
    campaign_halt(t->c, why);
}

/* --- coverage --------------------------------------------------------------------------------- */

static void note_cover(Traces *t, size_t at, uint8_t marks, uint32_t degree) {
    bool side = marks & 1;
    /* What counts is the side of a branch, where there is one. */
    if (!t->least[at] || (side && !(t->cover[at] & 1)) ||
        (side >= (t->cover[at] & 1) && degree + 1 < t->least[at]))
        t->least[at] = degree + 1;
    t->cover[at] |= marks;
}

/* Takes the marks of the newest step away, and notes them if it counts. */
static void cover_step(Traces *t, bool counts, uint32_t degree) {
    uint8_t *cover = t->c->run->machine->cover;
    for (size_t k = 0; k < t->own.len; k++) {
        ByteRange r = t->own.data[k];
        for (size_t at = r.start; (at = own_cover_next(cover, NULL, at, r.end)) < r.end; at++) {
            if (counts) note_cover(t, at, cover[at], degree);
            cover[at] = 0;
        }
    }
}

static void traces_stepped(void *context, Run *r) {
    Traces *t = context;
    if (r->looks_ahead) { /* it is taken back */
        cover_step(t, false, 0);
        return;
    }
    const Operation *o = &vec_last(&r->history.path)->action.op;
    if (o->kind == OPERATION_SECTION)
        give_up(t, "accesses within atomic sections are no events here");
    /* How many pieces a call has depends on what of the kernel's memory is visible, and that is
     * more here than by races alone. */
    if (o->kind == OPERATION_KERNEL) give_up(t, "pieces of system calls are not counted here");
    t->newest = degrees_step(&t->degrees, r);
    cover_step(t, true, t->newest);
}

/* --- the shared memory ------------------------------------------------------------------------ */

static void traces_on_slice(void *context, const Event *e, const LogEntry *log, size_t n) {
    Traces *t = context;
    const Machine *m = t->c->run->machine;
    for (size_t k = 0; k < n; k++) {
        uint8_t reads = log[k].vague && log[k].reads ? 255 : log[k].reads,
                writes = log[k].vague && log[k].writes ? 255 : log[k].writes;
        if (log[k].words > MOST_WORDS_AT_ONCE) give_up(t, "too much memory is touched at once");
        for (uint64_t w = log[k].word; w < log[k].word + MAX(log[k].words, 1) && !t->c->halt; w++) {
            if (machine_is_quiet(m, w << 3)) continue;
            unsigned bytes =
                shared_words_add(&t->shared, w, (WordUse){e->action.thread, reads, writes});
            if (!bytes) continue;
            uint64_t low = (uint64_t)__builtin_ctz(bytes),
                     high = 32 - (uint64_t)__builtin_clz(bytes);
            campaign_show(t->c, (w << 3) + low, (w << 3) + high);
        }
    }
}

/* --- findings --------------------------------------------------------------------------------- */

static void traces_describe(void *context, Finding *f) {
    const Traces *t = context;
    run_interferences(t->c->run, f);
}

/* The events of the run, and the one that it is carrying out. */
static void keep_order(Met *m, const Run *r) {
    m->order.len = 0;
    run_choices(r, &m->order);
    if (r->stepping) vec_push(&m->order, ((Choice){r->current.thread, r->current.outcome}));
}

/* Races are told at once: each is only described where it is met first. */
static bool traces_decline(void *context, const Finding *f) {
    Traces *t = context;
    if (!strcmp(f->kind, "race")) return false;
    char *text = finding_key(f);
    uint64_t key = hash_string(text);
    free(text);
    size_t k = 0;
    while (k < t->met.len && t->met.data[k].key != key) k++;
    if (t->tells) return k < t->met.len && f->ninterferences > t->met.data[k].least;
    if (k == t->met.len) {
        Met new = {.key = key, .least = SIZE_MAX};
        vec_push(&t->met, new);
    }
    Met *m = &t->met.data[k];
    if (f->ninterferences < m->least) keep_order(m, t->c->run);
    m->least = MIN(m->least, f->ninterferences);
    return true;
}

/* Executes the orders that were noted, to tell what they meet. */
static void tell_findings(Traces *t) {
    Run *r = t->c->run;
    int enabled[MAX_THREADS];
    t->tells = true;
    for (size_t k = 0; k < t->met.len && !campaign_stop(t->c); k++) {
        const ChoiceList *order = &t->met.data[k].order;
        size_t reached = run_go_to(r, order->data, order->len);
        if (campaign_stop(t->c)) return;
        if (reached < order->len && !r->machine->stop_now)
            give_up(t, "the order of events of a finding was not met again");
        else if (r->machine->stop_now || !run_enabled(r, enabled))
            campaign_leaf(t->c);
    }
}

/* --- states ----------------------------------------------------------------------------------- */

static Fingerprint traces_state(void *context, const Event *e) {
    Traces *t = context;
    return degrees_state(&t->degrees, t->c->run, e);
}

/* Whether the event needs more interferences than the bound: so does what follows. */
static bool traces_are_beyond(void *context, const Event *e) {
    Traces *t = context;
    const InterferenceSettings *s = &t->c->shared->options->explore.interference;
    uint64_t few = s->runs_beyond ? s->runs_beyond : USUAL_RUNS_BEYOND;
    (void)e;
    if (t->tells || t->c->result->stats.traces < few || t->newest <= s->bound) return false;
    t->left_out = true;
    return true;
}

/* --- the exploration -------------------------------------------------------------------------- */

/* Leaves out what needs more interferences than the bound. If `all` orders were explored, counts
 * the sides of branches by the interferences that they need, and tells that; before, they may need
 * fewer. */
static void traces_end(Traces *t, bool all) {
    Campaign *c = t->c;
    const InterferenceSettings *s = &c->shared->options->explore.interference;
    InterferenceStats *stats = &c->result->interference;
    bool beyond = t->left_out;
    for (size_t k = 0; k < t->own.len; k++)
        for (size_t at = t->own.data[k].start; at < t->own.data[k].end; at++) {
            if (!t->least[at]) continue;
            uint32_t degree = t->least[at] - 1;
            if (degree > s->bound) {
                beyond |= t->cover[at] & 1;
                t->cover[at] = 0;
                continue;
            }
            if (!all) continue;
            c->result->degrees[at] = (uint8_t)MIN(degree + 1, 255);
            if (!(t->cover[at] & 1)) continue;
            interference_level(stats, degree)->covered++;
            stats->covered++;
        }
    bool full =
        stats->covered >= 2ull * c->shared->program->nbranches && c->shared->program->nbranches;
    if (all) interference_tell_end(c, full, beyond);
}

static void traces_explore(Campaign *c) {
    Traces t = {.c = c};
    size_t bytes = 2 * (size_t)c->shared->program->ninsns;
    Machine *m = c->run->machine;
    t.cover = xcalloc(1, bytes + 2);
    t.least = xcalloc(bytes + 2, sizeof *t.least);
    free(c->result->degrees);
    c->result->degrees = xcalloc(1, bytes + 2);
    free(c->result->interference.level);
    c->result->interference = (InterferenceStats){0};
    own_cover_find(c->shared->program, &t.own);
    memset(m->cover, 0, bytes);
    c->stepped = traces_stepped;
    c->slice = traces_on_slice;
    c->slice_context = c->describe_context = &t;
    c->describe = traces_describe;
    c->declines = traces_decline;
    Cutoffs *cutoffs = c->run->cutoffs;
    const Strategy *all = cutoffs ? &por_strategy : &dpor_strategy;
    if (cutoffs)
        cutoffs_supplement(cutoffs, &(CutoffSupplement){&t, traces_state, traces_are_beyond});
    all->explore(c);
    tell_findings(&t);
    if (cutoffs) cutoffs_supplement(cutoffs, NULL);
    traces_end(&t, !campaign_stop(c));
    for (size_t k = 0; k < bytes; k++) m->cover[k] |= t.cover[k];
    c->stepped = NULL;
    c->slice = NULL;
    c->describe = NULL;
    c->declines = NULL;
    degrees_free(&t.degrees);
    shared_words_free(&t.shared);
    vec_free(&t.own);
    for (size_t k = 0; k < t.met.len; k++) vec_free(&t.met.data[k].order);
    vec_free(&t.met);
    free(t.cover);
    free(t.least);
}

const Strategy interference_traces_strategy = {
    .name = "interference-by-traces",
    .help = "what interference covers, by all orders of events",
    .explore = traces_explore,
    .uses_cutoffs = true,
    .all_written = true,
    .takes_bound = true,
    .watches_steps = true,
};
