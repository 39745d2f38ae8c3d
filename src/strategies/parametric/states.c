/* states.c — what all threads share and where each of them stands, as numbers. See
 * docs/proofs/any-threads.md. */
#include "strategies/parametric/parametric.h"
#include "vm/memory/access_log.h"
#include "vm/state/fingerprint.h"
#include <stdlib.h>

/* --- variables -------------------------------------------------------------------------------- */

/* The runtime's results of threads, which only pthread_join reads. */
#define RESULTS_NAME "results"

/* Where races are looked for, accesses to variables that nothing depends on are steps, too. */
static bool is_to_be_shown(const Proof *p, const Global *g) {
    return !g->readonly && !g->thread_local_ && g->size &&
           (!g->unread || (!g->library && p->c->shared->options->run.check_race));
}

void proof_find_variables(Proof *p) {
    const Program *program = p->c->shared->program;
    for (uint32_t k = 0; k < program->nglobals; k++) {
        const Global *g = &program->globals[k];
        VisibleRange v = {g->address, g->address + g->size};
        if (!is_to_be_shown(p, g) || (g->library && !strcmp(g->name, RESULTS_NAME))) continue;
        if (g->library) {
            vec_push(&p->fixed, v);
            continue;
        }
        Variable x = {.name = g->name};
        vec_push(&p->visible, v);
        vec_push(&p->variables, x);
    }
}

static bool has_symbolic(const Machine *m, uint64_t start, uint64_t end) {
    for (uint64_t a = start; m->memory->symbolic_bytes && a < end; a++)
        if (memory_symbolic(m->memory, a)) return true;
    return false;
}

/* Which of up to eight bytes were never written: a bit for each. Nothing else tells them from
 * zeros. */
static uint64_t never_written(const Memory *mem, uint64_t address, uint64_t size) {
    uint64_t bits = 0;
    for (uint64_t k = 0; memory_any_undefined(mem, address, size) && k < size; k++)
        bits |= (uint64_t)memory_any_undefined(mem, address + k, 1) << k;
    return bits;
}

/* A hash of bytes; those that depend on inputs count as zero. */
static Fingerprint hash_of_bytes(Proof *p, uint64_t start, uint64_t end) {
    const Machine *m = p->run->machine;
    Fingerprint f = {start, end};
    p->hashed += end - start;
    for (uint64_t a = start; a < end; a += 8) {
        uint64_t word = 0, n = MIN(end - a, 8);
        memcpy(&word, m->memory->base + a, n);
        for (uint64_t k = 0; m->memory->symbolic_bytes && k < n; k++)
            if (memory_symbolic(m->memory, a + k)) word &= ~(255ull << 8 * k);
        fingerprint_mix(&f, word);
        fingerprint_mix(&f, never_written(m->memory, a, n));
    }
    return f;
}

/* --- inputs ----------------------------------------------------------------------------------- */

#define MOST_RIGID 256

void proof_begin_state(Proof *p) {
    const Machine *m = p->run->machine;
    p->states++;
    p->alone = -1;
    for (uint32_t k = 0; k < m->nslots && p->alone < 0; k++)
        if (m->threads[k] && m->threads[k]->status == THREAD_READY &&
            operation_is_within(&m->threads[k]->pending))
            p->alone = (int)k;
}

static bool main_is_single(const Proof *p) { return p->run->machine->nthreads == 1; }

/* The expressions of one thread, or of what all share, follow. Rigid inputs have the first
 * numbers. */
void proof_begin_expressions(Proof *p) {
    canonical_begin(p->canonical);
    p->exprs.len = 0;
    for (size_t k = 0; !main_is_single(p) && k < p->rigid.len; k++)
        canonical_hash(p->canonical, expr_read(p->run->machine->pool, p->rigid.data[k], 0));
}

/* Notes the inputs of an expression of main's as rigid. */
static void note_rigid(Proof *p, const Expr *e) {
    const ExprInputs *in = expr_inputs(p->run->machine->pool, e);
    for (uint32_t k = 0; k < in->len; k++) {
        uint64_t number = canonical_number(p->canonical, in->input[k]);
        invariant(number > 0);
        while (p->rigid.len < number) vec_push(&p->rigid, in->input[k]);
        p->rigid.data[number - 1] = in->input[k];
    }
    if (p->rigid.len > MOST_RIGID) proof_refuse(p, "main has many inputs when it creates threads");
}

