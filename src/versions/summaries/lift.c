/* lift.c — see lift.h. */
#include "versions/summaries/lift.h"
#include "base/tables/index.h"
#include "os/operations.h"
#include "vm/memory/access_log.h"
#include "vm/symbolic/lifting.h"
#include <stdlib.h>

#define MOST_WORDS 256         /* that a slice which is lifted may read or change */
#define MOST_GONE (1ull << 20) /* words of an object whose end is in it */

typedef struct Known {
    u128 value;
    uint32_t round;
} Known;

struct Lifter {
    Machine *m;
    CodeNames *names;
    VEC(Symbol) symbols;
    VEC(const Input *) input; /* of each */
    Index by_symbol;
    VEC(uint32_t) by_input; /* by id: number of the symbol + 1 */
    Substitution *actual;
    Lifting lifting;
    VEC(LogEntry) log, touched;
    /* Values of expressions and inputs in the state at hand, by id, as far as the round is the
     * present one. */
    VEC(Known) values, numbers;
    uint32_t round;
    bool open; /* something has no number */
};

Lifter *lifter_new(Machine *m, CodeNames *names) {
    /* A word has one value: marks of bytes that were never written are not lifted. */
    invariant(!m->memory->tracks_undefined);
    Lifter *l = xcalloc(1, sizeof *l);
    l->m = m;
    l->names = names;
    l->actual = substitution_new(m->pool);
    l->lifting.actual = substitution_new(m->pool);
    return l;
}

void lifter_free(Lifter *l) {
    if (!l) return;
    vec_free(&l->symbols);
    vec_free(&l->input);
    index_free(&l->by_symbol);
    vec_free(&l->by_input);
    substitution_free(l->actual);
    substitution_free(l->lifting.actual);
    vec_free(&l->lifting.conditions);
    vec_free(&l->log);
    vec_free(&l->touched);
    vec_free(&l->values);
    vec_free(&l->numbers);
    free(l);
}

/* --- symbols ---------------------------------------------------------------------------------- */

static bool same_symbol(const Symbol *x, const Symbol *y) {
    return x->is_register == y->is_register && x->word == y->word && x->slot == y->slot &&
           x->frame == y->frame && x->number == y->number;
}

const Input *lifter_input(Lifter *l, const Symbol *s) {
    uint64_t hash =
        hash_mix(s->word * 2 + s->is_register) ^
        hash_mix((uint64_t)(uint32_t)s->slot << 48 | (uint64_t)s->frame << 24 | s->number);
    uint32_t found = index_find(&l->by_symbol, hash, n, same_symbol(&l->symbols.data[n], s));
    if (found != INDEX_NONE) return l->input.data[found];
    char *name = s->is_register ? xasprintf("\x1br%d:%u:%u", s->slot, s->frame, s->number)
                                : xasprintf("\x1bm%llx", (unsigned long long)s->word);
    const Input *input = expr_input(l->m->pool, name, 8);
    free(name);
    found = (uint32_t)l->symbols.len;
    index_add(&l->by_symbol, hash, found);
    vec_push(&l->symbols, *s);
    vec_push(&l->input, input);
    while (l->by_input.len <= input->id) vec_push(&l->by_input, 0u);
    /* Symbols and inputs stand for each other one to one. */
    invariant(input->size == 8 && !l->by_input.data[input->id]);
    l->by_input.data[input->id] = found + 1;
    invariant(l->symbols.len == l->input.len && lifter_symbol(l, input) == &vec_last(&l->symbols));
    return input;
}

const Symbol *lifter_symbol(const Lifter *l, const Input *input) {
    if (input->id >= l->by_input.len || !l->by_input.data[input->id]) return NULL;
    return &l->symbols.data[l->by_input.data[input->id] - 1];
}

static const Expr *word_value(const Machine *m, uint64_t word) {
    const Memory *mem = m->memory;
    uint64_t address = word << 3, value;
    memcpy(&value, mem->base + address, 8);
    bool any = false;
    for (unsigned k = 0; mem->symbolic_bytes && k < 8 && !any; k++)
        any = memory_symbolic(mem, address + k) != NULL;
    if (!any) return expr_const(m->pool, 64, value);
    const Expr *e = NULL;
    for (unsigned k = 0; k < 8; k++) {
        const Expr *b = memory_symbolic(mem, address + k);
        if (!b) b = expr_const(m->pool, 8, (uint8_t)(value >> (8 * k)));
        e = e ? expr_concat(m->pool, b, e) : b;
    }
    return e;
}

