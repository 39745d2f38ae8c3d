/* choices.c — see choices.h. */
#include "versions/choices.h"
#include "versions/earlier.h"
#include <stdlib.h>

/* After so many runs without a choice to prune, none is looked for. */
#define RUNS_TO_PRUNE 16

/* A word that was touched outside of visible operations while several threads existed. */
typedef struct SharedWord {
    uint64_t word;
    int32_t thread; /* the first that did */
    bool others, written, affected, shown;
} SharedWord;

struct Choices {
    VEC(SharedWord) words;
    Index by_word;
    bool *affected; /* by place in the source: something there is affected by the change */
};

static uint64_t line_hash(const Loc *l) { return hash_combine(hash_string(l->file), l->line); }

/* Collects the places of source lines with affected instructions. */
static struct Choices *choices_new(const Campaign *c) {
    const Program *p = c->shared->program;
    struct Choices *s = xcalloc(1, sizeof *s);
    HashSet lines = {0};
    s->affected = xcalloc(p->nlocs + 1, sizeof *s->affected);
    for (uint32_t n = 0; n < p->nfunctions; n++) {
        const Function *f = &p->functions[n];
        for (uint32_t k = 0; f->code && k < f->code_len; k++)
            for (uint32_t at = c->shared->options->prune.affected[f->first_insn + k] ? f->loc[k]
                                                                                     : 0;
                 at; at = p->locs[at].inlined_at)
                hash_set_add(&lines, line_hash(&p->locs[at]) | 1);
    }
    for (uint32_t k = 0; k < p->nlocs; k++)
        s->affected[k] = !p->locs[k].line || hash_set_has(&lines, line_hash(&p->locs[k]) | 1);
    hash_set_free(&lines);
    return s;
}

void choices_free(struct Choices *s) {
    if (!s) return;
    vec_free(&s->words);
    index_free(&s->by_word);
    free(s->affected);
    free(s);
}

static SharedWord *shared_word_at(struct Choices *s, uint64_t word, int32_t thread) {
    uint64_t hash = hash_mix(word);
    uint32_t found = index_find(&s->by_word, hash, n, s->words.data[n].word == word);
    if (found != INDEX_NONE) return &s->words.data[found];
    SharedWord new = {.word = word, .thread = thread};
    index_add(&s->by_word, hash, (uint32_t)s->words.len);
    vec_push(&s->words, new);
    return &vec_last(&s->words);
}

/* Makes a word visible where two threads touch it, one of them writing, and it is affected. */
static void show_word(Campaign *c, SharedWord *w) {
    if (!w->others || !w->written || !w->affected || w->shown) return;
    w->shown = true;
    campaign_show(c, w->word << 3, (w->word + 1) << 3);
    c->grown = true;
}

/* As long as no choice is pruned, every order is met: nothing more has to be visible. */
static void choices_touch(Campaign *c, const Event *e, const LogEntry *l) {
    SharedWord *w = shared_word_at(c->shared->choices, l->word, e->action.thread);
    w->others |= w->thread != e->action.thread;
    w->written |= l->writes != 0;
    w->affected |= c->shared->choices->affected[l->loc];
    if (c->shared->choice_pruning == CHOICES_PRUNED || !c->shared->strategy->continues)
        show_word(c, w);
}

/* Whether no choice was pruned so far in this pass; then none will be. */
static bool gives_up(Campaign *c) {
    ChoicePruning now = CHOICES_ALL_SO_FAR;
    if (!c->shared->strategy->continues) return false;
    if (!atomic_compare_exchange_strong(&c->shared->choice_pruning, &now, CHOICES_ALL))
        return now == CHOICES_ALL;
    if (c->shared->earlier_waits) earlier_load(c);
    c->shared->earlier_waits = false;
    return true;
}

void choices_slice(Campaign *c, const Event *e, const LogEntry *log, size_t n) {
    pthread_mutex_lock(&c->shared->lock);
    if (!c->shared->choices) c->shared->choices = choices_new(c);
    for (size_t k = 0; k < n; k++) {
        /* The end of a thread's variables is none of these; what else is touched as a whole is too
         * much. */
        if (log[k].words == 1)
            choices_touch(c, e, &log[k]);
        else if (log[k].reads && !gives_up(c))
            c->refused = c->grown = true;
    }
    pthread_mutex_unlock(&c->shared->lock);
}

static bool influences(const Campaign *c, uint32_t insn) {
    const uint8_t *set = c->shared->options->prune.influences;
    return insn >= c->shared->program->ninsns || set[insn];
}

static bool has_any(const BitSet *reached, const ExprInputs *in) {
    for (uint32_t k = 0; k < in->len; k++)
        if (bit_set_has(reached, in->input[k]->id)) return true;
    return false;
}

/* Adds inputs. Returns whether one of them is new. */
static bool reach_inputs(BitSet *reached, const ExprInputs *in) {
    bool more = false;
    for (uint32_t k = 0; k < in->len; k++) {
        more |= !bit_set_has(reached, in->input[k]->id);
        bit_set_add(reached, in->input[k]->id);
    }
    return more;
}

static bool input_counts(const Campaign *c, const Machine *m, uint32_t input) {
    return input >= m->input_insn.len || influences(c, m->input_insn.data[input]);
}

/* Whether a branch asks about an input that may influence what is affected, or about one that
 * decisions on the way relate to such an input: of a side that is taken it is known what inputs
 * lead there, and with others that may be otherwise. Decisions that come later are no matter: all
 * of their sides are met that count. */
