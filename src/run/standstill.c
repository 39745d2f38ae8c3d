/* standstill.c — see standstill.h. */
#include "run/standstill.h"
#include "vm/state/fingerprint.h"
#include "vm/system/interrupt.h"
#include <stdlib.h>

/* The most events of a round. */
#define LONGEST_ROUND 128

/* A thread that goes round. */
typedef struct Round {
    int thread;
    uint32_t depth;  /* the lowest frame that it was in */
    size_t first, n; /* its operations, among those of all */
    uint32_t loc;    /* the first place in the source that it was at */
} Round;

typedef struct Standstill {
    Run *r;
    VEC(int) ready; /* threads that can go on */
    int silent;     /* the first one that loops without a visible operation, or -1 */
    VEC(Round) rounds;
    VEC(Operation) operations;
    bool alone;  /* no other thread can notice what a round changes for a while */
    bool looks;  /* one of them looks at a clock */
    bool circle; /* threads wait for each other, cut-offs aside */
} Standstill;

/* --- who is there -------------------------------------------------------------------------------
 */

/* Sorts the threads. False if one of them stands where it is for another reason than those of a
 * standstill. */
static bool look_at_threads(Standstill *s) {
    Machine *m = s->r->machine;
    for (uint32_t k = 0; k < m->nslots; k++) {
        const Thread *t = m->threads[k];
        if (!t || t->status == THREAD_UNUSED || t->status == THREAD_EXITED) continue;
        if (t->status == THREAD_STOPPED && !t->looping) return false;
        if (t->status == THREAD_STOPPED && s->silent < 0) s->silent = (int)k;
        if (t->status != THREAD_READY) continue;
        if (t->section || interrupt_is_there(m, t)) return false; /* a signal may come */
        if (operation_enabled(m, (int)k)) vec_push(&s->ready, (int)k);
    }
    s->alone = s->ready.len == 1 && s->silent < 0;
    return s->ready.len > 0;
}

/* Whether no thread can go on but those that could at the beginning. */
static bool nobody_is_freed(const Standstill *s) {
    Machine *m = s->r->machine;
    size_t n = 0;
    for (uint32_t k = 0; k < m->nslots; k++) {
        const Thread *t = m->threads[k];
        if (!t || t->status != THREAD_READY) continue;
        bool was = n < s->ready.len && s->ready.data[n] == (int)k;
        n += was;
        if (!was && (operation_enabled(m, (int)k) || interrupt_is_there(m, t))) return false;
    }
    return true;
}

/* --- going round --------------------------------------------------------------------------------
 */

static Fingerprint expression_at(uint64_t where, const Expr *e) {
    Fingerprint f = {0, 0};
    fingerprint_mix(&f, where);
    fingerprint_mix(&f, e->hash);
    return f;
}

static void add_expression_at(void *context, uint64_t where, const Expr *e) {
    fingerprint_add(context, expression_at(where, e));
}

/* The state of the thread, and what it changed since the beginning. */
static Fingerprint standing(Machine *m, const Thread *t, Fingerprint changes) {
    fingerprint_add(&changes, fingerprint_thread(m, t));
    fingerprint_expressions(m, t, add_expression_at, &changes);
    return changes;
}

/* What others see of the step: its memory, expressions included, and objects. */
static Fingerprint step_changes(const Machine *m, const Action *a, TrailMark mark) {
    Fingerprint f = fingerprint_memory(m, mark);
    fingerprint_add(&f, operation_changes(m, a, NULL));
    fingerprint_add(&f, m->engine_change);
    for (size_t k = 0; k < m->memory->symbolic_changes.len; k++) {
        const SymbolicChange *x = &m->memory->symbolic_changes.data[k];
        (x->gone ? fingerprint_subtract : fingerprint_add)(&f, expression_at(x->address, x->byte));
    }
    return f;
}

/* The value at the object of an operation on memory; false where it is symbolic or not small. */
static bool value_at(const Machine *m, const Operation *o, uint64_t *value) {
    unsigned n = operation_extent(o);
    *value = 0;
    if (n > sizeof *value) return false;
    for (unsigned k = 0; k < n; k++)
        if (memory_symbolic(m->memory, o->object + k)) return false;
    memcpy(value, m->memory->base + o->object, n);
    return true;
}

/* Whether the operation may take what a round gives back, or the other way round: others can only
 * wait meanwhile, or fail in a try. */
static bool keeps_waiting(const Operation *o) {
    switch (o->kind) {
    case OPERATION_LOCK:
    case OPERATION_RDLOCK:
    case OPERATION_WRLOCK:
    case OPERATION_SEM_WAIT:
    case OPERATION_SEM_POST: return true;
    default: return false;
    }
}

static bool is_look(const KernelCall *call) {
    for (uint32_t k = 0; k < call->n; k++)
        if (call->item[k].writes) return false;
    return true;
}

/* Whether another thread that goes round could notice the operation, other than by being kept
 * waiting for a lock. */
