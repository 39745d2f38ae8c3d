/* direction.c — see direction.h. */
#include "impact/direction.h"
#include "impact/flow.h"
#include <stdlib.h>

/* Steps that a way through a call counts, one through an address of a function (a thread's, say),
 * and one through a call of an unknown function. */
#define STEPS_OF_CALL 2
#define STEPS_OF_ADDRESS 10
#define STEPS_OF_UNKNOWN 30
/* Close to a change is what is this number of instructions before or behind it in its function. */
#define CLOSE_STEPS 32
/* A function whose call changed counts as close as a whole up to this size. */
#define CLOSE_FUNCTION 256
/* Sweeps over the whole code: each takes ways back over one more loop or call. */
#define MOST_SWEEPS 100

/* One computation. Instructions are numbered as in match.h. */
typedef struct Directing {
    const Program *p;
    Direction *d;
    uint32_t *start; /* numbers of instructions of one function after the other, without slots */
    uint32_t *first; /* per function: its first one in `start`; one more than there are functions */
    uint8_t *seeds;  /* per instruction: where something changed */
    uint32_t *steps; /* per instruction: from the nearest change in the function, or to it */
    uint32_t unknown;             /* the least distance of a function whose address is taken */
    VEC(const Function *) tables; /* those whose addresses are in the program's data */
    /* Of the function at hand: the source functions that its changes come from. */
    VEC(const char *) sources;
} Directing;

static uint32_t plus(uint32_t distance, uint32_t steps) {
    return distance == DIRECTION_FAR ? distance : distance + steps;
}

static void direction_list(Directing *g) {
    const Program *p = g->p;
    uint32_t n = 0;
    g->start = xcalloc(p->ninsns + 1, sizeof *g->start);
    g->first = xcalloc(p->nfunctions + 1, sizeof *g->first);
    for (uint32_t k = 0; k < p->nfunctions; k++) {
        const Function *f = &p->functions[k];
        g->first[k] = n;
        for (uint32_t i = 0; i < f->code_len; i = flow_next(f, i)) g->start[n++] = i;
    }
    g->first[p->nfunctions] = n;
}

/* --- where something changed ------------------------------------------------------------------ */

/* The function of the source that an instruction comes from, which may be inlined. */
static const char *source_of(const Program *p, const Function *f, uint32_t k) {
    return f->loc ? p->locs[f->loc[k]].function : "";
}

/* Whether the source of instruction k is that of the one at `at`, or, `widely`, what that is
 * inlined into. Others may be inlined beside it. */
static bool is_around(const Program *p, const Function *f, uint32_t at, uint32_t k, bool widely) {
    const char *source = source_of(p, f, k);
    for (uint32_t l = f->loc && widely ? f->loc[at] : 0; l; l = p->locs[l].inlined_at)
        if (!strcmp(p->locs[l].function, source)) return true;
    return !strcmp(source_of(p, f, at), source);
}

/* Marks the counterpart of an instruction k of OLD. False if it has none, or is not around `at`. */
static bool seed_counterpart(Directing *g, const Match *m, const Function *f, uint32_t at,
                             uint32_t k, bool widely) {
    uint32_t new = m->to_new[f->first_insn + k];
    if (new == MATCH_NONE || !is_around(m->old, f, at, k, widely)) return false;
    g->seeds[new] = 1;
    return true;
}

/* Marks the counterparts of what stands before and behind a place of OLD. */
static bool seed_around(Directing *g, const Match *m, const Function *f, uint32_t at, bool widely) {
    uint32_t k = at;
    bool any = false;
    while (k < f->code_len && !seed_counterpart(g, m, f, at, k, widely)) k++;
    any = k < f->code_len;
    for (k = at + 1; k-- > 0;)
        if (seed_counterpart(g, m, f, at, k, widely)) return true;
    return any;
}

/* Whether an instruction has an address within the global. */
static bool names_global(const Insn *i, const Global *x) {
    unsigned op = insn_op(i);
    bool has = op == OP_MOVI || (op >= OP_LOAD8 && op <= OP_LOAD64) ||
               (op >= OP_STORE8 && op <= OP_STORE64);
    return has && i->imm >= x->address && i->imm < x->address + MAX(x->size, 1);
}

static void seed_readers(Directing *g, const Global *x) {
    for (uint32_t n = 0; n < g->p->nfunctions; n++) {
        const Function *f = &g->p->functions[n];
        for (uint32_t q = g->first[n]; !f->library && q < g->first[n + 1]; q++)
            if (names_global(&f->code[g->start[q]], x)) g->seeds[f->first_insn + g->start[q]] = 1;
    }
}

