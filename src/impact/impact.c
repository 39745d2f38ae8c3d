/* impact.c — see impact.h. */
#include "impact/impact.h"
#include "impact/dependence.h"
#include "impact/flow.h"
#include <stdlib.h>

/* Returns marks of the changes in one version: changed instructions, and readers of globals whose
 * initial value changed. */
static uint8_t *changes_in(const Program *p, const uint8_t *change, const bool *global,
                           const Dependence *d) {
    uint8_t *out = xcalloc(p->ninsns + 1, 1);
    for (uint32_t k = 0; k < p->ninsns; k++) out[k] = change[k] != CHANGE_NONE;
    for (uint32_t k = 0; k < p->nglobals; k++)
        if (global[k]) dependence_readers(d, k, out);
    return out;
}

/* Whether a changed instruction orders threads. */
static bool changes_order(const Program *p, const uint8_t *change) {
    for (uint32_t n = 0; n < p->nfunctions; n++) {
        const Function *f = &p->functions[n];
        for (uint32_t k = 0; k < f->code_len; k = flow_next(f, k))
            if (change[f->first_insn + k] && dependence_synchronises(p, f, k)) return true;
    }
    return false;
}

bool impact_has_contexts(const Program *p) {
    for (uint32_t k = 0; k < p->nfunctions; k++)
        if (p->functions[k].builtin == BUILTIN_context_switch) return true;
    return false;
}

bool impact_is_everything(const Match *m) {
    return impact_has_contexts(m->old) || impact_has_contexts(m->new) || m->order_changed ||
           program_names_sum(m->old) != program_names_sum(m->new) ||
           changes_order(m->old, m->old_change) || changes_order(m->new, m->new_change);
}

static uint8_t *copy_of(const uint8_t *marks, uint32_t n) {
    uint8_t *out = xcalloc(n + 1, 1);
    memcpy(out, marks, n);
    return out;
}

/* Carries marks over from OLD to NEW. */
static void carry_over_marks(const Match *m, const uint8_t *from, uint8_t *to) {
    for (uint32_t k = 0; k < m->old->ninsns; k++)
        if (from[k] && m->to_new[k] != MATCH_NONE) to[m->to_new[k]] = 1;
}

/* One of the two versions, with the changes in it. */
typedef struct Version {
    const Program *program;
    Dependence *dependence;
    uint8_t *changed;
} Version;

/* Returns the closure of the changes in both versions, as marks of NEW. */
static uint8_t *closure(const Match *m, const Version *old, const Version *new, bool backward,
                        uint8_t *passing, bool *order) {
    uint8_t *before = copy_of(old->changed, m->old->ninsns),
            *out = copy_of(new->changed, m->new->ninsns),
            *passing_before = xcalloc(m->old->ninsns + 1, 1);
    *order = dependence_close(old->dependence, before, passing_before, backward);
    carry_over_marks(m, before, out);
    carry_over_marks(m, passing_before, passing);
    /* Beyond the paper: marks carried over are closed again in NEW, where other edges may start
     * from them. */
    *order |= dependence_close(new->dependence, out, passing, backward);
    free(before);
    free(passing_before);
    return out;
}

static void add_marks(uint8_t *to, const uint8_t *from, uint32_t n) {
    for (uint32_t k = 0; k < n; k++) to[k] |= from[k];
}

/* Marks all instructions. */
static void fill(const Program *p, uint8_t *marks) {
    for (uint32_t n = 0; n < p->nfunctions; n++) {
        const Function *f = &p->functions[n];
        for (uint32_t k = 0; k < f->code_len; k = flow_next(f, k)) marks[f->first_insn + k] = 1;
    }
}

static void count_insns(Impact *i, const Program *p) {
    for (uint32_t n = 0; n < p->nfunctions; n++) {
        const Function *f = &p->functions[n];
        for (uint32_t k = 0; !f->library && k < f->code_len; k = flow_next(f, k)) {
            i->total++;
            i->nchanged += i->changed[f->first_insn + k];
            i->nimpacted += i->forward[f->first_insn + k];
        }
    }
}