const Expr *lifter_actual(Lifter *l, const Symbol *s) {
    const Machine *m = l->m;
    if (!s->is_register) return s->word << 3 < MEMORY_LIMIT - 8 ? word_value(m, s->word) : NULL;
    const Thread *t = (uint32_t)s->slot < m->nslots ? m->threads[s->slot] : NULL;
    if (!t || t->status != THREAD_READY || s->frame > t->top) return NULL;
    const CodeName *name = control_frame(l->names, t, s->frame);
    if (s->number >= name->nregs) return NULL;
    const Frame *f = &t->frames[s->frame];
    uint32_t at = f->base + name->reg[s->number];
    return f->symbolic && t->sym[at] ? t->sym[at] : expr_const(m->pool, 64, t->regs[at]);
}

/* --- conditions in numbers -------------------------------------------------------------------- */

static bool symbol_number(const Lifter *l, const Symbol *s, uint64_t *value) {
    const Machine *m = l->m;
    if (!s->is_register) {
        const Memory *mem = m->memory;
        uint64_t address = s->word << 3;
        if (address >= MEMORY_LIMIT - 8) return false;
        for (unsigned k = 0; mem->symbolic_bytes && k < 8; k++)
            if (memory_symbolic(mem, address + k)) return false;
        memcpy(value, mem->base + address, 8);
        return true;
    }
    const Thread *t = (uint32_t)s->slot < m->nslots ? m->threads[s->slot] : NULL;
    if (!t || t->status != THREAD_READY || s->frame > t->top) return false;
    const CodeName *name = control_frame(l->names, t, s->frame);
    if (s->number >= name->nregs) return false;
    const Frame *f = &t->frames[s->frame];
    uint32_t at = f->base + name->reg[s->number];
    *value = t->regs[at];
    return !f->symbolic || !t->sym[at];
}

static uint64_t input_number(Lifter *l, const Input *input) {
    while (l->numbers.len <= input->id) vec_push(&l->numbers, (Known){0});
    Known *k = &l->numbers.data[input->id];
    if (k->round == l->round) return (uint64_t)k->value;
    const Symbol *s = lifter_symbol(l, input);
    uint64_t value = 0;
    if (!s || !symbol_number(l, s, &value)) l->open = true;
    *k = (Known){value, l->round};
    return value;
}

static u128 ones(unsigned width) { return width >= 128 ? ~(u128)0 : ((u128)1 << width) - 1; }

static u128 lifter_value(Lifter *l, const Expr *e);

static u128 lifter_float(Lifter *l, const Expr *e) {
    u128 operand[3] = {0};
    for (unsigned k = 0; k < expr_kid_count(e); k++) operand[k] = lifter_value(l, e->kid[k]);
    return expr_fold_float((ExprOp)e->op, e->width, e->kid[0]->width, operand);
}

static u128 lifter_compute(Lifter *l, const Expr *e) {
    switch ((ExprOp)e->op) {
    case EXPR_READ: return (uint8_t)(input_number(l, e->input) >> (8 * (e->index & 7)));
    case EXPR_TABLE: {
        u128 at = lifter_value(l, e->kid[0]);
        return lifter_value(l,
                            e->table->byte[at < e->table->len ? (uint32_t)at : e->table->len - 1]);
    }
    case EXPR_NOT: return ~lifter_value(l, e->kid[0]) & ones(e->width);
    case EXPR_ZEXT: return lifter_value(l, e->kid[0]);
    case EXPR_SEXT: {
        unsigned from = e->kid[0]->width;
        u128 x = lifter_value(l, e->kid[0]);
        return (x >> (from - 1) & 1 ? x | ~ones(from) : x) & ones(e->width);
    }
    case EXPR_EXTRACT: return lifter_value(l, e->kid[0]) >> e->index & ones(e->width);
    case EXPR_CONCAT:
        return lifter_value(l, e->kid[0]) << e->kid[1]->width | lifter_value(l, e->kid[1]);
    case EXPR_ITE: return lifter_value(l, e->kid[lifter_value(l, e->kid[0]) ? 1 : 2]);
    case EXPR_AND:
        if (e->width == 1 && !lifter_value(l, e->kid[0])) return 0;
        return lifter_value(l, e->kid[0]) & lifter_value(l, e->kid[1]);
    default:
        if (expr_is_float((ExprOp)e->op)) return lifter_float(l, e);
        return expr_fold_binary((ExprOp)e->op, e->kid[0]->width, lifter_value(l, e->kid[0]),
                                lifter_value(l, e->kid[1])) &
               ones(e->width);
    }
}

