/* choices.c — see choices.h. */
#include "explore/choices.h"

static bool influences(const Campaign *c, uint32_t insn) {
    const uint8_t *set = c->options->prune.influences;
    return insn >= c->program->ninsns || set[insn];
}

/* Whether other sides of branches are explored in any case: of the side that was taken it is known what
 * inputs led there, and what is affected may be otherwise with others. */
static bool keeps_sides(const Campaign *c) {
    const PruneSettings *s = &c->options->prune;
    return !s->paper && (s->keep_sides || (c->options->system && c->options->system->symbolic.len));
}

bool choices_settled(const Campaign *c, const Run *r) {
    const Machine *m = r->machine;
    if (c->options->prune.paper) return true;
    for (uint32_t k = 0; k < m->nslots; k++) {
        const Thread *t = m->threads[k];
        if (!t || t->status == THREAD_UNUSED || t->status == THREAD_EXITED) continue;
        const Event *last = history_last(&r->history, k);
        bool ended = last && last->action.op.kind == OPERATION_PROCESS_EXIT;
        if (!ended || t->failed) return false;
    }
    return m->exited && !m->parked && !r->ncutoffs;
}

bool choices_refused(const Campaign *c, Run *r, RunEnd end) {
    const Machine *m = r->machine;
    if (!c->options->prune.influences || c->options->prune.paper) return false;
    for (uint32_t k = 0; k < m->nslots; k++)
        if (m->threads[k] && m->threads[k]->status == THREAD_STOPPED) return true;
    return end == RUN_DEADLOCK || (!r->ncutoffs && !choices_settled(c, r));
}

bool choices_reversal(const Campaign *c, const Extension *x) {
    const Action *a = &x->event->action;
    if (a->op.kind == OPERATION_BRANCH && keeps_sides(c)) return false;
    if (!c->options->prune.influences || influences(c, a->insn)) return false;
    for (unsigned k = 0; k < x->removed.n; k++)
        if (influences(c, x->removed.event[k]->action.insn)) return false;
    return true;
}

bool choices_side(const Campaign *c, const Machine *m, int thread) {
    const Thread *t = m->threads[thread];
    const Frame *top = &t->frames[t->top];
    return c->options->prune.influences && t->pending.kind == OPERATION_BRANCH && !keeps_sides(c) &&
           !influences(c, top->function->first_insn + (uint32_t)(t->pc - top->function->code));
}