bool proof_is_rigid(const Proof *p, const Input *input) {
    uint64_t number = canonical_number(p->canonical, input);
    return !main_is_single(p) && number && number <= p->rigid.len;
}

static bool mix_expression(Proof *p, const Expr *e, Fingerprint *f) {
    if (e->undefined) return proof_refuse(p, "a value depends on memory that was never written");
    fingerprint_mix(f, canonical_hash(p->canonical, e));
    vec_push(&p->exprs, e);
    return true;
}

/* What inputs an expression has. */
typedef struct InputKinds {
    bool rigid, own; /* rigid ones; those of the thread whose expressions were numbered */
    bool others;     /* the rest */
} InputKinds;

static InputKinds input_kinds(const Proof *p, const Expr *e) {
    const ExprInputs *in = expr_inputs(p->run->machine->pool, e);
    InputKinds kinds = {false, false, false};
    for (uint32_t k = 0; k < in->len; k++) {
        bool rigid = proof_is_rigid(p, in->input[k]);
        bool numbered = canonical_is_numbered(p->canonical, in->input[k]);
        kinds.rigid |= rigid;
        kinds.own |= !rigid && numbered;
        kinds.others |= !rigid && !numbered;
    }
    return kinds;
}

/* Whether the inputs of an expression are rigid, or those of this thread alone. */
static bool own_inputs(Proof *p, int slot, const Expr *e) {
    const ExprInputs *in = expr_inputs(p->run->machine->pool, e);
    for (uint32_t k = 0; k < in->len; k++) {
        uint32_t id = in->input[k]->id;
        if (proof_is_rigid(p, in->input[k])) continue;
        while (p->owners.len <= id) vec_push(&p->owners, ((InputOwner){0, 0}));
        InputOwner *o = &p->owners.data[id];
        if (o->state == p->states && o->slot != slot)
            return proof_refuse(p, "threads depend on the same input");
        *o = (InputOwner){p->states, slot};
    }
    return true;
}

/* Whether the path has the same constraint already before place `at`. */
static bool is_repeated(const Machine *m, uint32_t at) {
    bool repeated = false;
    for (uint32_t k = 0; k < at && !repeated; k++)
        repeated = m->constraints.data[k].constraint == m->constraints.data[at].constraint;
    return repeated;
}

/* Adds what the path says about rigid inputs, in whatever order. */
static void mix_rigid(Proof *p, Fingerprint *f) {
    const Machine *m = p->run->machine;
    Fingerprint sum = {0, 0};
    for (uint32_t k = 0; k < m->nconstraints; k++) {
        const Expr *e = m->constraints.data[k].constraint;
        if (!input_kinds(p, e).rigid || is_repeated(m, k)) continue;
        fingerprint_add(&sum, fragment(7, canonical_hash(p->canonical, e)));
    }
    fingerprint_mix(f, sum.a);
    fingerprint_mix(f, sum.b);
}

/* Adds what the path says about the inputs of the thread's expressions, and about those that are
 * connected with them. What it says about rigid inputs belongs to what all share; nothing may be
 * said about them together with others. */
