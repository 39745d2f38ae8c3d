/* cutoff.c — see cutoff.h. */
#include "state/cutoff/cutoff.h"
#include "state/cutoff/cutoff_check.h"
#include "state/cutoff/known_states.h"
#include "state/cutoff/known_of_others.h"
#include "state/cutoff/symbol_sums.h"
#include "state/canonical.h"
#include "state/event_symbols.h"
#include "state/loops/counted.h"
#include "state/loops/fruitless.h"
#include "event/accesses/touched.h"
#include "solver/bounds.h"
#include "program/code_name.h"
#include "vm/state/fingerprint.h"
#include "vm/state/thread_time.h"
#include "vm/system/interrupt.h"
#include <stdio.h>
#include <stdlib.h>

typedef VEC(LogEntry) Accesses;

/* An event of a thread after which it stands in a counted loop. */
typedef struct CountedMark {
    uint32_t index; /* of the event: its thread's n-th */
    uint64_t place, count;
} CountedMark;
typedef VEC(CountedMark) CountedMarks;

struct Cutoffs {
    KnownStates *known;
    VEC(uint64_t) scratch;
    SymbolicPieces pieces, runs; /* scratch */
    SymbolSums *known_sums;      /* what symbolic states that were met contribute */
    Canonical *canonical;
    Views *views;
    Substitution *renaming;    /* of inputs to names by where the state refers to them */
    VEC(const Expr *) assumed; /* scratch: what is assumed in the state at hand, renamed */
    bool shared;       /* some assumptions are also about inputs that the state does not refer to */
    bool looks;        /* known states may cover the state, or it may cover others */
    bool replaced;     /* some inputs of the state were replaced */
    Fingerprint shape; /* the state without its assumptions */
    /* A stack for each thread: accesses of events that a branch follows. Branches order nothing, so
     * accesses before and after a branch form one set. */
    VEC(Accesses) open;
    Accesses accesses;  /* scratch */
    Symmetry *symmetry; /* the caller's; NULL: none */
    CountedLoops *loops;
    Bounds *bounds;          /* of path constraints; made when it is needed */
    VEC(CountedMarks) marks; /* by thread, of its events on the path */
    Fingerprint checked;     /* what the last check computed; both 0: nothing */
    KnownOfObjects known_of_objects;
    TouchedRoom *touched_room;
    VEC(const Event *) freeing; /* events of the path in whose slices blocks of others were freed */
    BeyondPath beyond;          /* empty where it is not noted what follows states */
    CutoffJudge judge;          /* its functions are NULL: none */
    CutoffSupplement supplement; /* its function is NULL: none */
    StateSums sums;              /* where invariants are checked */
};

Cutoffs *cutoffs_new(KnownStates *known) {
    Cutoffs *c = xcalloc(1, sizeof *c);
    c->known = known;
    c->canonical = canonical_new();
    c->known_sums = symbol_sums_new();
    return c;
}

void cutoffs_leave_to(Cutoffs *c, const CutoffJudge *judge) {
    c->judge = judge ? *judge : (CutoffJudge){0};
}

void cutoffs_supplement(Cutoffs *c, const CutoffSupplement *supplement) {
    c->supplement = supplement ? *supplement : (CutoffSupplement){0};
}

void cutoffs_use_symmetry(Cutoffs *c, Symmetry *s) { c->symmetry = s; }

void cutoffs_free(Cutoffs *c) {
    if (!c) return;
    vec_free(&c->scratch);
    vec_free(&c->freeing);
    known_of_objects_free(&c->known_of_objects);
    touched_room_free(c->touched_room);
    vec_free(&c->pieces);
    vec_free(&c->runs);
    for (size_t k = 0; k < c->open.len; k++) vec_free(&c->open.data[k]);
    vec_free(&c->open);
    vec_free(&c->accesses);
    for (size_t k = 0; k < c->marks.len; k++) vec_free(&c->marks.data[k]);
    vec_free(&c->marks);
    counted_loops_free(c->loops);
    canonical_free(c->canonical);
    symbol_sums_free(c->known_sums);
    views_free(c->views);
    substitution_free(c->renaming);
    bounds_free(c->bounds);
    vec_free(&c->assumed);
    state_sums_free(&c->sums);
    vec_free(&c->beyond.nodes);
    free(c);
}