/* Returns whether anything changed in the program's own code and data. */
static bool find_seeds(Directing *g, const Match *m) {
    const Program *p = g->p;
    bool any = false;
    g->seeds = xcalloc(p->ninsns + 1, 1);
    for (uint32_t n = 0; n < m->old->nfunctions; n++) {
        const Function *f = &m->old->functions[n];
        for (uint32_t k = 0; !f->library && k < f->code_len; k = flow_next(f, k))
            if (m->old_change[f->first_insn + k] && !seed_around(g, m, f, k, false))
                seed_around(g, m, f, k, true);
    }
    for (uint32_t k = 0; k < p->nglobals; k++)
        if (m->new_global[k] && !p->globals[k].library) seed_readers(g, &p->globals[k]);
    for (uint32_t n = 0; n < p->nfunctions; n++) {
        const Function *f = &p->functions[n];
        for (uint32_t q = g->first[n]; q < g->first[n + 1]; q++) {
            uint8_t *seed = &g->seeds[f->first_insn + g->start[q]];
            *seed = !f->library && (*seed || m->new_change[f->first_insn + g->start[q]]);
            any |= *seed;
        }
    }
    return any;
}

/* --- what is close ---------------------------------------------------------------------------- */

static void approach(uint32_t *steps, uint32_t by, bool *again) {
    if (by >= CLOSE_STEPS || by + 1 >= *steps) return;
    *steps = by + 1;
    *again = true;
}

/* Spreads the steps over an edge of control: against it, or with it. */
static void spread_edge(uint32_t *steps, uint32_t from, uint32_t to, bool back, bool *again) {
    if (back)
        approach(&steps[from], steps[to], again);
    else
        approach(&steps[to], steps[from], again);
}

static void spread_insn(const Directing *g, const Function *f, uint32_t k, bool back, bool *again) {
    const Insn *i = &f->code[k];
    uint32_t *steps = g->steps + f->first_insn, next = flow_next(f, k);
    if (op_flags[insn_op(i)] & F_BRANCH) spread_edge(steps, k, flow_target(f, k), back, again);
    if (!flow_ends(i) && next < f->code_len) spread_edge(steps, k, next, back, again);
    if (insn_op(i) != OP_SWITCH) return;
    const SwitchTable *t = &g->p->switches[i->imm];
    for (uint32_t n = 0; n < t->len; n++) spread_edge(steps, k, t->target[n], back, again);
    spread_edge(steps, k, t->otherwise, back, again);
}

static bool has_source(const Directing *g, const char *source) {
    for (size_t k = 0; k < g->sources.len; k++)
        if (!strcmp(g->sources.data[k], source)) return true;
    return false;
}

static void mark_places(Directing *g, const Function *f, uint32_t q) {
    uint32_t loc = f->loc ? f->loc[g->start[q]] : 0;
    if (loc) g->d->close[loc] = 1;
}

static void mark_whole(Directing *g, uint32_t n) {
    const Function *f = &g->p->functions[n];
    if (f->library || f->code_len > CLOSE_FUNCTION) return;
    for (uint32_t q = g->first[n]; q < g->first[n + 1]; q++) mark_places(g, f, q);
}

/* Marks what is close to the changes in one function, before them or behind them. */
static void mark_close(Directing *g, uint32_t n, bool back) {
    const Function *f = &g->p->functions[n];
    uint32_t first = g->first[n], end = g->first[n + 1];
    for (uint32_t q = first; q < end; q++) {
        uint32_t number = f->first_insn + g->start[q];
        g->steps[number] = g->seeds[number] ? 0 : UINT32_MAX;
        const char *source = source_of(g->p, f, g->start[q]);
        if (g->seeds[number] && !has_source(g, source)) vec_push(&g->sources, source);
    }
    for (bool again = true; again;) {
        again = false;
        for (uint32_t q = first; q < end; q++)
            spread_insn(g, f, g->start[back ? first + end - 1 - q : q], back, &again);
    }
    for (uint32_t q = first; q < end; q++) {
        if (g->steps[f->first_insn + g->start[q]] == UINT32_MAX) continue;
        const Insn *i = &f->code[g->start[q]];
        /* What is inlined beside it is close no more than what is called there. */
        if (has_source(g, source_of(g->p, f, g->start[q]))) mark_places(g, f, q);
        /* Other calls may be of anything, which would make it all close. */
        if (insn_op(i) == OP_CALL && g->seeds[f->first_insn + g->start[q]])
            mark_whole(g, (uint32_t)i->imm);
    }
}

static void find_close(Directing *g) {
    g->d->close = xcalloc(g->p->nlocs + 1, 1);
    g->steps = xcalloc(g->p->ninsns + 1, sizeof *g->steps);
    for (uint32_t n = 0; n < g->p->nfunctions; n++) {
        const Function *f = &g->p->functions[n];
        bool any = false;
        for (uint32_t q = g->first[n]; q < g->first[n + 1] && !any; q++)
            any = g->seeds[f->first_insn + g->start[q]];
        if (!any) continue;
        g->sources.len = 0;
        mark_close(g, n, false);
        mark_close(g, n, true);
    }
}

