/*
 * same_finding.c — see same_finding.h. Two places with one text are distinguished by the conditions
 * under which control reaches them: the comparisons that decide it, with their constants, and the
 * sides that lead there.
 */
#include "cli/diff/same_finding.h"
#include "impact/control.h"
#include <stdlib.h>

#define CONDITIONS 4 /* the number of nested conditions that are examined */
#define OPERANDS 4   /* the depth to which the operands of a condition are examined */
#define CALLS 3      /* the depth to which functions that fail are examined */

typedef VEC(uint64_t) Hashes;

/* A place in one version at which a finding may be: an instruction there, or another one that could
 * report the same. */
typedef struct Site {
    const Function *function;
    uint32_t insn; /* index in `function` */
    bool here;
    uint64_t conditions; /* under which control reaches it */
    SourcePlace place;   /* its strings belong to the program */
} Site;
typedef VEC(Site) Sites;

/* --- conditions ------------------------------------------------------------------------------- */

/* Hashes the computation of a value: instructions with their constants, parameters by number. */
static uint64_t value_hash(const Flow *w, uint32_t value, unsigned depth) {
    uint32_t k = value < w->first_phi ? w->value_insn[value] : FLOW_NONE;
    if (k == FLOW_NONE || !depth) return value < w->first_phi ? value : 0;
    const Insn *i = &w->function->code[k];
    unsigned op = insn_op(i);
    if (op_flags[op] & F_LIST) return hash_combine(op, i->b);
    uint64_t h = hash_combine(op, op_flags[op] & F_I ? 0 : i->imm);
    for (uint32_t q = w->use_at[k]; q < w->use_at[k + 1]; q++)
        h = hash_combine(h, value_hash(w, w->use[q], depth - 1));
    return h;
}

/* Hashes the condition that `value` is `number`, in the same way for a branch and a switch. */
static uint64_t equality(uint64_t value, uint64_t number) {
    return hash_combine(hash_combine(value, 1), number);
}

static uint64_t switch_edge(const Program *p, const Flow *w, uint32_t block, uint32_t to,
                            uint64_t value) {
    const Function *f = w->function;
    const SwitchTable *s = &p->switches[f->code[w->blocks[block].last].imm];
    uint64_t h = 0;
    for (uint32_t k = 0; k < s->len; k++)
        if (w->block_of[s->target[k]] == to) h += equality(value, s->value[k]);
    return h ? h : hash_combine(value, 2);
}

/* Hashes the condition that control goes from the block along its edge. */
static uint64_t edge_hash(const Program *p, const Flow *w, ControlParent c) {
    const FlowBlock *b = &w->blocks[c.of];
    const Insn *last = &w->function->code[b->last];
    unsigned op = insn_op(last);
    uint32_t to = w->edges[b->successors + c.edge];
    const uint32_t *use = w->use + w->use_at[b->last];
    uint64_t value =
        w->use_at[b->last] < w->use_at[b->last + 1] ? value_hash(w, use[0], OPERANDS) : 0;
    if (op == OP_SWITCH) return switch_edge(p, w, c.of, to, value);
    bool taken = op_flags[op] & F_BRANCH && w->block_of[flow_target(w->function, b->last)] == to;
    uint64_t number = (uint32_t)last->imm;
    if ((op == OP_BEQI && taken) || (op == OP_BNEI && !taken)) return equality(value, number);
    if (op == OP_BEQI || op == OP_BNEI) return hash_combine(equality(value, number), 3);
    if (op == OP_BRZ) taken = !taken;
    uint64_t h = hash_combine(op == OP_BRZ ? OP_BR : op, taken);
    if (op != OP_BR && op != OP_BRZ) h = hash_combine(h, number);
    for (uint32_t q = w->use_at[b->last]; q < w->use_at[b->last + 1]; q++)
        h = hash_combine(h, value_hash(w, w->use[q], OPERANDS));
    return h;
}

static uint64_t conditions_of(const Program *p, const Flow *w, const Control *c, uint32_t block,
                              unsigned depth) {
    uint64_t h = 1;
    for (uint32_t k = c->at[block]; depth && k < c->at[block + 1]; k++)
        h += hash_combine(
            edge_hash(p, w, c->parent[k]),
            c->parent[k].of == block ? 0 : conditions_of(p, w, c, c->parent[k].of, depth - 1));
    return hash_mix(h);
}

/* --- sites ------------------------------------------------------------------------------------ */