static u128 lifter_value(Lifter *l, const Expr *e) {
    if (e->op == EXPR_CONST) return e->value;
    if (e->op == EXPR_READ) return lifter_compute(l, e);
    while (l->values.len <= e->id) vec_push(&l->values, (Known){0});
    if (l->values.data[e->id].round == l->round) return l->values.data[e->id].value;
    u128 value = l->open ? 0 : lifter_compute(l, e);
    l->values.data[e->id] = (Known){value, l->round};
    return value;
}

/* Two ways to see what a condition is in the state at hand: in numbers, and by putting values in.
 * One of so many is looked at. */
#define SAMPLE_CONDITIONS 32
static void check_holds(Lifter *l, const Expr *condition, Holds holds) {
    static _Thread_local uint64_t n;
    if (holds == HOLDS_MAYBE || ++n % SAMPLE_CONDITIONS) return;
    const Expr *e = lifter_evaluate(l, condition);
    invariant(!e || !expr_is_const(e) || expr_is_true(e) == (holds == HOLDS));
}

Holds lifter_holds(Lifter *l, const Expr *condition) {
    invariant(condition->width == 1);
    if (expr_is_const(condition)) return expr_is_true(condition) ? HOLDS : HOLDS_NOT;
    l->round++;
    l->open = false;
    u128 value = lifter_value(l, condition);
    Holds holds = l->open ? HOLDS_MAYBE : value ? HOLDS : HOLDS_NOT;
    if (unlikely(base_invariants)) check_holds(l, condition, holds);
    return holds;
}

const Expr *lifter_evaluate(Lifter *l, const Expr *e) {
    if (expr_is_const(e)) return e;
    const ExprInputs *in = expr_inputs(l->m->pool, e);
    substitution_begin(l->actual);
    for (uint32_t k = 0; k < in->len; k++) {
        const Symbol *s = lifter_symbol(l, in->input[k]);
        if (!s) continue;
        const Expr *value = lifter_actual(l, s);
        if (!value) return NULL;
        substitution_set(l->actual, in->input[k], value);
    }
    return substitution_apply(l->actual, e);
}

/* --- lifting ---------------------------------------------------------------------------------- */

SliceEnd slice_end(const Thread *t) {
    return (SliceEnd){.pc = t->pc,
                      .top = t->top,
                      .status = t->status,
                      .kind = t->pending.kind,
                      .object = t->pending.object,
                      .failed = t->failed || t->looping,
                      .holding = t->holding && t->held_expr};
}

bool slice_end_same(const SliceEnd *x, const SliceEnd *y) {
    return x->pc == y->pc && x->top == y->top && x->status == y->status && x->kind == y->kind &&
           x->object == y->object && x->failed == y->failed;
}

/* Carries the operation out and runs the thread on. False: the outcome is infeasible. */
static bool lifter_execute(Machine *m, int thread, uint32_t outcome) {
    bool run;
    Action a = operation_apply(m, thread, outcome, &run);
    if (a.op.kind == OPERATION_NONE) return false;
    if (run) machine_run(m, thread);
    return true;
}

static void empty_log(Thread *t) {
    log_boundary(t);
    t->log->entries.len = 0;
}

/* Whether a range of words was only brought to its end: nothing of it is there any more. */
static bool is_gone(const Machine *m, const LogEntry *e) {
    if (e->reads || e->words > MOST_GONE) return false;
    for (uint64_t w = e->word; w < e->word + e->words; w++)
        if (m->memory->valid[w]) return false;
    return true;
}