/* --- distances -------------------------------------------------------------------------------- */

static uint32_t distance_of_entry(const Directing *g, const Function *f) {
    return f->code_len ? g->d->distance[f->first_insn] : DIRECTION_FAR;
}

/* The distance by what the instruction leads to beside the next one. */
static uint32_t distance_beside(Directing *g, const Function *f, uint32_t k) {
    const Insn *i = &f->code[k];
    const uint32_t *own = g->d->distance + f->first_insn;
    unsigned op = insn_op(i);
    if (op_flags[op] & F_BRANCH) return plus(own[flow_target(f, k)], 1);
    if (op == OP_CALL) return plus(distance_of_entry(g, &g->p->functions[i->imm]), STEPS_OF_CALL);
    if (op == OP_CALLI) return plus(g->unknown, STEPS_OF_UNKNOWN);
    if (op == OP_MOVI) {
        const Function *named = program_function_at(g->p, i->imm);
        uint32_t there = named ? distance_of_entry(g, named) : DIRECTION_FAR;
        g->unknown = MIN(g->unknown, there);
        return plus(there, STEPS_OF_ADDRESS);
    }
    if (op != OP_SWITCH) return DIRECTION_FAR;
    const SwitchTable *t = &g->p->switches[i->imm];
    uint32_t least = own[t->otherwise];
    for (uint32_t n = 0; n < t->len; n++) least = MIN(least, own[t->target[n]]);
    return plus(least, 1);
}

static bool sweep_function(Directing *g, uint32_t n) {
    const Function *f = &g->p->functions[n];
    uint32_t *own = g->d->distance + f->first_insn;
    bool any = false;
    for (uint32_t q = g->first[n + 1]; q-- > g->first[n];) {
        uint32_t k = g->start[q], next = flow_next(f, k), least = distance_beside(g, f, k);
        if (!flow_ends(&f->code[k]) && next < f->code_len) least = MIN(least, plus(own[next], 1));
        if (least >= own[k]) continue;
        own[k] = least;
        any = true;
    }
    return any;
}

/* The addresses of functions in tables of the program's data count for calls of unknown ones. */
static void find_tables(Directing *g) {
    for (uint64_t at = 0; at + 8 <= g->p->image_size; at += 8) {
        uint64_t word;
        memcpy(&word, g->p->image + at, sizeof word);
        const Function *f = word ? program_function_at(g->p, word) : NULL;
        if (f) vec_push(&g->tables, f);
    }
}

static void look_at_tables(Directing *g) {
    for (size_t k = 0; k < g->tables.len; k++)
        g->unknown = MIN(g->unknown, distance_of_entry(g, g->tables.data[k]));
}

static void find_distances(Directing *g) {
    const Program *p = g->p;
    g->d->distance = xcalloc(p->ninsns + 1, sizeof *g->d->distance);
    for (uint32_t k = 0; k < p->ninsns; k++) g->d->distance[k] = g->seeds[k] ? 0 : DIRECTION_FAR;
    g->unknown = DIRECTION_FAR;
    find_tables(g);
    bool again = true;
    for (unsigned sweeps = 0; again && sweeps < MOST_SWEEPS; sweeps++) {
        uint32_t unknown = g->unknown;
        again = false;
        look_at_tables(g);
        for (uint32_t n = p->nfunctions; n-- > 0;) again |= sweep_function(g, n);
        again |= g->unknown != unknown;
    }
}

Direction *direction_of(const Match *m) {
    Directing g = {.p = m->new, .d = xcalloc(1, sizeof *g.d)};
    direction_list(&g);
    bool any = m->any && find_seeds(&g, m);
    if (any) {
        find_close(&g);
        find_distances(&g);
    } else {
        free(g.d);
        g.d = NULL;
    }
    free(g.start);
    free(g.first);
    free(g.seeds);
    free(g.steps);
    vec_free(&g.sources);
    vec_free(&g.tables);
    return g.d;
}

void direction_free(Direction *d) {
    if (!d) return;
    free(d->distance);
    free(d->close);
    free(d);
}

bool direction_of_sides(const Direction *d, const Function *f, const Insn *branch,
                        uint32_t sides[2]) {
    uint32_t k = (uint32_t)(branch - f->code), next = flow_next(f, k);
    unsigned flags = op_flags[insn_op(branch)];
    if (!(flags & F_BRANCH) || flags & F_END) return false;
    sides[0] = next < f->code_len ? d->distance[f->first_insn + next] : DIRECTION_FAR;
    sides[1] = d->distance[f->first_insn + flow_target(f, k)];
    return true;
}