static bool is_unnoticed(const Operation *o, uint32_t outcome, bool same_value) {
    switch (o->kind) {
    case OPERATION_LOAD:
    case OPERATION_SEM_VALUE:
    case OPERATION_BRANCH: return true;
    case OPERATION_STORE:
    case OPERATION_RMW: return same_value;
    case OPERATION_TRYLOCK:
    case OPERATION_TRYRDLOCK:
    case OPERATION_TRYWRLOCK:
    case OPERATION_SEM_TRYWAIT: return outcome == 0;
    case OPERATION_UNLOCK:
    case OPERATION_RWUNLOCK: return true;
    case OPERATION_KERNEL: return is_look(o->call);
    default: return keeps_waiting(o);
    }
}

/* Takes a step of the thread. False if it can be taken in several ways, stops the thread, or may be
 * noticed. */
static bool step_ahead(Standstill *s, int thread, Fingerprint *changes) {
    Run *r = s->r;
    Machine *m = r->machine;
    uint32_t outcomes[MAX_OUTCOMES];
    if (!operation_enabled(m, thread) || run_outcomes(r, thread, outcomes) != 1) return false;
    const Operation o = m->threads[thread]->pending;
    bool memory = operation_on_memory(&o);
    uint64_t before = 0, after = 1;
    bool known = memory && value_at(m, &o, &before);
    TrailMark mark = memory_mark(m->memory);
    if (!run_step(r, thread, outcomes[0])) return false;
    fingerprint_add(changes, step_changes(m, &vec_last(&r->history.path)->action, mark));
    if (known) value_at(m, &o, &after);
    vec_push(&s->operations, o);
    return m->threads[thread]->status == THREAD_READY &&
           (s->alone || is_unnoticed(&o, outcomes[0], known && before == after)) &&
           nobody_is_freed(s);
}

/* Whether a place is before another one, in the order of files, lines and columns. */
static bool is_place_before(const Program *p, uint32_t a, uint32_t b) {
    const Loc *x = &p->locs[a], *y = &p->locs[b];
    int files = strcmp(x->file ? x->file : "", y->file ? y->file : "");
    return files ? files < 0 : x->line != y->line ? x->line < y->line : x->column < y->column;
}

/* Lets a thread go round once, and takes that back. False if it does not come back to where it
 * is. */
static bool goes_round(Standstill *s, int thread) {
    Run *r = s->r;
    Machine *m = r->machine;
    const Thread *t = m->threads[thread];
    size_t length = r->history.path.len;
    Fingerprint changes = {0, 0}, begin = standing(m, t, changes);
    Round round = {
        .thread = thread, .depth = t->top, .first = s->operations.len, .loc = machine_loc(m, t)};
    uint32_t begun = t->steps;
    bool back = false;
    for (unsigned n = 0; n < LONGEST_ROUND && !back; n++) {
        if (!step_ahead(s, thread, &changes)) break;
        uint32_t loc = machine_loc(m, t);
        if (is_place_before(m->program, loc, round.loc)) round.loc = loc;
        round.depth = MIN(round.depth, MIN(t->low_water, t->top));
        back = fingerprint_same(begin, standing(m, t, changes));
    }
    s->looks |= t->looked_at > begun;
    run_undo(r, length);
    round.n = s->operations.len - round.first;
    if (back) vec_push(&s->rounds, round);
    return back;
}

/* --- whether it is meant to end ------------------------------------------------------------------
 */

/* Whether control can leave the function from an instruction on: by returning, or by a call that
 * ends the thread or the process, other than for a failure. */
static bool may_leave(const Program *p, const Function *f, const Insn *from) {
    uint8_t *seen = xcalloc(f->code_len + 1, 1);
    VEC(uint32_t) open = {0};
    bool leaves = f->hidden_jumps; /* not known */
    vec_push(&open, (uint32_t)(from - f->code));
    while (open.len && !leaves) {
        uint32_t k = vec_pop(&open);
        const Function *called = NULL; /* by the instruction before */
        while (k < f->code_len && !seen[k] && !leaves) {
            const Insn *i = &f->code[k];
            unsigned op = insn_op(i);
            seen[k] = 1;
            leaves = op == OP_RET || op == OP_RETV || op == OP_RETN ||
                     (op == OP_UNREACHABLE && called && !function_keeps(called, REPORTS_END));
            if (op_flags[op] & F_BRANCH) vec_push(&open, k + (uint32_t)(i->imm >> 32));
            const SwitchTable *table = op == OP_SWITCH ? &p->switches[i->imm] : NULL;
            for (uint32_t j = 0; table && j <= table->len; j++)
                vec_push(&open, j < table->len ? table->target[j] : table->otherwise);
            if (op_flags[op] & F_END) break;
            called = op == OP_CALL ? &p->functions[i->imm] : NULL;
            k = op_flags[op] & F_LIST ? (uint32_t)(insn_next_list(i) - f->code) : k + 1;
        }
    }
    vec_free(&open);
    free(seen);
    return leaves;
}

static bool waits(const Standstill *s, const Round *round) {
    const Machine *m = s->r->machine;
    const Thread *t = m->threads[round->thread];
    const Frame *f = &t->frames[round->depth];
    const Insn *call = round->depth < t->top ? t->frames[round->depth + 1].call : NULL;
    if (round->depth < t->top && !call) return false;
    return f->function && may_leave(m->program, f->function, call ? insn_next_list(call) : t->pc);
}