/* What the slice touches: its log goes to l->log. False: more than is lifted. */
static bool keep_log(Lifter *l, const Thread *t, const Operation *o) {
    l->log.len = 0;
    size_t words = 0;
    l->touched.len = 0;
    for (size_t k = 0; k < t->log->entries.len; k++) {
        const LogEntry *e = &t->log->entries.data[k];
        vec_push(&l->touched, *e);
        if (e->words > 1 && is_gone(l->m, e)) continue;
        if (e->words > 1 || e->vague || ++words > MOST_WORDS) return false;
        vec_push(&l->log, *e);
    }
    if (!operation_on_memory(o) || o->kind == OPERATION_FREE) return o->kind != OPERATION_FREE;
    for (uint64_t at = o->object; at < o->object + o->size; at++) {
        uint8_t bit = (uint8_t)(1 << (at & 7));
        LogEntry e = {.word = at >> 3,
                      .words = 1,
                      .reads = o->kind == OPERATION_STORE ? 0 : bit,
                      .writes = o->kind == OPERATION_LOAD ? 0 : bit};
        vec_push(&l->log, e);
    }
    return true;
}

static void lift_word(Lifter *l, uint64_t word) {
    Machine *m = l->m;
    Memory *mem = m->memory;
    uint64_t address = word << 3;
    const Input *input = lifter_input(l, &(Symbol){.word = word});
    if (substitution_of(l->lifting.actual, input)) return;
    substitution_set(l->lifting.actual, input, word_value(m, word));
    for (unsigned k = 0; k < 8; k++) {
        if (!(bits_at(mem->valid, address + k) & 1)) continue;
        memory_set_symbolic(mem, address + k, expr_read(m->pool, input, k));
        bits_fill(mem->plain, address + k, 1, false);
    }
}

static const Expr *register_symbol(Lifter *l, const Input *input) {
    return expr_read_le(l->m->pool, input, 0, 8);
}

/* The registers of a thread become symbols; what they hold goes on standing below. */
static void lift_registers(Lifter *l, Thread *t) {
    Machine *m = l->m;
    for (uint32_t k = 0; k <= t->top; k++) {
        Frame *f = &t->frames[k];
        const CodeName *name = control_frame(l->names, t, k);
        const Insn *call = k < t->top ? t->frames[k + 1].call : NULL;
        unsigned results = call && t->frames[k + 1].ending < 2 ? call->d : 0;
        if (!f->symbolic) memset(t->sym + f->base, 0, f->function->nregs * sizeof *t->sym);
        f->symbolic = true;
        f->chained = false; /* its hash was that of values */
        for (uint32_t n = results; n < name->nregs; n++) {
            uint32_t at = f->base + name->reg[n];
            const Input *input = lifter_input(l, &(Symbol){true, 0, thread_slot(t), k, n});
            const Expr *actual = t->sym[at] ? t->sym[at] : expr_const(m->pool, 64, t->regs[at]);
            substitution_set(l->lifting.actual, input, actual);
            t->sym[at] = register_symbol(l, input);
        }
    }
}

/* Registers and frames of a thread as they are, and put back. */
typedef struct SavedFrames {
    uint32_t nframes, nregs;
    Frame *frames;
    uint64_t *regs;
    const Expr **sym;
} SavedFrames;

static SavedFrames save_frames(const Thread *t) {
    const Frame *top = &t->frames[t->top];
    SavedFrames s = {t->top + 1, top->base + top->function->nregs, NULL, NULL, NULL};
    s.frames = xmalloc(s.nframes * sizeof *s.frames);
    s.regs = xmalloc((s.nregs + 1) * sizeof *s.regs);
    s.sym = xmalloc((s.nregs + 1) * sizeof *s.sym);
    memcpy(s.frames, t->frames, s.nframes * sizeof *s.frames);
    memcpy(s.regs, t->regs, s.nregs * sizeof *s.regs);
    memcpy(s.sym, t->sym, s.nregs * sizeof *s.sym);
    return s;
}

static void put_frames_back(Thread *t, SavedFrames *s) {
    memcpy(t->frames, s->frames, s->nframes * sizeof *s->frames);
    memcpy(t->regs, s->regs, s->nregs * sizeof *s->regs);
    memcpy(t->sym, s->sym, s->nregs * sizeof *s->sym);
    free(s->frames);
    free(s->regs);
    free(s->sym);
}

