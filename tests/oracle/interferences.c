/*
 * interferences.c — what con2colic testing covers, against brute force: of every interleaving, how many
 * interferences the events have that each step comes after (by program order, creation, joins, loads that
 * read what another thread wrote, and pieces of system calls that work on what another thread changed). A
 * side of a branch needs as many as the best of the steps that it was executed in.
 */
#include "strategies/interference/scenario/forest.h"
#include "run/run.h"
#include "oracle.h"
#include "replay/shorten.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_EVENTS 256
#define MOST_THREADS 8
#define MOST_BOUND 3
#define WAYS 4 /* from how many threads an event may take something */
#define WORDS (MOST_EVENTS * WAYS / 64)

/* What an event comes after. */
typedef struct Past {
    uint32_t clock[MOST_THREADS]; /* by program order, creation and joins */
    uint64_t interfered[WORDS];   /* of an event WAYS bits, one for each that it takes something from */
} Past;

typedef struct Brute {
    uint64_t pass;
    Past past[MOST_EVENTS];
    uint8_t *least; /* by side of a branch, 1 + interferences; 0: not covered */
    size_t nsides;
    VEC(size_t) own;          /* sides in the program's own code */
    bool undone[MOST_EVENTS]; /* part of an atomic section whose assumption failed */
    bool too_large;
} Brute;

static void unite(Past *to, const Past *from) {
    for (unsigned k = 0; k < MOST_THREADS; k++) to->clock[k] = MAX(to->clock[k], from->clock[k]);
    for (unsigned k = 0; k < WORDS; k++) to->interfered[k] |= from->interfered[k];
}

/* What an event takes something from, which orders no accesses of others. */
static void comes_after(Past *to, const Past *from) {
    for (unsigned k = 0; k < WORDS; k++) to->interfered[k] |= from->interfered[k];
}

/* The newest event of a thread before a position that `starts`, or any. */
static int find_event(const EventList *path, size_t before, int thread) {
    for (size_t k = before; k-- > 0;)
        if (path->data[k]->action.thread == thread) return (int)k;
    return -1;
}

static bool writes(const Operation *o, uint64_t address) {
    return (o->kind == OPERATION_STORE || o->kind == OPERATION_RMW || o->kind == OPERATION_FREE) &&
           address - o->object < operation_extent(o);
}

/* The end of the atomic section that an event is part of, or the event. */
static size_t section_end(const EventList *path, size_t at, size_t limit) {
    int thread = path->data[at]->action.thread;
    for (size_t k = at + 1; k < limit; k++) {
        const Action *x = &path->data[k]->action;
        if (x->thread != thread || !operation_is_part(&x->op)) break;
        at = k;
    }
    return at;
}

/* Whether the newest step ended with a failed assumption in an atomic section: then it changed nothing. */
static void note_undone(Brute *b, const EventList *path, const Thread *t) {
    size_t at = path->len - 1;
    bool undone = thread_undid_section(t);
    b->undone[at] = undone;
    for (size_t k = at; undone && k > 0 && operation_is_part(&path->data[k]->action.op); k--)
        b->undone[k - 1] = true;
}

/* The stores of other threads that the load at `at` reads from: unites their pasts. An atomic section is read
 * from as a whole. */
static void read_from(Brute *b, const EventList *path, size_t at, Past *p) {
    const Action *a = &path->data[at]->action;
    size_t seen[WAYS], n = 0; /* stores */
    for (uint64_t x = a->op.object; x < a->op.object + a->op.size; x++)
        for (size_t w = at; w-- > 0;) {
            const Action *y = &path->data[w]->action;
            if (!writes(&y->op, x) || b->undone[w]) continue;
            if (y->thread != a->thread && p->clock[y->thread] < y->index) {
                size_t end = section_end(path, w, at), bit = at * WAYS;
                comes_after(p, &b->past[end]);
                for (size_t k = 0; k < n && seen[k] != w; k++) bit++;
                if (bit == at * WAYS + n) {
                    b->too_large |= n == WAYS;
                    if (b->too_large) return;
                    seen[n++] = w;
                }
                p->interfered[bit / 64] |= 1ull << bit % 64;
            }
            break;
        }
}