/* Adds what influences the writes that may race with affected ones. */
static void add_rivals(Impact *i, const Program *new, const Dependence *d) {
    uint8_t *passing = xcalloc(new->ninsns + 1, 1), *rivals = xcalloc(new->ninsns + 1, 1);
    dependence_rivals(d, i->forward, rivals);
    dependence_close(d, rivals, passing, true);
    add_marks(i->influences_races, i->influences, new->ninsns);
    add_marks(i->influences_races, rivals, new->ninsns);
    add_marks(i->influences_races, passing, new->ninsns);
    free(rivals);
    free(passing);
}

/* Computes the sets. False if `stop` asked to give up. */
static bool find_impact(Impact *i, const Match *m, const Stop *stop) {
    Version old = {.program = m->old, .dependence = dependence_of(m->old, stop)},
            new = {.program = m->new};
    if (old.dependence) new.dependence = dependence_of(m->new, stop);
    if (!new.dependence) {
        dependence_free(old.dependence);
        return false;
    }
    old.changed = changes_in(m->old, m->old_change, m->old_global, old.dependence);
    new.changed = changes_in(m->new, m->new_change, m->new_global, new.dependence);
    uint8_t *forward = xcalloc(m->new->ninsns + 1, 1), *backward = xcalloc(m->new->ninsns + 1, 1);
    bool order = false, ignored;
    i->changed = copy_of(new.changed, m->new->ninsns);
    i->forward = closure(m, &old, &new, false, forward, &order);
    i->backward = closure(m, &old, &new, true, backward, &ignored);
    i->influences = copy_of(i->forward, m->new->ninsns);
    /* Other assertions that end in the same failing function are not affected by one that is. */
    for (uint32_t n = 0; n < m->new->nfunctions; n++)
        if (dependence_fails(new.dependence, n))
            memset(i->influences + m->new->functions[n].first_insn, 0,
                   m->new->functions[n].code_len);
    i->everything = order || impact_is_everything(m);
    uint8_t *passing = xcalloc(m->new->ninsns + 1, 1);
    dependence_close(new.dependence, i->influences, passing, true);
    add_marks(i->influences, passing, m->new->ninsns);
    free(passing);
    /* Should one of these functions be called in an unknown way, nothing is left out there. */
    dependence_unreached(new.dependence, i->influences);
    add_marks(i->forward, forward, m->new->ninsns);
    add_marks(i->backward, backward, m->new->ninsns);
    add_marks(i->influences, i->forward, m->new->ninsns);
    i->influences_races = xcalloc(m->new->ninsns + 1, 1);
    add_rivals(i, m->new, new.dependence);
    if (i->everything) {
        fill(m->new, i->influences_races);
        fill(m->new, i->forward);
        fill(m->new, i->backward);
        fill(m->new, i->influences);
    }
    free(forward);
    free(backward);
    free(old.changed);
    free(new.changed);
    dependence_free(old.dependence);
    dependence_free(new.dependence);
    return true;
}

Impact *impact_of(const Program *old, const Program *new, const Match *m, const Stop *stop) {
    Impact *i = xcalloc(1, sizeof *i);
    i->ninsns = new->ninsns;
    if (m->any && m->old == old && m->new == new) {
        if (!find_impact(i, m, stop)) {
            free(i);
            return NULL;
        }
    } else {
        i->changed = xcalloc(new->ninsns + 1, 1);
        i->forward = xcalloc(new->ninsns + 1, 1);
        i->backward = xcalloc(new->ninsns + 1, 1);
        i->influences = xcalloc(new->ninsns + 1, 1);
        i->influences_races = xcalloc(new->ninsns + 1, 1);
    }
    count_insns(i, new);
    return i;
}

bool impact_spares(const Impact *i) { return i && !i->everything; }

void impact_free(Impact *i) {
    if (!i) return;
    free(i->changed);
    free(i->forward);
    free(i->backward);
    free(i->influences);
    free(i->influences_races);
    free(i);
}