static bool is_at(const Loc *l, const SourcePlace *place) {
    return l->line == place->line && l->column == place->column && place->file && place->function &&
           !strcmp(l->file, place->file) && !strcmp(l->function, place->function);
}

/* Returns where the instruction is in the source function of the place; NULL: it is not in that
 * function. */
static const Loc *loc_in_function(const Program *p, const Function *f, uint32_t k,
                                  const SourcePlace *place) {
    for (uint32_t loc = f->loc[k]; loc; loc = p->locs[loc].inlined_at)
        if (place->function && !strcmp(p->locs[loc].function, place->function))
            return &p->locs[loc];
    return NULL;
}

/* Whether a finding may be about the instruction. Numbers are made anywhere in a function. If there
 * is a call, the instructions after it belong to it. */
static bool can_fail(const Insn *i, bool calls_only) {
    unsigned op = insn_op(i);
    return calls_only ? op_flags[op] & F_LIST : op != OP_MOV && op != OP_MOVI;
}

static bool has_call(const Program *p, const Function *f, const SourcePlace *place) {
    for (uint32_t k = 0; k < f->code_len; k = flow_next(f, k)) {
        const Loc *l =
            op_flags[insn_op(&f->code[k])] & F_LIST ? loc_in_function(p, f, k, place) : NULL;
        if (l && is_at(l, place)) return true;
    }
    return false;
}

/* The functions that fail whenever they are called, as far as that was examined. */
typedef struct Failing {
    const Program *p;
    bool *fails, *asked; /* by function */
} Failing;

/* Examines the functions that `f` calls, and the functions that they call, up to this depth. */
static void ask_called(Failing *x, const Function *f, unsigned depth) {
    for (uint32_t k = 0; depth && k < f->code_len; k = flow_next(f, k)) {
        if (f->code[k].op != OP_CALL) continue;
        uint32_t n = (uint32_t)f->code[k].imm;
        const Function *g = &x->p->functions[n];
        if (x->asked[n] || !g->code) continue;
        x->asked[n] = true;
        ask_called(x, g, depth - 1);
        Flow *w = flow_of(x->p, g);
        bool *failing = xcalloc(w->nblocks + 1, sizeof *failing);
        if (w->nblocks) control_failing(w, x->fails, failing);
        x->fails[n] = failing[0];
        free(failing);
        flow_free(w);
    }
}

/* Returns a hash of a call's first argument if that is a constant string; 0: it is not. */
static uint64_t text_given(const Program *p, const Flow *w, uint32_t k) {
    uint64_t address;
    if (w->use_at[k] == w->use_at[k + 1] || !flow_constant(w, w->use[w->use_at[k]], &address))
        return 0;
    const Global *g = program_global_at(p, address);
    if (!g || !g->readonly || address - g->address >= g->size) return 0;
    const char *text = (const char *)p->image + (address - GLOBALS_BASE);
    return memchr(text, 0, g->size - (address - g->address)) ? hash_string(text) : 0;
}

/* Hashes the effect of an instruction, without its operands. All calls that fail with one text
 * could be reported alike. */
static uint64_t failing_insn_hash(const Failing *known, const Flow *w, uint32_t k) {
    const Insn *i = &w->function->code[k];
    unsigned op = insn_op(i);
    if (op != OP_CALL) return hash_combine(op, op_flags[op] & F_LIST ? i->b : 0);
    if (known->fails[i->imm]) return hash_combine(op, text_given(known->p, w, k));
    return hash_combine(op, hash_string(known->p->functions[i->imm].name));
}

/* Whether an instruction of the function is at the place; *calls: the finding can only be about
 * calls there. */
static bool function_has_place(const Program *p, const Function *f, const SourcePlace *place,
                               bool *calls) {
    *calls = has_call(p, f, place);
    for (uint32_t k = 0; k < f->code_len; k = flow_next(f, k)) {
        const Loc *l = can_fail(&f->code[k], *calls) ? loc_in_function(p, f, k, place) : NULL;
        if (l && is_at(l, place)) return true;
    }
    return false;
}