/* Where the thread that has a mutex took it; -1: nobody has it. */
static int taken_at(const EventList *path, size_t before, uint64_t mutex) {
    int at = -1;
    uint64_t own;
    for (size_t k = 0; k < before; k++) {
        const Action *x = &path->data[k]->action;
        if (!operation_mutex(&x->op, &own) || own != mutex) continue;
        unsigned change = operation_hold_change(x).change;
        if (change == HOLD_BEGINS && at < 0) at = (int)k;
        if (change == HOLD_ENDS) at = -1;
    }
    return at;
}

/* What uses an object with a state comes after all that did before; who is refused a mutex, after who has
 * it. */
static void use_after(Brute *b, const EventList *path, size_t at, Past *p) {
    const Operation *o = &path->data[at]->action.op;
    int user = -1;
    if (forest_is_stateful(o)) {
        for (size_t k = 0; k < at; k++) {
            const Operation *x = &path->data[k]->action.op;
            if (forest_is_stateful(x) && x->object == o->object) user = (int)k;
        }
    } else
        user = taken_at(path, at, o->object);
    if (user >= 0) comes_after(p, &b->past[user]);
}

/* The newest piece of a system call that changed an object; -1: none. */
static int changed_at(const EventList *path, size_t before, uint64_t object) {
    for (size_t k = before; k-- > 0;) {
        const Operation *o = &path->data[k]->action.op;
        for (uint32_t j = 0; o->kind == OPERATION_KERNEL && j < o->call->n; j++)
            if (o->call->item[j].object == object && o->call->item[j].writes) return (int)k;
    }
    return -1;
}

/* A piece of a system call comes after those that changed its objects last; each of another thread that is
 * not before it anyway is an interference. */
static void work_after(Brute *b, const EventList *path, size_t at, Past *p) {
    const Action *a = &path->data[at]->action;
    int seen[WAYS];
    unsigned n = 0;
    Past before = *p;
    for (uint32_t k = 0; k < a->op.call->n; k++) {
        int last = changed_at(path, at, a->op.call->item[k].object);
        if (last < 0 || path->data[last]->action.thread == a->thread) continue;
        comes_after(p, &b->past[section_end(path, (size_t)last, at)]);
        const Action *x = &path->data[last]->action;
        bool known = before.clock[x->thread] >= x->index;
        for (unsigned j = 0; j < n; j++) known |= seen[j] == last;
        if (known) continue;
        if (n == WAYS) {
            b->too_large = true;
            return;
        }
        size_t bit = at * WAYS + n;
        p->interfered[bit / 64] |= 1ull << bit % 64;
        seen[n++] = last;
    }
}

static void stepped(void *context, uint64_t pass, Run *r, int thread) {
    Brute *b = context;
    const EventList *path = &r->history.path;
    Machine *m = r->machine;
    if (pass != b->pass) memset(b->least, 0, b->nsides);
    b->pass = pass;
    if (path->len > MOST_EVENTS || m->nslots > MOST_THREADS) {
        b->too_large = true;
        return;
    }
    size_t at = path->len - 1;
    const Action *a = &path->data[at]->action;
    Past p = {0};
    note_undone(b, path, m->threads[thread]);
    int own = find_event(path, at, thread);
    if (own >= 0) unite(&p, &b->past[own]);
    if (a->op.kind == OPERATION_START)
        for (size_t k = 0; k < at; k++)
            if (path->data[k]->action.op.kind == OPERATION_CREATE &&
                path->data[k]->action.op.target == thread)
                unite(&p, &b->past[k]);
    if (a->op.kind == OPERATION_JOIN) unite(&p, &b->past[find_event(path, at, a->op.target)]);
    if (forest_is_stateful(&a->op) || forest_is_refused(a)) use_after(b, path, at, &p);
    if (a->op.kind == OPERATION_KERNEL) work_after(b, path, at, &p);
    if (a->op.kind == OPERATION_LOAD || a->op.kind == OPERATION_RMW) read_from(b, path, at, &p);
    p.clock[thread] = a->index;
    b->past[at] = p;
    unsigned degree = 0;
    for (unsigned k = 0; k < WORDS; k++) degree += (unsigned)__builtin_popcountll(p.interfered[k]);
    for (size_t n = 0; n < b->own.len; n++) {
        size_t k = b->own.data[n];
        if (m->cover[k] & 1 && (!b->least[k] || b->least[k] > degree + 1))
            b->least[k] = (uint8_t)(degree + 1);
        m->cover[k] = 0;
    }
}