static bool mix_path_condition(Proof *p, int slot, Fingerprint *f) {
    const Machine *m = p->run->machine;
    bool *used = xcalloc(m->nconstraints + 1, sizeof *used), more = true, own = true;
    Fingerprint sum = {0, 0};
    if (main_is_single(p)) p->rigid.len = 0;
    for (size_t k = 0; k < p->exprs.len && own; k++) {
        own = own_inputs(p, slot, p->exprs.data[k]);
        if (main_is_single(p)) note_rigid(p, p->exprs.data[k]);
    }
    for (uint32_t k = 0; k < m->nconstraints && own; k++) {
        const Expr *e = m->constraints.data[k].constraint;
        InputKinds kinds = input_kinds(p, e);
        if (kinds.rigid || kinds.others || !kinds.own) continue;
        used[k] = true;
        if (!is_repeated(m, k)) fingerprint_add(&sum, fragment(9, canonical_hash(p->canonical, e)));
        if (main_is_single(p)) note_rigid(p, e);
    }
    fingerprint_mix(f, sum.a);
    fingerprint_mix(f, sum.b);
    while (more && own) {
        more = false;
        for (uint32_t k = 0; k < m->nconstraints && own; k++) {
            const Expr *e = m->constraints.data[k].constraint;
            InputKinds kinds = input_kinds(p, e);
            if (kinds.rigid && (kinds.own || kinds.others))
                own = proof_refuse(p, "an input of a thread is compared with one of main");
            if (used[k] || !own || !kinds.own) continue;
            used[k] = more = true;
            if (is_repeated(m, k)) continue;
            fingerprint_mix(f, canonical_hash(p->canonical, e));
            own = own_inputs(p, slot, e);
            if (main_is_single(p)) note_rigid(p, e);
        }
    }
    free(used);
    return own && (!canonical_is_overdone(p->canonical) ||
                   proof_refuse(p, "expressions over inputs are too large"));
}

/* Adds what a variable contains. */
static bool mix_variable(Proof *p, size_t number, Fingerprint *f) {
    const Machine *m = p->run->machine;
    VisibleRange v = p->visible.data[number];
    Fingerprint x = hash_of_bytes(p, v.start, v.end);
    for (uint64_t a = v.start; m->memory->symbolic_bytes && a < v.end; a++) {
        const Expr *e = memory_symbolic(m->memory, a);
        if (!e) continue;
        fingerprint_mix(&x, a);
        if (!mix_expression(p, e, &x)) return false;
    }
    fingerprint_mix(f, x.a);
    fingerprint_mix(f, x.b);
    proof_note_value(p, number, x.a);
    return true;
}

bool proof_counts(const Proof *p, VisibleRange variable) {
    const Machine *m = p->run->machine;
    return !machine_is_unread(m, variable.start) &&
           !symmetry_keeps_identifier(p->symmetry, m->threads[0], variable.start);
}

/* Adds what variables contain. */
static bool mix_variables(Proof *p, Fingerprint *f) {
    for (size_t k = 0; k < p->visible.len; k++)
        if (proof_counts(p, p->visible.data[k]) && !mix_variable(p, k, f)) return false;
    return true;
}

/* --- main and threads ------------------------------------------------------------------------- */

/* Returns a value of a thread in the form in which a state has it. */
typedef uint64_t PlainValue(const Proof *p, const Thread *t, uint64_t value);

/* What tells an address that has no value of its own here from a number. */
#define SOME_ADDRESS 0x5ada55

/* A value as main has it, whatever the addresses of the runtime's blocks: main holds one for each
 * thread that has not started. Other blocks, which the arguments of the program are in, count. */
static uint64_t without_blocks(const Proof *p, const Thread *t, uint64_t value) {
    /* Most values are no addresses in main's memory. */
    if (value - t->region >= region_size(0)) return value;
    for (uint32_t k = p->arguments; k < t->heap->nblocks; k++) {
        const Block *b = &t->blocks[k];
        if (value >= b->address && value - b->address < b->capacity * 16ull)
            return hash_mix(SOME_ADDRESS);
    }
    return value;
}

static uint64_t unchanged(const Proof *p, const Thread *t, uint64_t value) {
    (void)p, (void)t;
    return value;
}

/* An address in a thread's own memory as any thread has it, unlike any number. */
static uint64_t without_region(const Proof *p, const Thread *t, uint64_t value) {
    uint64_t own = symmetry_without_region(t, value);
    (void)p;
    return own == value ? value : hash_combine(own, SOME_ADDRESS);
}

/* Adds the frames of a thread from this one on: where they are, and their live registers as `plain`
 * makes them. */