/* Adds the instructions of a function at the place, and all others of the same kinds. */
static void add_sites(Sites *out, const Failing *known, const Function *f, const SourcePlace *place,
                      bool calls) {
    const Program *p = known->p;
    Hashes kinds = {0};
    Flow *w = flow_of(p, f);
    bool *failing = xcalloc(w->nblocks + 1, sizeof *failing);
    control_failing(w, known->fails, failing);
    Control *c = control_of(w, NULL, failing);
    for (uint32_t k = 0; k < f->code_len; k = flow_next(f, k)) {
        const Loc *l = can_fail(&f->code[k], calls) ? loc_in_function(p, f, k, place) : NULL;
        if (l && is_at(l, place)) vec_push(&kinds, failing_insn_hash(known, w, k));
    }
    for (uint32_t k = 0; k < f->code_len; k = flow_next(f, k)) {
        const Loc *l = can_fail(&f->code[k], calls) ? loc_in_function(p, f, k, place) : NULL;
        bool alike = false;
        for (size_t q = 0; l && q < kinds.len; q++)
            alike |= kinds.data[q] == failing_insn_hash(known, w, k);
        if (!alike || !w->blocks[w->block_of[k]].reached) continue;
        Site s = {f,
                  k,
                  is_at(l, place),
                  conditions_of(p, w, c, w->block_of[k], CONDITIONS),
                  {(char *)l->file, (char *)l->function, l->line, l->column}};
        vec_push(out, s);
    }
    control_free(c);
    free(failing);
    flow_free(w);
    vec_free(&kinds);
}

/* Returns the instructions at the place, and all others of the same kinds in its function. */
static Sites sites_of(const Program *p, const SourcePlace *place) {
    Sites out = {0};
    Failing known = {p, xcalloc(p->nfunctions + 1, sizeof(bool)),
                     xcalloc(p->nfunctions + 1, sizeof(bool))};
    for (uint32_t n = 0; n < p->nfunctions; n++) {
        const Function *f = &p->functions[n];
        bool calls;
        if (f->library || !function_has_place(p, f, place, &calls)) continue;
        ask_called(&known, f, CALLS);
        add_sites(&out, &known, f, place, calls);
    }
    free(known.fails);
    free(known.asked);
    return out;
}

/* Whether a site of `y` has the conditions of one of `x`; `here` and `there`: at the place or
 * elsewhere. */
static bool sites_agree(const Sites *x, bool here, const Sites *y, bool there) {
    for (size_t k = 0; k < x->len; k++)
        for (size_t n = 0; n < y->len; n++)
            if (x->data[k].here == here && y->data[n].here == there &&
                x->data[k].conditions == y->data[n].conditions)
                return true;
    return false;
}

static bool one_place(const Sites *x) {
    for (size_t k = 0; k < x->len; k++)
        if (!x->data[k].here) return false;
    return x->len > 0;
}

/* Whether instructions at both places are counterparts. */
static bool aligned(const Match *m, const Sites *old, const Sites *new) {
    for (size_t k = 0; k < old->len; k++) {
        const Site *x = &old->data[k];
        uint32_t to = x->here ? m->to_new[x->function->first_insn + x->insn] : MATCH_NONE;
        for (size_t n = 0; to != MATCH_NONE && n < new->len; n++)
            if (new->data[n].here &&new->data[n].function->first_insn + new->data[n].insn == to)
                return true;
    }
    return false;
}

static bool places_correspond(const Match *m, const SourcePlace *a, const SourcePlace *b) {
    Sites old = sites_of(m->old, a), new = sites_of(m->new, b);
    bool same;
    if (!old.len || !new.len || (one_place(&old) && one_place(&new)))
        same = true; /* no other instruction in the functions could report the same */
    else
        /* If other sites have the same conditions, their neighbours must decide. */
        same = sites_agree(&old, true, &new, true) &&
               (!(sites_agree(&old, false, &new, true) || sites_agree(&old, true, &new, false)) ||
                aligned(m, &old, &new));
    vec_free(&old);
    vec_free(&new);
    return same;
}

/* --- findings --------------------------------------------------------------------------------- */

bool same_finding(const Match *m, const Finding *old, const Finding *new) {
    char *x = finding_key_across(old), *y = finding_key_across(new);
    bool same = !strcmp(x, y);
    free(x);
    free(y);
    if (!same) return false;
    /* The text of a deadlock says where threads wait; no single place does. */
    if (!strcmp(new->kind, "deadlock") || !new->place.line || !old->place.line) return true;
    if (!new->has_other || !old->has_other) return places_correspond(m, &old->place, &new->place);
    return (places_correspond(m, &old->place, &new->place) &&
            places_correspond(m, &old->other_place, &new->other_place)) ||
           (places_correspond(m, &old->place, &new->other_place) &&
            places_correspond(m, &old->other_place, &new->place));
}

char *stored_finding_key(const Finding *f) {
    char *across = finding_key_across(f), *place = finding_key(f),
         *key = xasprintf("%s|%s", across, place);
    free(across);
    free(place);
    return key;
}