/* How all orders are explored. */
typedef struct Orders {
    bool cutoffs, leaves_out; /* what is beyond the bound, from the second run on */
} Orders;

static CampaignResult *run(const Program *p, const Place *place, const char *strategy, unsigned bound,
                           const CampaignResult *visible, Brute *brute, Orders orders) {
    static const char *const argv[] = {"program", NULL}, *const environment[] = {NULL};
    CampaignOptions options = {.confirm = campaign_confirm,
                               .explore.strategy = strategy,
                               .interleave = INTERLEAVE_MEMORY,
                               .explore.search = "dfs",
                               .explore.jobs = 1,
                               .explore.max_time = 600,
                               .explore.max_traces =
                                   brute || !strcmp(strategy, "interference-by-traces") ? place->most : 0,
                               .explore.max_memory = 4096,
                               .explore.interference = {.bound = bound,
                                                        .cores = true,
                                                        .no_duplicates = true,
                                                        .priority = true,
                                                        .runs_beyond = orders.leaves_out},
                               .explore.cutoffs = orders.cutoffs,
                               .argc = 1,
                               .argv = argv,
                               .environment = environment,
                               .stdin_path = place->input,
                               .system = place->system};
    if (visible) {
        options.visible = visible->visible;
        options.nvisible = visible->nvisible;
    }
    if (brute) {
        options.stepped = stepped;
        options.divides_sections = true;
        options.final_context = brute;
    }
    return campaign_run(p, &options, NULL);
}

/* The function of the program's own code that a side of a branch is in; or NULL. */
static const Function *own_function(const Program *p, size_t side) {
    for (uint32_t k = 0; k < p->nfunctions; k++) {
        const Function *f = &p->functions[k];
        if (side / 2 >= f->first_insn && side / 2 < f->first_insn + f->code_len) return f->library ? NULL : f;
    }
    return NULL;
}

/* What con2colic testing with this bound covers. NULL, or what is wrong. */
static char *run_bounded(const Oracle *o, const Program *p, unsigned bound, CampaignResult **result,
                         bool *too_large) {
    CampaignResult *r = *result = run(p, &o->place, "interference", bound, NULL, NULL, (Orders){0});
    *too_large |= strcmp(r->halt_reason, "finished") != 0;
    if (r->internal_error) return xstrdup(r->internal_error);
    return r->interference.diverged ? xstrdup("a scenario did not happen as it was solved") : NULL;
}

/* A side is covered by just those runs whose bound suffices. */
static char *compare_side(const Program *p, const Brute *b, CampaignResult *const *all, size_t side) {
    for (unsigned k = 0; k <= MOST_BOUND; k++) {
        bool covered = all[k]->cover[side] & 1, possible = b->least[side] && b->least[side] <= k + 1u;
        if (covered == possible) continue;
        const Function *f = own_function(p, side);
        const Loc *at = &p->locs[f->loc[side / 2 - f->first_insn]];
        return xasprintf("side %zu of the branch in line %u, which takes %d interferences, is %scovered with "
                         "a bound of %u",
                         side % 2, at->line, b->least[side] - 1, covered ? "" : "not ", k);
    }
    return NULL;
}

/* All orders of events tell the same numbers, unless there are atomic sections. NULL, or what is wrong. */
static char *check_traces(const Oracle *o, const Program *p, const Brute *b, unsigned bound, Orders how) {
    char *text = NULL;
    CampaignResult *r = run(p, &o->place, "interference-by-traces", bound, NULL, NULL, how);
    if (r->internal_error) text = xstrdup(r->internal_error);
    bool ended = !strcmp(r->halt_reason, "finished") && !r->nincomplete;
    for (size_t n = 0; n < b->own.len && ended && !text; n++) {
        size_t side = b->own.data[n];
        unsigned got = r->cover[side] & 1 ? r->degrees[side] : 0, least = b->least[side];
        if (least > bound + 1) least = 0;
        if (got == least) continue;
        const Function *f = own_function(p, side);
        text =
            xasprintf("side %zu of the branch in line %u takes %d interferences, not %d as all orders tell "
                      "(%s cut-offs, bound %u)",
                      side % 2, p->locs[f->loc[side / 2 - f->first_insn]].line, (int)least - 1, (int)got - 1,
                      how.cutoffs ? "with" : "no", bound);
    }
    campaign_result_free(r);
    return text;
}