static void add_transfer_output(Transfer *out, const Input *symbol, const Expr *value) {
    TransferOutput x = {symbol, value};
    invariant(value->width == 64 && symbol->size == 8);
    vec_push(&out->outputs, x);
}

/* --- what the slice leaves behind ------------------------------------------------------------- */

typedef struct Changes {
    Lifter *l;
    Transfer *out;
    bool fits;
} Changes;

static bool is_unlogged_word(const Machine *m, uint64_t word) {
    for (size_t k = 0; k < m->unlogged.len; k++)
        if (word << 3 < m->unlogged.data[k].end && (word << 3) + 8 > m->unlogged.data[k].start)
            return true;
    return false;
}

static uint8_t logged_writes(const Lifter *l, uint64_t word) {
    uint8_t mask = 0;
    for (size_t k = 0; k < l->log.len; k++)
        if (l->log.data[k].word == word) mask |= l->log.data[k].writes;
    return mask;
}

static void changed_word(Changes *c, uint64_t word, const uint8_t *old, uint8_t old_valid) {
    Lifter *l = c->l;
    const Machine *m = l->m;
    const Memory *mem = m->memory;
    uint64_t address = word << 3;
    uint8_t valid = mem->valid[word], written = logged_writes(l, word);
    if (!valid || is_unlogged_word(m, word)) return;
    Symbol s = {.word = word};
    const Input *input = lifter_input(l, &s);
    const Expr *e = NULL, *actual = substitution_of(l->lifting.actual, input);
    bool changed = false;
    for (unsigned k = 0; k < 8; k++) {
        const Expr *now = memory_symbolic(mem, address + k), *before = expr_read(m->pool, input, k);
        if (!(valid >> k & 1)) {
            now = before; /* nobody reads it */
        } else if (!now) {
            /* Of what was lifted, a concrete byte was written. */
            bool same = !actual && old_valid >> k & 1 && !(written >> k & 1) &&
                        old[k] == mem->base[address + k];
            now = same ? before : expr_const(m->pool, 8, mem->base[address + k]);
        }
        changed |= now != before;
        e = e ? expr_concat(m->pool, now, e) : now;
    }
    if (changed) add_transfer_output(c->out, input, e);
    if (c->out->outputs.len > MOST_WORDS) c->fits = false;
}

static void lift_changed_line(void *context, uint64_t line, const MemoryLine *old) {
    Changes *c = context;
    if (memory_in_block(c->l->m->memory, line)) c->fits = false;
    for (unsigned k = 0; k < 8 && c->fits; k++)
        changed_word(c, line * 8 + k, old->data + 8 * k, old->valid[k]);
}

static void output_registers(Lifter *l, Transfer *out, const Thread *t) {
    if (t->status != THREAD_READY) return;
    for (uint32_t k = 0; k <= t->top; k++) {
        const Frame *f = &t->frames[k];
        const CodeName *name = control_frame(l->names, t, k);
        for (uint32_t n = 0; n < name->nregs; n++) {
            uint32_t at = f->base + name->reg[n];
            const Input *input = lifter_input(l, &(Symbol){true, 0, thread_slot(t), k, n});
            const Expr *e =
                f->symbolic && t->sym[at] ? t->sym[at] : expr_const(l->m->pool, 64, t->regs[at]);
            if (e != register_symbol(l, input)) add_transfer_output(out, input, e);
        }
    }
}

/* A transfer gives each word and register one value, and its condition holds where it was found. */
static void check_transfer(const Transfer *t) {
    invariant(t->condition->width == 1 && !expr_is_false(t->condition));
    invariant(!t->branch || t->branch->width == 1);
    for (size_t k = 0; k < t->outputs.len; k++)
        for (size_t j = 0; j < k; j++)
            invariant(t->outputs.data[j].symbol != t->outputs.data[k].symbol);
}