static bool mix_frames_from(Proof *p, const Thread *t, uint32_t first, PlainValue *plain,
                            Fingerprint *f) {
    Machine *m = p->run->machine;
    for (uint32_t k = first; k <= t->top; k++) {
        const Frame *x = &t->frames[k];
        const Insn *call = k < t->top ? t->frames[k + 1].call : NULL;
        if (x->listed || x->ending >= 2)
            return proof_refuse(p, "main or a thread stands within an operation");
        const Insn *at = call ? insn_next_list(call) : t->pc;
        const uint64_t *live = liveness_before(m, x->function, at);
        fingerprint_mix(f, (uint64_t)(x->function - m->program->functions) << 32 |
                               (uint64_t)(at - x->function->code));
        fingerprint_mix(f, x->ending);
        for (unsigned r = 0; r < x->function->nregs; r++) {
            bool result = false;
            for (unsigned n = 0; call && n < call->d; n++) result |= insn_slots(call)[n] == r;
            if (!(live[r >> 6] >> (r & 63) & 1) || result) continue;
            const Expr *e = x->symbolic ? t->sym[x->base + r] : NULL;
            fingerprint_mix(f, (uint64_t)r << 1 | (e != NULL));
            if (e && !mix_expression(p, e, f)) return false;
            if (!e) fingerprint_mix(f, plain(p, t, t->regs[x->base + r]));
        }
    }
    return true;
}

/* Whether a thread stands before an operation, or a branch; adds that. */
static bool mix_operation(Proof *p, const Thread *t, PlainValue *plain, Fingerprint *f) {
    const Operation *o = &t->pending;
    if (t->context) return proof_refuse(p, "a thread runs on a context of its own");
    bool inside = t->section && !operation_is_within(o);
    if (inside || t->robust || t->holding || t->done || t->got)
        return proof_refuse(p, "main or a thread stands within an operation");
    fingerprint_mix(f, (uint64_t)o->kind << 16 | (uint64_t)o->size << 8 | o->flags);
    for (uint32_t k = 0; k < t->ndecisions; k++) fingerprint_mix(f, 2 + t->decisions[k]);
    if (o->kind == OPERATION_BRANCH) {
        fingerprint_mix(f, (uint64_t)o->forgotten << 1 | operation_is_within(o));
        if (!mix_expression(p, o->condition, f)) return false;
    }
    fingerprint_mix(f, plain(p, t, o->object));
#define MIX_VALUE(type, name) fingerprint_mix(f, plain(p, t, (uint64_t)t->name));
    STATE_VALUES(THREAD_STATE, MIX_VALUE)
    return true;
}

/* Whether main's heap has nothing but the arguments of the program, which are added, a block of the
 * runtime for each thread that has not started, and one for the thread that main is about to
 * create. */
static bool mix_heap_of_main(Proof *p, Fingerprint *f) {
    const Machine *m = p->run->machine;
    const Thread *t = m->threads[0];
    uint32_t live = 0, wanted = t->pending.kind == OPERATION_CREATE;
    for (uint32_t k = 0; k < p->arguments; k++) {
        const Block *b = &t->blocks[k];
        if (b->state != 1 || has_symbolic(m, b->address, b->address + b->size))
            return proof_refuse(p, "main's arguments change or are inputs");
        Fingerprint x = hash_of_bytes(p, b->address, b->address + b->size);
        fingerprint_mix(f, x.a);
        fingerprint_mix(f, x.b);
    }
    for (uint32_t k = p->arguments; k < t->heap->nblocks; k++)
        live += t->blocks[k].state == 1 && !t->blocks[k].kernel;
    for (uint32_t k = 1; k < m->nslots; k++)
        wanted += m->threads[k] && m->threads[k]->status == THREAD_READY &&
                  m->threads[k]->pending.kind == OPERATION_START;
    return live == wanted || proof_refuse(p, "main allocates memory");
}

/* Adds the memory of a thread from `start` to `end` that is there, but where identifiers of threads
 * are kept: values and addresses as `plain` makes them. No address in it is of another thread's. */
static bool mix_memory(Proof *p, const Thread *t, uint64_t start, uint64_t end, PlainValue *plain,
                       Fingerprint *f) {
    const Machine *m = p->run->machine;
    const Memory *mem = m->memory;
    p->hashed += end - start;
    for (uint64_t a = start, size; a < end; a += size) {
        uint64_t word = 0;
        bool whole = !(a & 7) && a + 8 <= end && memory_first_invalid(mem, a, 8) == a + 8 &&
                     !has_symbolic(m, a, a + 8) && !symmetry_keeps_identifier(p->symmetry, t, a) &&
                     !symmetry_keeps_identifier(p->symmetry, t, a + 7);
        size = whole ? 8 : 1;
        if (!whole &&
            (memory_first_invalid(mem, a, 1) == a || symmetry_keeps_identifier(p->symmetry, t, a)))
            continue;
        const Expr *e = !whole && mem->symbolic_bytes ? memory_symbolic(mem, a) : NULL;
        memcpy(&word, mem->base + a, size);
        fingerprint_mix(f, plain(p, t, a) << 2 | (uint64_t)whole << 1 | (e != NULL));
        fingerprint_mix(f, never_written(mem, a, size));
        if (e && !mix_expression(p, e, f)) return false;
        if (!e) fingerprint_mix(f, plain(p, t, word));
    }
    return true;
}