static bool asks_what_counts(const Campaign *c, const Machine *m, const Operation *o) {
    if (c->shared->options->prune.paper) return false;
    BitSet reached = {0};
    bool more = reach_inputs(&reached, expr_inputs(m->pool, o->condition)), found = false;
    while (more) {
        more = false;
        for (uint32_t k = 0; k < m->nconstraints; k++) {
            const ExprInputs *in = expr_inputs(m->pool, m->constraints.data[k].constraint);
            if (has_any(&reached, in)) more |= reach_inputs(&reached, in);
        }
    }
    for (uint32_t id = 0; id < reached.len * 64 && !found; id++)
        found = bit_set_has(&reached, id) && input_counts(c, m, id);
    vec_free(&reached);
    return found;
}

bool choices_settled(const Campaign *c, const Run *r) {
    const Machine *m = r->machine;
    if (c->shared->options->prune.paper) return true;
    for (uint32_t k = 0; k < m->nslots; k++) {
        const Thread *t = m->threads[k];
        if (!t || t->status == THREAD_UNUSED || t->status == THREAD_EXITED) continue;
        const Event *last = history_last(&r->history, k);
        bool ended = last && last->action.op.kind == OPERATION_PROCESS_EXIT;
        if (!ended || t->failed) return false;
    }
    return m->exited && !m->parked && !r->ncutoffs;
}

static bool refuses(const Campaign *c, const Run *r, RunEnd end) {
    const Machine *m = r->machine;
    for (uint32_t k = 0; k < m->nslots; k++)
        if (m->threads[k] && m->threads[k]->status == THREAD_STOPPED) return true;
    return end == RUN_DEADLOCK || (!r->ncutoffs && !choices_settled(c, r));
}

bool choices_refused(Campaign *c, Run *r, RunEnd end) {
    if (!c->shared->options->prune.influences || c->shared->options->prune.paper) return false;
    if (refuses(c, r, end)) return !gives_up(c);
    if (c->result->stats.traces >= RUNS_TO_PRUNE) gives_up(c);
    return false;
}

/* Whether an event at or before `y` is dependent with one at or behind `z` by another thread, or
 * with what follows the run, where both may influence what is affected. */
static bool orders_others(const Campaign *c, const History *h, const Event *y, const Event *z,
                          const Footprint *follows, const Summaries *table) {
    for (size_t k = 0; k <= y->position; k++) {
        const Event *a = h->path.data[k];
        if (!event_precedes(a, y) || !influences(c, a->action.insn)) continue;
        for (size_t j = z->position; j < h->path.len; j++) {
            const Event *b = h->path.data[j];
            if (b->action.thread != a->action.thread && event_precedes(z, b) &&
                influences(c, b->action.insn) && operation_dependent(&a->action, &b->action))
                return true;
        }
        for (size_t j = 0; follows && j < follows->len; j++) {
            Action b = following_action(&table->operations.data[follows->data[j].operation]);
            if (b.thread != a->action.thread && operation_dependent(&a->action, &b)) return true;
        }
    }
    return false;
}

bool choices_reversal(const Campaign *c, const Run *r, const Extension *x, const Footprint *follows,
                      const Summaries *table) {
    const Action *a = &x->event->action;
    const History *h = &r->history;
    if (!c->shared->options->prune.influences || influences(c, a->insn)) return false;
    if (a->op.kind == OPERATION_WAIT && a->outcome & WAIT_SPURIOUS) return false;
    if (a->op.kind == OPERATION_BRANCH && asks_what_counts(c, r->machine, &a->op)) return false;
    for (unsigned k = 0; k < x->removed.n; k++)
        if (influences(c, x->removed.event[k]->action.insn)) return false;
    if (c->shared->options->prune.paper) return true;
    /* Where races are looked for, every order counts: it may be what keeps two accesses apart. */
    if (c->shared->options->run.check_race && a->op.kind != OPERATION_BRANCH) return false;
    /* This run does not show what follows a cut-off. */
    if (r->ncutoffs) return false;
    const EventList *own = &h->own.data[a->thread];
    if (a->index > own->len) return false;
    const Event *z = own->data[a->index - 1];
    for (unsigned k = 0; k < x->removed.n; k++)
        if (x->removed.event[k] != z && orders_others(c, h, x->removed.event[k], z, follows, table))
            return false;
    return true;
}

/* Begins to prune choices, now that there is one: what has to be visible for it becomes so. */
static bool begins_to_prune(Campaign *c) {
    struct Choices *s = c->shared->choices;
    ChoicePruning now = CHOICES_ALL_SO_FAR;
    if (!atomic_compare_exchange_strong(&c->shared->choice_pruning, &now, CHOICES_PRUNED))
        return now == CHOICES_PRUNED;
    pthread_mutex_lock(&c->shared->lock);
    for (size_t k = 0; s && k < s->words.len; k++) show_word(c, &s->words.data[k]);
    pthread_mutex_unlock(&c->shared->lock);
    return true;
}

bool choices_leave_out(Campaign *c, const Run *r, const Extension *x) {
    return choices_reversal(c, r, x, NULL, NULL) && begins_to_prune(c);
}

bool choices_side(const Campaign *c, const Machine *m, int thread) {
    const Thread *t = m->threads[thread];
    const Frame *top = &t->frames[t->top];
    return c->shared->options->prune.influences && t->pending.kind == OPERATION_BRANCH &&
           !asks_what_counts(c, m, &t->pending) &&
           !influences(c, insn_number(top->function, t->pc));
}