void cutoffs_clear(Cutoffs *c) {
    for (size_t k = 0; k < c->open.len; k++) c->open.data[k].len = 0;
    /* Drop marks of another run: they would be taken for marks of events with the same numbers. */
    for (size_t k = 0; k < c->marks.len; k++) c->marks.data[k].len = 0;
    c->freeing.len = 0;
    c->beyond.nodes.len = 0;
    state_sums_clear(&c->sums);
}

/* --- changes of the path ---------------------------------------------------------------------- */

/* Whether an event can be a whole round of a counted loop: it looks at one word, or tries in
 * vain. */
static bool may_be_round(const Action *a) {
    return a->op.kind == OPERATION_LOAD || a->op.kind == OPERATION_RMW ||
           (a->op.kind == OPERATION_TRYLOCK && !a->outcome);
}

/* Whether an event can be half of a round: together with another one it takes and releases a
 * mutex. */
static bool may_be_half_round(const Action *a) {
    return (a->op.kind == OPERATION_LOCK || a->op.kind == OPERATION_UNLOCK) && a->outcome == 1;
}

static bool may_be_of_round(const Event *e) {
    return may_be_round(&e->action) || may_be_half_round(&e->action);
}

static CountedMarks *marks_of(Cutoffs *c, int thread) {
    while (c->marks.len <= (size_t)thread) {
        CountedMarks none = {0};
        vec_push(&c->marks, none);
    }
    return &c->marks.data[thread];
}

/* Notes where the thread of `e`, its newest event, stands if that is in a counted loop. */
static bool mark_place(Cutoffs *c, Machine *m, const Event *e, CountedPlace *at) {
    const Thread *t = m->threads[e->action.thread];
    if (!may_be_of_round(e) || t->status != THREAD_READY) return false;
    if (!c->loops) c->loops = counted_loops_new(m->program);
    if (!counted_place(c->loops, m, t, at)) return false;
    CountedMark mark = {e->action.index, at->place, at->count};
    /* Marks are of events of the path, in their order. */
    invariant(!marks_of(c, e->action.thread)->len ||
              vec_last(marks_of(c, e->action.thread)).index < mark.index);
    vec_push(marks_of(c, e->action.thread), mark);
    return true;
}

/* Whether the thread of `e`, its newest event, stands in a counted loop. */
static bool is_marked(Cutoffs *c, const Event *e) {
    const CountedMarks *marks = marks_of(c, e->action.thread);
    return marks->len && vec_last(marks).index == e->action.index;
}

/* Invariant: the recorded position of the thread of an event equals the one computed from the
 * state, unless a time became exact meanwhile, which makes the pass start again. */
static void check_standing(const Cutoffs *c, Machine *m, const Event *e) {
    const Thread *t = m->threads[e->action.thread];
    Fingerprint state = e->changes;
    fingerprint_add(&state, fingerprint_thread(m, t));
    if (e->open) fingerprint_add(&state, fragment(t->region, e->open));
    invariant(fingerprint_same(e->state, state) || m->exact_time != m->exact_at_first);
    invariant(e->progress == t->ordinal_op + t->decided);
    invariant(e->opened <= e->nopen && e->nopen <= c->open.data[e->action.thread].len);
}

static void note_frees(Cutoffs *c, const Event *e) {
    if (e->freed) vec_push(&c->freeing, e);
}

/* Threads that differ in what they know of frees are not alike. */
static void record_standing(Cutoffs *c, History *h, Machine *m, const Event *e) {
    if (c->symmetry)
        symmetry_record(c->symmetry, h, m, e,
                        is_marked(c, e) || (m->frees_spread && c->freeing.len));
}

void cutoffs_forget(Cutoffs *c, History *h, const Event *e) {
    if (unlikely(base_invariants)) state_sums_forget(&c->sums, h);
    if (e->opened) c->open.data[e->action.thread].len -= e->opened;
    if (is_marked(c, e)) marks_of(c, e->action.thread)->len--;
    if (e->freed) {
        invariant(c->freeing.len && vec_last(&c->freeing) == e);
        c->freeing.len--;
    }
    adequate_count(h, e, false);
    if (c->known->beyond) beyond_pop(&c->beyond);
    if (c->symmetry) symmetry_forget(c->symmetry, h, e);
}