static bool is_try(const Operation *o) {
    return !keeps_waiting(o) && o->kind != OPERATION_UNLOCK && o->kind != OPERATION_RWUNLOCK;
}

/* Whether what one thread takes on its way round could make a try of another one fail. */
static bool is_disturbed(const Standstill *s) {
    for (size_t a = 0; a < s->rounds.len; a++)
        for (size_t b = 0; b < s->rounds.len; b++) {
            const Round *x = &s->rounds.data[a], *y = &s->rounds.data[b];
            if (a == b) continue;
            for (size_t j = x->first; j < x->first + x->n; j++)
                for (size_t k = y->first; k < y->first + y->n; k++) {
                    const Operation *o = &s->operations.data[j], *q = &s->operations.data[k];
                    if (keeps_waiting(o) && o->object == q->object && is_try(q)) return true;
                }
        }
    return false;
}

/* Makes the cut-offs of the path usual events, since nothing may come after a cut-off. Lists them
 * in *cut. */
static void leave_cutoffs(Run *r, EventList *cut) {
    for (size_t k = 0; k < r->history.own.len; k++) {
        const EventList *own = &r->history.own.data[k];
        if (!own->len || !vec_last(own)->cutoff) continue;
        vec_last(own)->cutoff = false;
        vec_push(cut, vec_last(own));
    }
}

static void return_cutoffs(EventList *cut) {
    for (size_t k = 0; k < cut->len; k++) cut->data[k]->cutoff = true;
    vec_free(cut);
}

/* Whether all threads that can go on go round. Limits of time-outs and sleeps are ours, and those
 * who go round know of none. */
static bool all_go_round(Standstill *s) {
    Run *r = s->r;
    RunHooks hooks = r->hooks;
    const SystemOptions *system = r->machine->system;
    SystemOptions unlimited = *system;
    unlimited.max_timeouts = unlimited.max_sleeps = 0;
    uint64_t steps = r->nsteps, instructions = r->machine->instructions;
    int32_t last = r->last_thread;
    bool raced = r->raced, parked = r->machine->parked;
    if (r->machine->exited || r->loaded) return false;
    r->machine->system = &unlimited;
    bool found = look_at_threads(s);
    uint8_t *cover = found ? machine_keep_cover(r->machine) : NULL;
    /* What the next pass has to treat otherwise is told once only, and may be told here. */
    r->hooks = (RunHooks){.context = hooks.context,
                          .interrupted = hooks.interrupted,
                          .order = hooks.order,
                          .show = hooks.show,
                          .contended = hooks.contended};
    EventList cut = {0};
    leave_cutoffs(r, &cut);
    s->circle = run_has_circle(r);
    r->looks_ahead = r->history.uncounted = true;
    for (size_t k = 0; k < s->ready.len && found; k++) found = goes_round(s, s->ready.data[k]);
    r->looks_ahead = r->history.uncounted = false;
    return_cutoffs(&cut);
    r->hooks = hooks;
    r->nsteps = steps;
    r->machine->instructions = instructions;
    r->last_thread = last;
    r->raced = raced;
    r->machine->parked = parked;
    r->machine->system = system;
    if (cover) machine_return_cover(r->machine, cover);
    return found && !is_disturbed(s);
}

static void standstill_free(Standstill *s) {
    vec_free(&s->ready);
    vec_free(&s->rounds);
    vec_free(&s->operations);
}

uint64_t run_end_state(const Run *r) {
    Fingerprint sum = {0, 0};
    for (size_t k = 0; k < r->history.own.len; k++) {
        const EventList *own = &r->history.own.data[k];
        if (own->len) fingerprint_add(&sum, vec_last(own)->state);
    }
    uint64_t hash = hash_combine(sum.a, sum.b);
    const Machine *m = r->machine;
    for (size_t k = 0; k < m->visible.len; k++)
        hash = hash_combine(hash, hash_combine(m->visible.data[k].start, m->visible.data[k].end));
    return hash;
}

bool run_goes_round(Run *r) {
    Standstill s = {.r = r, .silent = -1};
    bool found = all_go_round(&s);
    standstill_free(&s);
    return found;
}

int run_stands_still(Run *r, uint32_t *loc) {
    Standstill s = {.r = r, .silent = -1};
    bool found = all_go_round(&s);
    int first = found ? s.silent : -1;
    if (first >= 0) *loc = machine_loc(r->machine, r->machine->threads[first]);
    for (size_t k = 0; k < s.rounds.len && found && !s.circle && first < 0; k++) {
        if (!waits(&s, &s.rounds.data[k])) continue;
        first = s.rounds.data[k].thread;
        *loc = s.rounds.data[k].loc;
    }
    if (first >= 0 && s.looks) {
        const Machine *m = r->machine;
        if (m->hooks.incomplete)
            m->hooks.incomplete(m->hooks.context,
                                "a thread waits in a loop until a clock shows a later time, which "
                                "is not explored unless it sleeps or waits in a system call there");
        first = -1;
    }
    standstill_free(&s);
    return first;
}
