/* impact.c — see impact.h. */
#include "impact/impact.h"
#include "impact/dependence.h"
#include "impact/flow.h"
#include <stdlib.h>

/* What changed in one version: instructions by themselves, and accesses of globals that begin otherwise. */
static uint8_t *changes_in(const Program *p, const uint8_t *change, const bool *global, const Dependence *d) {
    uint8_t *out = xcalloc(p->ninsns + 1, 1);
    for (uint32_t k = 0; k < p->ninsns; k++) out[k] = change[k] != CHANGE_NONE;
    for (uint32_t k = 0; k < p->nglobals; k++)
        if (global[k]) dependence_accesses(d, k, out);
    return out;
}

/* Whether an instruction that changed orders threads. */
static bool changes_order(const Program *p, const uint8_t *change) {
    for (uint32_t n = 0; n < p->nfunctions; n++) {
        const Function *f = &p->functions[n];
        for (uint32_t k = 0; k < f->code_len; k = flow_next(f, k))
            if (change[f->first_insn + k] && dependence_synchronises(p, f, k)) return true;
    }
    return false;
}

static uint8_t *copy_of(const uint8_t *marks, uint32_t n) {
    uint8_t *out = xcalloc(n + 1, 1);
    memcpy(out, marks, n);
    return out;
}

/* The closure of what changed in both versions, as marks of NEW. */
static uint8_t *closure(const Match *m, const Dependence *old, const uint8_t *old_changed, const Dependence *new,
                        const uint8_t *new_changed, bool backward, bool *order) {
    uint8_t *before = copy_of(old_changed, m->old->ninsns), *out = copy_of(new_changed, m->new->ninsns);
    bool in_old = dependence_close(old, before, backward), in_new = dependence_close(new, out, backward);
    *order = in_old || in_new;
    for (uint32_t k = 0; k < m->old->ninsns; k++)
        if (before[k] && m->to_new[k] != MATCH_NONE) out[m->to_new[k]] = 1;
    /* Beyond the paper: what was carried over goes on in NEW, where other ways may lead from it. */
    *order |= dependence_close(new, out, backward);
    free(before);
    return out;
}

/* Everything is in the set. */
static void fill(const Program *p, uint8_t *marks) {
    for (uint32_t n = 0; n < p->nfunctions; n++) {
        const Function *f = &p->functions[n];
        for (uint32_t k = 0; k < f->code_len; k = flow_next(f, k)) marks[f->first_insn + k] = 1;
    }
}

static void count(Impact *i, const Program *p) {
    for (uint32_t n = 0; n < p->nfunctions; n++) {
        const Function *f = &p->functions[n];
        for (uint32_t k = 0; !f->library && k < f->code_len; k = flow_next(f, k)) {
            i->total++;
            i->nchanged += i->changed[f->first_insn + k];
            i->nimpacted += i->forward[f->first_insn + k];
        }
    }
}

static void find_impact(Impact *i, const Match *m) {
    Dependence *old = dependence_of(m->old), *new = dependence_of(m->new);
    uint8_t *old_changed = changes_in(m->old, m->old_change, m->old_global, old);
    bool order = false, ignored;
    i->changed = changes_in(m->new, m->new_change, m->new_global, new);
    i->forward = closure(m, old, old_changed, new, i->changed, false, &order);
    i->backward = closure(m, old, old_changed, new, i->changed, true, &ignored);
    i->everything = order || m->order_changed || changes_order(m->old, m->old_change) ||
                    changes_order(m->new, m->new_change);
    if (i->everything) {
        fill(m->new, i->forward);
        fill(m->new, i->backward);
    }
    i->influences = copy_of(i->forward, m->new->ninsns);
    if (!i->everything) dependence_close(new, i->influences, true);
    free(old_changed);
    dependence_free(old);
    dependence_free(new);
}

Impact *impact_of(const Program *old, const Program *new, const Match *m) {
    Impact *i = xcalloc(1, sizeof *i);
    i->ninsns = new->ninsns;
    if (m->any && m->old == old && m->new == new)
        find_impact(i, m);
    else {
        i->changed = xcalloc(new->ninsns + 1, 1);
        i->forward = xcalloc(new->ninsns + 1, 1);
        i->backward = xcalloc(new->ninsns + 1, 1);
        i->influences = xcalloc(new->ninsns + 1, 1);
    }
    count(i, new);
    return i;
}

void impact_free(Impact *i) {
    if (!i) return;
    free(i->changed);
    free(i->forward);
    free(i->backward);
    free(i->influences);
    free(i);
}