void cutoffs_again(Cutoffs *c, History *h, Machine *m, const Event *e, const LogEntry *opened) {
    for (uint32_t k = 0; k < e->opened; k++) vec_push(&c->open.data[e->action.thread], opened[k]);
    CountedPlace at;
    mark_place(c, m, e, &at);
    note_frees(c, e);
    record_standing(c, h, m, e);
    adequate_count(h, e, true);
    if (c->known->beyond) {
        known_states_lock(c->known);
        beyond_push_again(c->known->beyond, &c->beyond, h, e);
        known_states_unlock(c->known);
    }
    if (unlikely(base_invariants)) state_sums_record(&c->sums, h, m, m->memory->newest_mark);
    if (unlikely(base_invariants)) check_standing(c, m, e);
}

const LogEntry *cutoffs_opened(const Cutoffs *c, const Event *e) {
    if (!e->opened) return NULL;
    const Accesses *a = &c->open.data[e->action.thread];
    return a->data + a->len - e->opened;
}

/* --- recording -------------------------------------------------------------------------------- */

static void add_register(void *context, uint64_t where, const Expr *e) {
    Cutoffs *c = context;
    SymbolicPiece x = {where, e, 1};
    vec_push(&c->pieces, x);
}

static void record_symbols(Cutoffs *c, Machine *m, Event *e, const Event *before) {
    const Memory *mem = m->memory;
    const EventSymbols *old = before ? before->symbols : NULL;
    Fingerprint sum = old ? old->memory : (Fingerprint){0, 0};
    c->pieces.len = old ? old->nmemory : 0;
    vec_reserve(&c->pieces, c->pieces.len);
    if (c->pieces.len) memcpy(c->pieces.data, old->piece, c->pieces.len * sizeof *c->pieces.data);
    for (size_t k = 0; k < mem->symbolic_changes.len; k++) {
        const SymbolicChange *x = &mem->symbolic_changes.data[k];
        if (machine_is_unread(m, x->address)) continue;
        SymbolicPiece p = {x->address, x->byte, x->gone ? -1 : 1};
        vec_push(&c->pieces, p);
        piece_add(&sum, &p);
    }
    if (mem->symbolic_changes.len) pieces_merge(&c->pieces, &c->runs);
    size_t nmemory = c->pieces.len;
    fingerprint_expressions(m, m->threads[e->action.thread], add_register, c);
    if (c->pieces.len) e->symbols = event_symbols_new(&c->pieces, nmemory, sum);
}

/* Records the whole code of a thread that was created and has not started as its continuation. */
static void record_code_of_child(Machine *m, Event *e, const Operation *created) {
    const Operation *o = e->action.op.kind == OPERATION_CREATE ? &e->action.op : created;
    const Function *f = o && o->target >= 0 ? program_function_at(m->program, o->object) : NULL;
    if (!f || !f->code) return;
    const CodeName *name = code_name_at(m->code_names, f, f->code, NULL);
    Fingerprint x =
        fragment(piece(PIECE_CHILD, (uint64_t)(uint32_t)o->target) ^ name->own_a, name->own_b);
    if (created)
        fingerprint_subtract(&e->changes, x);
    else
        fingerprint_add(&e->changes, x);
}

/* What the thread touched since its last event that is no branch. What a section touched, or an
 * atomic access, is part of that event: whatever comes after the event comes after it, so it races
 * with nothing that follows. */