/* Adds the program's thread-local variables of a thread. */
static bool mix_thread_locals(Proof *p, const Thread *t, Fingerprint *f) {
    const Program *program = p->c->shared->program;
    for (uint32_t k = 0; k < program->nglobals; k++) {
        const Global *g = &program->globals[k];
        uint64_t start = t->tls + g->address;
        if (g->thread_local_ && !g->library &&
            !mix_memory(p, t, start, start + g->size, without_region, f))
            return false;
    }
    return true;
}

/* Adds main's memory. Its last event says by its name what main did so far, and what it saw; nobody
 * else writes there. So the memory is looked at once for each. */
static bool mix_memory_of_main(Proof *p, Fingerprint *f) {
    const Thread *t = p->run->machine->threads[0];
    const Event *last = history_last(&p->run->history, 0);
    MainMemory x = {last ? last->name : 0, {5, 6}};
    uint32_t at =
        index_find(&p->memories_at, hash_mix(x.event), n, p->memories.data[n].event == x.event);
    if (at == INDEX_NONE) {
        size_t before = p->exprs.len;
        if (!mix_memory(p, t, t->region, t->stack, unchanged, &x.contents)) return false;
        if (p->exprs.len == before) {
            vec_push(&p->memories, x);
            index_add(&p->memories_at, hash_mix(x.event), (uint32_t)p->memories.len - 1);
        }
    } else
        x = p->memories.data[at];
    fingerprint_mix(f, x.contents.a);
    fingerprint_mix(f, x.contents.b);
    return true;
}

static bool mix_main(Proof *p, Fingerprint *f) {
    const Thread *t = p->run->machine->threads[0];
    if (t->status == THREAD_STOPPED && !t->looping) {
        fingerprint_mix(f, THREAD_STOPPED); /* by an assumption, or an abort that is no error */
        return mix_path_condition(p, 0, f);
    }
    if (t->status != THREAD_READY) return proof_refuse(p, "main ends before other threads");
    return mix_operation(p, t, without_blocks, f) && mix_frames_from(p, t, 0, without_blocks, f) &&
           mix_memory_of_main(p, f) && mix_heap_of_main(p, f) && mix_path_condition(p, 0, f);
}

/* Adds the mutexes: free, of main, or of one of the threads, which its local state then has; and
 * how often the owner has a recursive one. */
static bool mix_mutexes(Proof *p, Fingerprint *f) {
    const Machine *m = p->run->machine;
    Fingerprint sum = {0, 0};
    for (size_t k = 0; k < m->all_objects.len; k++) {
        const SyncObject *x = m->all_objects.data[k];
        if ((x->tag & 255) != OBJECT_MUTEX)
            return proof_refuse(p, "it uses more than mutexes and atomics");
        if (x->state & ~(uint32_t)MUTEX_KIND)
            return proof_refuse(p, "a mutex is robust or destroyed");
        if (x->owner < 0) continue;
        /* Who waits for it waits for ever. */
        if (m->threads[x->owner]->status == THREAD_EXITED)
            return proof_refuse(p, "a thread ends while it holds a mutex");
        fingerprint_add(&sum,
                        fragment(x->identity, (x->owner ? 2 : 1) + 4ull * (uint64_t)x->count));
    }
    fingerprint_mix(f, sum.a);
    fingerprint_mix(f, sum.b);
    return true;
}

