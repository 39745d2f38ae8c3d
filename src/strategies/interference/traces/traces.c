/*
 * traces.c — branches by the interferences that they need, from all orders of events: what
 * interference.c seeks scenario by scenario, told by an exploration that meets every event with
 * what it comes after. It explores by turns with the search for scenarios, and the first that ends
 * decides: the search where there are many orders and few of them matter, this one where a lock
 * leaves few orders of what could be combined in many ways.
 *
 * A finding is told with as few interferences as any order has: the first exploration only notes
 * how many that are, a second one tells.
 */
#include "strategies/interference/interference.h"
#include "strategies/interference/run_interferences.h"
#include "strategies/interference/traces/degrees.h"
#include "strategies/interference/traces/shared_words.h"
#include <stdlib.h>

/* A finding that was met, and the least number of interferences with which it was. */
typedef struct Met {
    uint64_t key;
    size_t least;
} Met;

/* The code of a function of the program itself. */
typedef struct OwnCode {
    size_t from, to; /* of Machine.cover */
} OwnCode;

typedef struct Traces {
    Campaign *c;
    Degrees degrees;
    SharedWords shared;
    VEC(OwnCode) own;
    VEC(Met) met;
    uint8_t *cover;  /* as Machine.cover */
    uint32_t *least; /* by place of it: 1 + interferences; 0: not covered */
    bool tells;      /* findings */
} Traces;

/* Leaves the program to the search for scenarios. */
static void give_up(Traces *t, const char *why) {
    campaign_incomplete(t->c, why);
    campaign_halt(t->c, why);
}

/* --- coverage --------------------------------------------------------------------------------- */

static void note_cover(Traces *t, size_t at, uint32_t degree) {
    uint8_t *now = &t->c->run->machine->cover[at];
    bool side = *now & 1;
    /* What counts is the side of a branch, where there is one. */
    if (!t->least[at] || (side && !(t->cover[at] & 1)) ||
        (side >= (t->cover[at] & 1) && degree + 1 < t->least[at]))
        t->least[at] = degree + 1;
    t->cover[at] |= *now;
    *now = 0;
}

/* What the newest step covered. */
static void cover_step(Traces *t, uint32_t degree) {
    const uint8_t *cover = t->c->run->machine->cover;
    for (size_t k = 0; k < t->own.len; k++) {
        size_t at = t->own.data[k].from, to = t->own.data[k].to;
        for (; at < to; at++) {
            uint64_t eight;
            if (to - at >= sizeof eight) {
                memcpy(&eight, cover + at, sizeof eight);
                if (!eight) {
                    at += sizeof eight - 1;
                    continue;
                }
            }
            if (cover[at]) note_cover(t, at, degree);
        }
    }
}

static void traces_stepped(void *context, Run *r) {
    Traces *t = context;
    if (r->looks_ahead) return;
    const Operation *o = &vec_last(&r->history.path)->action.op;
    if (o->kind == OPERATION_SECTION)
        give_up(t, "accesses within atomic sections are no events here");
    /* How many pieces a call has depends on what of the kernel's memory is visible, and that is
     * more here than by races alone. */
    if (o->kind == OPERATION_KERNEL) give_up(t, "pieces of system calls are not counted here");
    cover_step(t, degrees_step(&t->degrees, r));
}

/* --- the shared memory ------------------------------------------------------------------------ */

static void traces_on_slice(void *context, const Event *e, const LogEntry *log, size_t n) {
    Traces *t = context;
    const Machine *m = t->c->run->machine;
    for (size_t k = 0; k < n; k++) {
        uint8_t reads = log[k].vague && log[k].reads ? 255 : log[k].reads,
                writes = log[k].vague && log[k].writes ? 255 : log[k].writes;
        for (uint64_t w = log[k].word; w < log[k].word + MAX(log[k].words, 1); w++) {
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
    const Machine *m = t->c->run->machine;
    for (uint32_t k = 0; k < m->nslots && !f->interferences; k++)
        if (m->threads[k] && !strcmp(m->slot_names[k], f->thread))
            run_interferences(t->c->run, (int)k, f);
}

static bool traces_decline(void *context, const Finding *f) {
    Traces *t = context;
    char *text = finding_key(f);
    uint64_t key = hash_string(text);
    free(text);
    size_t k = 0;
    while (k < t->met.len && t->met.data[k].key != key) k++;
    if (t->tells) return k < t->met.len && f->ninterferences > t->met.data[k].least;
    if (k == t->met.len) {
        Met new = {key, f->ninterferences};
        vec_push(&t->met, new);
    }
    t->met.data[k].least = MIN(t->met.data[k].least, f->ninterferences);
    return true;
}

/* --- the exploration -------------------------------------------------------------------------- */

static void traces_find_own(Traces *t) {
    const Program *p = t->c->shared->program;
    for (uint32_t k = 0; k < p->nfunctions; k++) {
        const Function *f = &p->functions[k];
        OwnCode code = {2 * (size_t)f->first_insn, 2 * (size_t)(f->first_insn + f->code_len)};
        if (f->library) continue;
        if (t->own.len && vec_last(&t->own).to == code.from)
            vec_last(&t->own).to = code.to;
        else
            vec_push(&t->own, code);
    }
}

/* Counts the sides of branches by the interferences that they need, as far as the bound allows, and
 * tells what was explored if that is all. */
static void traces_end(Traces *t, bool all) {
    Campaign *c = t->c;
    const InterferenceSettings *s = &c->shared->options->explore.interference;
    InterferenceStats *stats = &c->result->interference;
    bool beyond = false;
    for (size_t k = 0; k < t->own.len; k++)
        for (size_t at = t->own.data[k].from; at < t->own.data[k].to; at++) {
            if (!t->least[at]) continue;
            uint32_t degree = t->least[at] - 1;
            if (degree > s->bound) {
                beyond |= t->cover[at] & 1;
                t->cover[at] = 0;
                continue;
            }
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
    traces_find_own(&t);
    memset(m->cover, 0, bytes);
    c->stepped = traces_stepped;
    c->slice = traces_on_slice;
    c->slice_context = c->describe_context = &t;
    c->describe = traces_describe;
    c->declines = traces_decline;
    dpor_strategy.explore(c);
    t.tells = true;
    if (t.met.len && !campaign_stop(c)) dpor_strategy.explore(c);
    traces_end(&t, !campaign_stop(c));
    for (size_t k = 0; k < bytes; k++) m->cover[k] |= t.cover[k];
    c->stepped = NULL;
    c->slice = NULL;
    c->describe = NULL;
    c->declines = NULL;
    degrees_free(&t.degrees);
    shared_words_free(&t.shared);
    vec_free(&t.own);
    vec_free(&t.met);
    free(t.cover);
    free(t.least);
}

const Strategy interference_traces_strategy = {
    .name = "interference-by-traces",
    .help = "what interference covers, by all orders of events",
    .explore = traces_explore,
    .all_written = true,
    .takes_bound = true,
    .apart = true, /* scenarios make barriers ordered that are not in any order of events */
};