static void record_accesses(Cutoffs *c, const History *h, const Thread *t, Event *e) {
    bool branch = e->action.op.kind == OPERATION_BRANCH;
    size_t thread = (size_t)e->action.thread, n = t->log->entries.len;
    Accesses *all = &c->accesses;
    all->len = 0;
    for (size_t k = 0; k < n; k++)
        if (!t->log->entries.data[k].section) vec_push(all, t->log->entries.data[k]);
    while (c->open.len <= thread) {
        Accesses none = {0};
        vec_push(&c->open, none);
    }
    Accesses *kept = &c->open.data[thread];
    const Event *previous = branch ? history_before(h, e) : NULL;
    size_t before = previous ? previous->nopen : 0;
    for (size_t k = kept->len - before; k < kept->len; k++) vec_push(all, kept->data[k]);
    e->open = fingerprint_open_accesses(all->data, all->len);
    e->nopen = e->opened = 0;
    if (t->status != THREAD_READY || t->pending.kind != OPERATION_BRANCH) return;
    bool few = n * (before + n) < 1000000; /* else looking up known accesses does not pay off */
    for (size_t k = 0; k < n; k++) {
        const LogEntry *l = &t->log->entries.data[k];
        bool known = l->section;
        for (size_t j = kept->len - before; few && j < kept->len && !known; j++) {
            const LogEntry *x = &kept->data[j];
            known = x->word == l->word && x->words == l->words && x->vague == l->vague &&
                    !(l->writes & ~x->writes) && !(l->reads & ~(x->reads | x->writes));
        }
        if (known) continue;
        vec_push(kept, *l);
        before++;
        e->opened++;
    }
    e->nopen = (uint32_t)before;
}

/* Of three events of a thread in a row, the halves of a round and what was before: whether the two
 * that take and release a mutex were noticed by nobody. */
static bool hold_is_unnoticed(const History *h, const Event *before, const Event *between,
                              const Event *e) {
    bool held = e->action.op.kind == OPERATION_LOCK;
    return held ? fruitless_is_unnoticed(h, before, between)
                : fruitless_is_unnoticed(h, between, e);
}

/* Of the marks of a thread, number `n`: how many events before it the round began that ends with
 * it, where that round did nothing and counted `step`; 0: there is none. All that a round does is
 * to look at a word, or to take a mutex and release it, so that it can be done again at once with
 * the same result. */
static uint32_t round_before(const History *h, const CountedMarks *marks, size_t n, int thread,
                             const CountedPlace *at) {
    const CountedMark *end = &marks->data[n];
    const Event *e = history_own(h, (uint32_t)thread, end->index);
    for (uint32_t events = 1; events <= 2 && n-- > 0; events++) {
        const CountedMark *begin = &marks->data[n];
        if (begin->index != end->index - events) return 0;
        const Event *before = history_own(h, (uint32_t)thread, begin->index);
        const Action *a = &e->action, *b = &before->action;
        uint64_t most = low_bits(at->bits);
        const Event *between = events == 2 ? history_before(h, e) : NULL;
        bool whole = between ? may_be_half_round(a) && may_be_half_round(&between->action) &&
                                   between->action.op.object == a->op.object &&
                                   between->action.op.kind != a->op.kind
                             : may_be_round(a);
        if (whole && begin->place == end->place && ((end->count - begin->count) & most) == at->step)
            return fingerprint_same(before->changes, e->changes) && a->op.kind == b->op.kind &&
                           a->op.object == b->op.object && a->op.size == b->op.size &&
                           (!between || hold_is_unnoticed(h, before, between, e)) &&
                           event_symbols_same(before, e)
                       ? events
                       : 0;
    }
    return 0;
}

/* Lets a thread that made two fruitless rounds of a counted loop make many more at once. */
static void go_round(Cutoffs *c, const History *h, Machine *m, Event *e) {
    CountedPlace at;
    e->rounds = 0;
    if (c->supplement.of) return;
    if (!mark_place(c, m, e, &at)) return;
    CountedMarks *marks = marks_of(c, e->action.thread);
    uint32_t events = round_before(h, marks, marks->len - 1, e->action.thread, &at);
    if (!events || marks->len <= events ||
        round_before(h, marks, marks->len - 1 - events, e->action.thread, &at) != events)
        return;
    Thread *t = m->threads[e->action.thread];
    uint32_t rounds = counted_rounds(c->loops, t, &at);
    if (!rounds || !counted_skip(c->loops, m, t, rounds)) return;
    e->rounds = rounds;
    CountedPlace before = at;
    counted_place(c->loops, m, t, &at);
    vec_last(marks).count = at.count;
    /* The thread is where it was but for the count, which is as much further; and the count is
     * still compared with the same results: there is a round more to go. */
    invariant(at.place == before.place && at.frame == before.frame && at.reg == before.reg);
    invariant(((at.count - before.count - rounds * before.step) & low_bits(before.bits)) == 0);
    invariant(t->status == THREAD_READY);
    invariant(counted_rounds(c->loops, t, &at) == 0 || rounds == INT32_MAX);
}