/* What a thread is about to do, and the mutexes that it holds. */
static bool describe_standing(Proof *p, const Thread *t, Standing *s) {
    const Machine *m = p->run->machine;
    const Operation *o = &t->pending;
    unsigned n = 0;
    *s = (Standing){0};
    if (t->status != THREAD_READY) return true;
    for (size_t k = 0; k < m->all_objects.len; k++) {
        const SyncObject *x = m->all_objects.data[k];
        if ((x->tag & 255) != OBJECT_MUTEX || x->owner != thread_slot(t)) continue;
        if (n == ARRAY_LEN(s->holds)) return proof_refuse(p, "a thread holds many mutexes");
        s->holds[n++] = x->identity;
    }
    if (o->kind == OPERATION_LOCK) s->waits_for = o->object;
    s->alone = operation_is_within(o);
    if (!operation_on_memory(o)) return true;
    s->address = o->object;
    s->size = (uint32_t)operation_extent(o);
    s->writes = o->kind != OPERATION_LOAD;
    s->atomic = o->flags & MEMORY_ATOMIC;
    return true;
}

static bool is_of_library(const Proof *p, uint64_t address) {
    for (size_t k = 0; k < p->fixed.len; k++)
        if (address >= p->fixed.data[k].start && address < p->fixed.data[k].end) return true;
    return false;
}

/* Whether all variables of libraries are as they were before the first thread. */
static bool libraries_stay(Proof *p) {
    const Memory *mem = p->run->machine->memory;
    for (size_t k = 0; k < p->fixed.len; k++) {
        VisibleRange v = p->fixed.data[k];
        if (memcmp(p->before + (v.start - GLOBALS_BASE), mem->base + v.start, v.end - v.start) != 0)
            return proof_refuse(p, "a library keeps something that changes");
    }
    /* A byte that depends on inputs has a zero underneath. */
    for (size_t k = 0; k < mem->overlay_cap && mem->symbolic_bytes; k++) {
        const OverlayBlock *x = mem->overlay[k];
        for (uint64_t b = 0; x && x->number << 8 < REGION_BASE && b < ARRAY_LEN(x->byte); b++)
            if (x->byte[b] && is_of_library(p, x->number << 8 | b))
                return proof_refuse(p, "a library keeps something that depends on inputs");
    }
    return true;
}

/* The number of the shared state; false if nothing can be said of it. */
bool proof_shared_state(Proof *p, uint32_t *out) {
    const Machine *m = p->run->machine;
    Fingerprint f = {1, 2};
    Standing s;
    proof_begin_expressions(p);
    if (!main_is_single(p)) mix_rigid(p, &f);
    if (p->alone <= 0 && !mix_variables(p, &f)) return false; /* else that thread has them */
    bool reserved = p->alone >= 0;
    fingerprint_mix(&f, reserved);
    if (!libraries_stay(p) || !mix_mutexes(p, &f) || !mix_main(p, &f) ||
        !describe_standing(p, m->threads[0], &s))
        return false;
    s.reserved = reserved;
    *out = coverability_shared(p->cover, f.a, f.b, &s);
    return true;
}

/* The number of a thread's local state, COVERABILITY_NONE if it has ended or waits for ever. */
bool proof_local_state(Proof *p, int slot, uint32_t *out) {
    const Thread *t = p->run->machine->threads[slot];
    Standing s;
    *out = COVERABILITY_NONE;
    if (t->status == THREAD_EXITED) return true;
    if (t->status == THREAD_STOPPED)
        return t->looping ? proof_refuse(p, "a thread loops for ever") : true;
    if (!describe_standing(p, t, &s)) return false;
    Fingerprint f = {p->kinds.data[slot], 3};
    for (unsigned k = 0; k < ARRAY_LEN(s.holds); k++) fingerprint_mix(&f, s.holds[k]);
    /* The first frame is the runtime's, of which nothing depends. */
    uint64_t start = t->top ? t->frames[1].stack : t->stack;
    proof_begin_expressions(p);
    if (p->alone == slot && !mix_variables(p, &f)) return false;
    if (!mix_operation(p, t, without_region, &f) || !mix_frames_from(p, t, 1, without_region, &f) ||
        !mix_memory(p, t, start, t->stack, without_region, &f) || !mix_thread_locals(p, t, &f) ||
        !mix_path_condition(p, slot, &f))
        return false;
    *out = coverability_local(p->cover, f.a, f.b, &s);
    return true;
}