/* Cut-offs change no number, on programs that are too large for brute force, too. NULL, or what is wrong. */
static char *check_cutoffs(const Oracle *o, const Program *p, const Brute *b, bool *too_large) {
    char *text = NULL;
    CampaignResult *all = run(p, &o->place, "interference-by-traces", MOST_BOUND, NULL, NULL, (Orders){0}),
                   *cut = run(p, &o->place, "interference-by-traces", MOST_BOUND, NULL, NULL,
                              (Orders){.cutoffs = true});
    *too_large = strcmp(all->halt_reason, "finished") || all->nincomplete;
    if (!*too_large && strcmp(cut->halt_reason, "finished"))
        text = xasprintf("with cut-offs all orders have no end: %s", cut->halt_reason);
    for (size_t n = 0; n < b->own.len && !*too_large && !text; n++) {
        size_t side = b->own.data[n];
        unsigned with = cut->cover[side] & 1 ? cut->degrees[side] : 0,
                 without = all->cover[side] & 1 ? all->degrees[side] : 0;
        if (with == without) continue;
        const Function *f = own_function(p, side);
        text =
            xasprintf("side %zu of the branch in line %u takes %d interferences, %d with cut-offs", side % 2,
                      p->locs[f->loc[side / 2 - f->first_insn]].line, (int)without - 1, (int)with - 1);
    }
    if (!*too_large && !text && all->nfindings != cut->nfindings)
        text = xasprintf("%zu findings of all orders, %zu with cut-offs", all->nfindings, cut->nfindings);
    campaign_result_free(all);
    campaign_result_free(cut);
    return text;
}

char *check_interferences(Oracle *o, const Program *p) {
    CampaignResult *all[MOST_BOUND + 1] = {0};
    Brute b = {.nsides = 2 * (size_t)p->ninsns};
    b.least = xcalloc(1, b.nsides + 1);
    for (size_t side = 0; side < b.nsides; side++)
        if (own_function(p, side)) vec_push(&b.own, side);
    /* Brute force comes as soon as it is known what is shared: a program that is too large for it needs no
     * other runs. */
    char *text = run_bounded(o, p, MOST_BOUND, &all[MOST_BOUND], &b.too_large);
    CampaignResult *brute =
        text || b.too_large ? NULL : run(p, &o->place, "dfs", 0, all[MOST_BOUND], &b, (Orders){0});
    if (brute) b.too_large |= strcmp(brute->halt_reason, "finished") != 0;
    for (unsigned k = 0; k < MOST_BOUND && !text && !b.too_large; k++)
        text = run_bounded(o, p, k, &all[k], &b.too_large);
    bool compared = brute && !text && !b.too_large;
    if (compared && brute->nvisible != all[MOST_BOUND]->nvisible)
        text = xstrdup("brute force finds more of the memory to be shared");
    for (size_t n = 0; compared && n < b.own.len && !text; n++)
        text = compare_side(p, &b, all, b.own.data[n]);
    if (compared && !text) text = check_traces(o, p, &b, MOST_BOUND, (Orders){.cutoffs = false});
    if (compared && !text) text = check_traces(o, p, &b, MOST_BOUND, (Orders){.cutoffs = true});
    for (unsigned k = 0; k <= MOST_BOUND && compared && !text; k++)
        text = check_traces(o, p, &b, k, (Orders){.cutoffs = true, .leaves_out = true});
    bool cut = false;
    if (!text) text = check_cutoffs(o, p, &b, &cut);
    compared |= !cut;
    o->skipped += !text && !compared;
    o->programs += text || compared;
    for (unsigned k = 0; k <= MOST_BOUND; k++)
        if (all[k]) campaign_result_free(all[k]);
    if (brute) campaign_result_free(brute);
    vec_free(&b.own);
    free(b.least);
    return text;
}