void cutoffs_record(Cutoffs *c, History *h, Machine *m, Event *e, TrailMark mark) {
    const Event *before = history_before(h, e);
    const Thread *t = m->threads[e->action.thread];
    e->changes = before ? before->changes : (Fingerprint){0, 0};
    e->progress = t->ordinal_op + t->decided;
    e->freed = m->freed_foreign;
    e->freed_owners = m->freed_owners;
    e->took_over = m->took_over ? e->action.index : before ? before->took_over : 0;
    note_frees(c, e);
    adequate_record(h, e, c->symmetry ? symmetry_standing(c->symmetry, e) : 0);
    fingerprint_add(&e->changes, fingerprint_memory(m, mark));
    const Event *creation =
        e->action.op.kind == OPERATION_START ? history_creation(h, m, e->action.thread) : NULL;
    const Operation *created = creation ? &creation->action.op : NULL;
    fingerprint_add(&e->changes, operation_changes(m, &e->action, created));
    fingerprint_add(&e->changes, m->engine_change);
    if (m->code_names) record_code_of_child(m, e, created);
    if (c->known->beyond) {
        known_states_lock(c->known);
        beyond_push(c->known->beyond, &c->beyond, h, e, m->entered);
        known_states_unlock(c->known);
    }
    record_accesses(c, h, t, e);
    if (m->memory->symbolic_changes.len || (before && before->symbols) || m->ninputs ||
        m->memory->tracks_undefined)
        record_symbols(c, m, e, before);
    go_round(c, h, m, e);
    record_standing(c, h, m, e);
    e->state = e->changes;
    fingerprint_add(&e->state, fingerprint_thread(m, t));
    if (e->open) fingerprint_add(&e->state, fragment(t->region, e->open));
    invariant(!before || e->progress >= before->progress);
    if (unlikely(base_invariants)) state_sums_record(&c->sums, h, m, mark);
    if (unlikely(base_invariants)) check_standing(c, m, e);
}

/* --- checking --------------------------------------------------------------------------------- */