/* Executes the slice in symbols from the state that is lifted, and notes what it leaves behind. */
static bool execute_lifted(Lifter *l, int thread, uint32_t outcome, const SliceEnd *expected,
                           TrailMark mark, Transfer *out) {
    Machine *m = l->m;
    Thread *t = m->threads[thread];
    uint32_t ninputs = m->ninputs;
    bool was[MAX_THREADS] = {0};
    for (uint32_t k = 0; k < m->nslots; k++)
        was[k] = m->threads[k] && m->threads[k]->status != THREAD_UNUSED;
    m->lifting = &l->lifting;
    bool fine = lifter_execute(m, thread, outcome);
    m->lifting = NULL;
    SliceEnd ended = slice_end(t);
    fine = fine && !l->lifting.failed && !ended.holding && slice_end_same(&ended, expected);
    if (!fine) return false;
    Changes c = {l, out, true};
    memory_changed_lines(m->memory, mark, lift_changed_line, &c);
    output_registers(l, out, t);
    for (uint32_t k = 0; k < m->nslots; k++)
        if (m->threads[k] && !was[k] && (int)k != thread) output_registers(l, out, m->threads[k]);
    for (uint32_t k = ninputs; k < m->ninputs; k++) vec_push(&out->inputs, m->inputs.data[k]);
    out->condition = expr_bool(m->pool, true);
    for (size_t k = 0; k < l->lifting.conditions.len; k++)
        out->condition = expr_and(m->pool, out->condition, l->lifting.conditions.data[k]);
    out->branch = l->lifting.branch;
    out->end = ended;
    out->around = l->lifting.around;
    for (size_t k = 0; k < l->touched.len; k++) vec_push(&out->log, l->touched.data[k]);
    if (unlikely(base_invariants)) check_transfer(out);
    return c.fits;
}

bool lift_slice(Lifter *l, int thread, uint32_t outcome, Transfer *out) {
    Machine *m = l->m;
    Thread *t = m->threads[thread];
    Operation pending = t->pending;
    if (pending.kind == OPERATION_KERNEL || t->holding) return false;
    /* A misplaced unlock changes another thread. */
    if (pending.kind == OPERATION_UNLOCK && operation_mutex_owner(m, pending.object) != thread)
        return false;
    MachineHooks hooks = m->hooks;
    m->hooks.fault = NULL;
    m->hooks.assumption = m->hooks.incomplete = m->hooks.warning = m->hooks.bounded = NULL;
    uint64_t instructions = m->instructions, symbolic = m->memory->symbolic_bytes;
    TrailMark mark = memory_mark(m->memory);
    SliceEnd before = slice_end(t);
    m->logs_always = true;
    bool fine = lifter_execute(m, thread, outcome);
    SliceEnd expected = slice_end(t);
    fine = fine && !expected.holding && t->pending.kind != OPERATION_KERNEL &&
           keep_log(l, t, &pending);
    empty_log(t);
    memory_undo(m->memory, mark);
    if (fine) {
        SavedFrames saved = save_frames(t);
        substitution_begin(l->lifting.actual);
        l->lifting.conditions.len = 0;
        l->lifting.failed = l->lifting.around = false;
        l->lifting.branch = NULL;
        l->lifting.pending = pending.kind == OPERATION_BRANCH ? pending.condition : NULL;
        for (size_t k = 0; k < l->log.len; k++)
            if (l->log.data[k].reads && !is_unlogged_word(m, l->log.data[k].word))
                lift_word(l, l->log.data[k].word);
        lift_registers(l, t);
        fine = execute_lifted(l, thread, outcome, &expected, mark, out);
        empty_log(t);
        memory_undo(m->memory, mark);
        put_frames_back(t, &saved);
    }
    m->logs_always = false;
    /* The state is what it was, and so is what the thread is about to do in it. */
    invariant(memory_mark(m->memory) == mark);
    invariant(t->pending.kind == pending.kind && t->pending.object == pending.object);
    invariant(t->pc == before.pc && t->top == before.top && !t->log->entries.len);
    m->hooks = hooks;
    m->instructions = instructions;
    /* What became symbolic is no longer. */
    m->memory->symbolic_bytes = symbolic;
    m->memory->symbolic_changes.len = 0;
    if (!fine) transfer_clear(out);
    return fine;
}

void transfer_clear(Transfer *t) {
    vec_free(&t->outputs);
    vec_free(&t->inputs);
    vec_free(&t->log);
    *t = (Transfer){0};
}