static int compare_hashes(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

typedef struct Constraint {
    uint64_t shape;
    const Expr *condition;
    bool outcome, used;
} Constraint;
typedef VEC(Constraint) ConstraintList;

static int compare_piece_shapes(const void *a, const void *b) {
    const Constraint *x = a, *y = b;
    return x->shape < y->shape ? -1 : x->shape > y->shape;
}

/* Keeps the assumptions about inputs to which the state refers, with inputs renamed by where it
 * refers to them. */
static void rename_assumptions(Cutoffs *c, Machine *m, const Constraint *all, size_t n) {
    if (!c->renaming) c->renaming = substitution_new(m->pool);
    substitution_begin(c->renaming);
    for (size_t k = 0; k < n; k++) {
        const ExprInputs *in = expr_inputs(m->pool, all[k].condition);
        uint32_t known = 0;
        bool small = true;
        for (uint32_t j = 0; j < in->len; j++) {
            uint64_t number = canonical_number(c->canonical, in->input[j]);
            known += number != 0;
            small &= in->input[j]->size <= 16;
        }
        if (!known) continue;
        if (known < in->len || !small) {
            c->shared = true;
            continue;
        }
        for (uint32_t j = 0; j < in->len; j++) {
            const Input *x = in->input[j];
            if (substitution_of(c->renaming, x)) continue;
            char name[60];
            snprintf(name, sizeof name, "\1%llu:%u",
                     (unsigned long long)canonical_number(c->canonical, x), x->size);
            substitution_set(c->renaming, x,
                             expr_read_le(m->pool, expr_input(m->pool, name, x->size), 0, x->size));
        }
        const Expr *e = substitution_apply(c->renaming, all[k].condition);
        e = all[k].outcome ? e : expr_not(m->pool, e);
        if (!expr_is_true(e)) vec_push(&c->assumed, e);
    }
}

/* Replaces chains of comparisons by what they say together: equal sets of inputs then have equal
 * constraints, whatever path led to them. */
static void merge_comparisons(Cutoffs *c, Machine *m, ConstraintList *all) {
    if (all->len < 2) return;
    if (!c->bounds) c->bounds = bounds_new(m->pool);
    Conjuncts merged = {0};
    bool possible = true;
    for (size_t k = 0; k < all->len && possible; k++) {
        const Expr *e = all->data[k].condition;
        possible = conjuncts_add(m->pool, &merged, all->data[k].outcome ? e : expr_not(m->pool, e));
    }
    size_t before = merged.len;
    /* The path has a solution, so its part has one. */
    if (possible && bounds_reduce(c->bounds, &merged, &before)) {
        all->len = 0;
        for (size_t k = 0; k < merged.len; k++)
            vec_push(all, ((Constraint){0, merged.data[k], true, false}));
    }
    vec_free(&merged);
}

/* The constraints of the causal history of `e` that are connected with numbered inputs: what the
 * others say about inputs that the state no longer refers to makes no difference. */
static void add_constraints(Cutoffs *c, const History *h, Machine *m, const Event *e, bool replaced,
                            Fingerprint *f) {
    ConstraintList all = {0};
    for (size_t k = 0; k < h->path.len; k++) {
        const Action *b = &h->path.data[k]->action;
        if (b->op.kind != OPERATION_BRANCH || !event_precedes(h->path.data[k], e)) continue;
        Constraint x = {0, b->op.condition, b->outcome != 0, false};
        if (replaced) x.condition = views_rewrite(c->views, x.condition);
        vec_push(&all, x);
    }
    merge_comparisons(c, m, &all);
    c->scratch.len = 0;
    if (c->looks) rename_assumptions(c, m, all.data, all.len);
    for (bool changed = true; changed && !canonical_is_overdone(c->canonical);) {
        VEC(Constraint) next = {0};
        for (size_t k = 0; k < all.len; k++) {
            Constraint *x = &all.data[k];
            const ExprInputs *in = expr_inputs(m->pool, x->condition);
            bool connected = false;
            for (uint32_t j = 0; !x->used && j < in->len && !connected; j++)
                connected = canonical_is_numbered(c->canonical, in->input[j]);
            if (!connected) continue;
            x->used = true;
            x->shape = canonical_shape(c->canonical, x->condition) * 2 + x->outcome;
            vec_push(&next, *x);
        }
        if (next.len) qsort(next.data, next.len, sizeof *next.data, compare_piece_shapes);
        for (size_t k = 0; k < next.len; k++)
            vec_push(&c->scratch, canonical_hash(c->canonical, next.data[k].condition) * 2 +
                                      next.data[k].outcome);
        changed = next.len > 0;
        vec_free(&next);
    }
    vec_free(&all);
    if (c->scratch.len)
        qsort(c->scratch.data, c->scratch.len, sizeof *c->scratch.data, compare_hashes);
    for (size_t k = 0; k < c->scratch.len; k++)
        if (!k || c->scratch.data[k] != c->scratch.data[k - 1])
            fingerprint_add(f, fragment(PIECE_CONSTRAINT, c->scratch.data[k]));
}

/* Adds the symbolic part of the state after the causal history of `e`, of which the pieces are
 * listed. False if it is too large to pay off. */
static bool add_pieces(Cutoffs *c, const History *h, Machine *m, const Event *e, Fingerprint *f) {
    pieces_merge(&c->pieces, &c->runs);
    if (!c->views) c->views = views_new(m->pool);
    c->replaced = views_replace(c->views, c->pieces.data, c->pieces.len);
    canonical_begin(c->canonical);
    for (size_t k = 0; k < c->pieces.len && !canonical_is_overdone(c->canonical); k++)
        fingerprint_add(f, fragment(piece(PIECE_SYMBOLIC, c->pieces.data[k].where),
                                    canonical_hash(c->canonical, c->pieces.data[k].value)));
    c->shape = *f;
    if (m->nconstraints) add_constraints(c, h, m, e, c->replaced, f);
    return !canonical_is_overdone(c->canonical);
}

/* Names the symbolic part of the state by the pieces that the threads contribute, and by what the
 * branches of the history say. False if there are no pieces. */
static bool name_symbols(const History *h, const Machine *m, const Event *e, Fingerprint *name) {
    bool any = false;
    *name = (Fingerprint){0, 0};
    for (uint32_t u = 0; u < e->nclock; u++) {
        uint32_t last = event_clock(e, u);
        const EventSymbols *s = last ? history_own(h, u, last)->symbols : NULL;
        if (s) fingerprint_add(name, s->sum);
        any |= s != NULL;
    }
    for (size_t k = 0; any && m->nconstraints && k < h->path.len; k++) {
        const Action *b = &h->path.data[k]->action;
        if (b->op.kind == OPERATION_BRANCH && event_precedes(h->path.data[k], e))
            fingerprint_add(
                name, fragment(PIECE_CONSTRAINT, 2ull * b->op.condition->id + (b->outcome != 0)));
    }
    return any;
}

/* Adds the symbolic part of the state after the causal history of `e`, computed or as it is known.
 * False if it is too large to pay off. */
static bool add_symbols(Cutoffs *c, const History *h, Machine *m, const Event *e, Fingerprint *f) {
    SymbolSum sum = {.replaced = false};
    c->assumed.len = 0;
    c->shared = c->replaced = false;
    c->shape = *f;
    if (!name_symbols(h, m, e, &sum.name)) return true;
    /* Where more is assumed than before: a loop over an input has a branch in each round. */
    c->looks = c->known->coverings && !c->judge.known && e->action.op.kind == OPERATION_BRANCH;
    const SymbolSum *known = c->looks ? NULL : symbol_sums_find(c->known_sums, sum.name);
    if (known && !unlikely(base_invariants)) {
        c->replaced = known->replaced;
        fingerprint_add(f, known->sum);
        return !known->overdone;
    }
    c->pieces.len = 0;
    for (uint32_t u = 0; u < e->nclock; u++) {
        uint32_t last = event_clock(e, u);
        const EventSymbols *s = last ? history_own(h, u, last)->symbols : NULL;
        for (uint32_t k = 0; s && k < s->nmemory + s->nregisters; k++)
            vec_push(&c->pieces, s->piece[k]);
    }
    Fingerprint before = *f;
    sum.overdone = !add_pieces(c, h, m, e, f);
    sum.sum = *f;
    sum.replaced = c->replaced;
    fingerprint_subtract(&sum.sum, before);
    /* The order of branches may show in the constraints that are merged; both are right. */
    invariant(!known || m->nconstraints || known->overdone ||
              (fingerprint_same(known->sum, sum.sum) && known->replaced == sum.replaced));
    if (!known) symbol_sums_add(c->known_sums, &sum);
    return !sum.overdone;
}

/* Whether a thread other than `thread` itself detached it in the causal history of `e`. */
static bool was_detached(const History *h, const Event *e, uint32_t thread) {
    for (size_t k = h->path.len; k-- > 0;) {
        const Event *x = h->path.data[k];
        if (x->action.op.kind == OPERATION_DETACH && x->action.op.target == (int32_t)thread &&
            (x == e || event_precedes(x, e)))
            return true;
    }
    return false;
}

/* Takes out of a state what a thread leaves that has ended (`x` is its last event), where it is
 * detached: nobody gets its number. */
static void forget_left(const History *h, const Machine *m, const Event *e, const Event *x,
                        Fingerprint *f) {
    uint32_t u = (uint32_t)x->action.thread;
    const Thread *t = m->threads[u];
    if (x->action.op.kind != OPERATION_EXIT || !t->detached || t->lets_go) return;
    Fingerprint left = fingerprint_left(m, t);
    if ((left.a || left.b) && was_detached(h, e, u)) fingerprint_subtract(f, left);
}

/* The state after the causal history of `e`, with the size of that history. */
static State state_after_event(Cutoffs *c, History *h, Machine *m, const Event *e) {
    State n = {.fingerprint = fragment(PIECE_TIME, thread_time_known(m, &e->time))};
    for (uint32_t u = 0; u < e->nclock; u++) {
        uint32_t last = event_clock(e, u);
        if (!last) continue;
        const Event *x = u == (uint32_t)e->action.thread ? e : history_own(h, u, last);
        fingerprint_add(&n.fingerprint, x->state);
        forget_left(h, m, e, x, &n.fingerprint);
        adequate_add(&n.size, last, &x->weights);
        if (history_is_one_of_many(h, (int32_t)u)) adequate_add_number(&n.size, u, last);
        n.progress += x->progress;
        invariant(last == x->action.index && n.size.events >= last);
    }
    if (c->supplement.of)
        fingerprint_add(&n.fingerprint, c->supplement.of(c->supplement.context, e));
    OpenFrees open;
    bool all = known_of_others_add(h, m, e, c->freeing.data, c->freeing.len, &c->known_of_objects,
                                   &open, &n.fingerprint);
    c->assumed.len = 0;
    c->replaced = c->looks = false;
    bool few = !h->judges || touched_add(h, m, e, &open, &c->touched_room, &n.fingerprint);
    bool symbols = m->ninputs || m->memory->tracks_undefined,
         known = !symbols || add_symbols(c, h, m, e, &n.fingerprint);
    known &= few && all;
    c->looks &= few && all;
    if (known && !c->replaced) c->checked = n.fingerprint;
    /* A state that is too large counts as new, and so does the state of a thread that wakes to look
     * for a signal: see interrupt.h. */
    if (interrupt_is_guess(m, &e->action.op)) known = c->looks = false;
    if (!known) n.fingerprint = known_states_own(e->name);
    return n;
}

/* Decides about `e`, whose state is `state`, or which is a cut-off for another reason (NULL). */
static bool decide(Cutoffs *c, const History *h, const Event *e, const State *state) {
    KnownStates *k = c->known;
    KnownReason why = {BEYOND_CUT_OTHERWISE, 0};
    bool cut = true;
    known_states_lock(k);
    if (state)
        cut = known_states_judge(k, e->name, state, &why);
    else
        known_states_cut(k, e->name);
    if (k->beyond && why.kind == BEYOND_UNDECIDED)
        beyond_decided_before(k->beyond, &c->beyond, h, e);
    else if (k->beyond)
        beyond_decided(k->beyond, &c->beyond, h, e, why.kind, why.number);
    known_states_unlock(k);
    return cut;
}

bool cutoffs_check(Cutoffs *c, History *h, Machine *m, const Event *e) {
    KnownStates *k = c->known;
    bool cut;
    c->checked = (Fingerprint){0, 0};
    if (c->judge.known) {
        if (c->judge.known(c->judge.context, e, &cut)) return cut;
        State state = state_after_event(c, h, m, e);
        return c->judge.judge(c->judge.context, e, &state);
    }
    known_states_lock(k);
    bool decided = known_states_is_decided(k, e->name, &cut);
    if (decided && k->beyond) beyond_decided_before(k->beyond, &c->beyond, h, e);
    known_states_unlock(k);
    if (decided) return cut;
    bool fruitless = fruitless_ends(h, m, e);
    /* Check a fruitless round with the same invariants as a known state. */
    if (fruitless && unlikely(base_invariants)) state_after_event(c, h, m, e);
    if (fruitless || (c->symmetry && symmetry_excludes(c->symmetry, h, m, e)) ||
        (c->supplement.ends && c->supplement.ends(c->supplement.context, e)))
        return decide(c, h, e, NULL);
    State state = state_after_event(c, h, m, e);
    CoveredState assumed = {c->shape, state.progress, c->assumed.data, c->assumed.len, c->shared};
    bool looks = c->looks && !canonical_is_overdone(c->canonical);
    if (looks && coverings_has(k->coverings, m->pool, m->solver, &assumed))
        return decide(c, h, e, NULL);
    cut = decide(c, h, e, &state);
    if (looks && !cut) coverings_add(k->coverings, &assumed);
    return cut;
}

Contended *cutoffs_contended(const Cutoffs *c) { return c->known->contended; }

Fingerprint cutoffs_checked(const Cutoffs *c) { return c->checked; }
