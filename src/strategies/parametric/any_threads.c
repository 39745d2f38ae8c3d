/* any_threads.c — see any_threads.h. */
#include "strategies/parametric/any_threads.h"
#include "strategies/parametric/coverability.h"
#include "base/hash_set.h"
#include "state/symmetry/symmetry.h"
#include "vm/memory/access_log.h"
#include "vm/state/fingerprint.h"
#include <stdlib.h>

/* Limits: threads at once, and nodes of the tree. */
#define MOST_ALIVE 6
#define MOST_NODES 200000

typedef struct Proof {
    Campaign *c;
    Run *run;
    Symmetry *symmetry;
    Coverability *cover;
    const char *refused; /* why nothing can be said; NULL: nothing stands in the way so far */
    VEC(VisibleRange) visible;
    VEC(VisibleRange) fixed;  /* variables of libraries: they must stay as they are */
    uint8_t *before;          /* the variables before the first thread is created */
    VEC(uint64_t) kinds;      /* by slot: what the thread runs; 0: it was not created yet */
    HashSet seen;             /* states of so many threads */
    unsigned alive;           /* threads at once */
    uint32_t first;           /* the shared state before the first thread is created */
    size_t begins;            /* steps of main before that */
    uint32_t arguments;       /* blocks of main's heap that have the arguments of the program */
    uint64_t work, most_work; /* counted so far; a limit */
    bool later;               /* it may succeed with more work */
} Proof;

static bool refuse(Proof *p, const char *why) {
    if (!p->refused) p->refused = why;
    return false;
}

/* --- what a run must not show ----------------------------------------------------------------- */

static void on_fault(void *proof, Run *r, const Fault *f) {
    (void)r, (void)f;
    refuse(proof, "an execution with few threads ends in an error");
}

/* A race on a variable that nothing depends on is no matter unless races are looked for. */
static void on_race(void *proof, Run *r, const RaceAccess *a, const RaceAccess *b) {
    const Proof *p = proof;
    uint64_t start = a->word << 3, end = start + 8 * MAX(b->words, 1);
    bool unread = true;
    for (uint64_t k = start; k < end && unread; k++)
        unread = machine_is_unread(r->machine, k) || !((a->mask | b->mask) >> (k & 7) & 1);
    if (unread && !a->vague && !b->vague && !p->c->shared->options->run.check_race) return;
    refuse(proof, "memory that is not the program's own variables is shared");
}

static void on_incomplete(void *proof, const char *text) {
    (void)text;
    refuse(proof, "values were dropped in an execution");
}

static void on_order(void *proof, Run *r, uint64_t object) {
    (void)r, (void)object;
    refuse(proof, "operations depend on each other more than expected");
}

static void on_show(void *proof, Run *r, VisibleRange bytes) {
    (void)r, (void)bytes;
    refuse(proof, "it looks at more than its variables");
}

static bool on_interrupted(void *proof) { return campaign_stop(((Proof *)proof)->c); }

/* --- states ----------------------------------------------------------------------------------- */

/* The runtime's results of threads, which only pthread_join reads. */
#define RESULTS_NAME "results"

static bool is_mutable(const Global *g) {
    return !g->readonly && !g->thread_local_ && !g->unread && g->size;
}

static void find_variables(Proof *p) {
    const Program *program = p->c->shared->program;
    for (uint32_t k = 0; k < program->nglobals; k++) {
        const Global *g = &program->globals[k];
        VisibleRange v = {g->address, g->address + g->size};
        if (!is_mutable(g) || (g->library && !strcmp(g->name, RESULTS_NAME))) continue;
        if (g->library)
            vec_push(&p->fixed, v);
        else
            vec_push(&p->visible, v);
    }
}

static Fingerprint hash_of_bytes(Proof *p, uint64_t start, uint64_t end) {
    const Machine *m = p->run->machine;
    Fingerprint f = {start, end};
    for (uint64_t a = start; a < end; a += 8) {
        uint64_t word = 0;
        memcpy(&word, m->memory->base + a, MIN(end - a, 8));
        fingerprint_mix(&f, word);
    }
    return f;
}

static bool has_symbolic(const Machine *m, uint64_t start, uint64_t end) {
    for (uint64_t a = start; m->memory->symbolic_bytes && a < end; a++)
        if (memory_symbolic(m->memory, a)) return true;
    return false;
}

/* A value as main has it, whatever the addresses of the runtime's blocks: main holds one for each
 * thread that has not started. Other blocks, which the arguments of the program are in, count. */
static uint64_t without_blocks(const Proof *p, const Thread *t, uint64_t value) {
    for (uint32_t k = p->arguments; k < t->heap->nblocks; k++) {
        const Block *b = &t->blocks[k];
        if (value >= b->address && value - b->address < b->capacity * 16ull) return 1;
    }
    return value;
}

/* An address in a thread's own memory as any thread has it. */
static uint64_t without_region(const Proof *p, const Thread *t, uint64_t value) {
    (void)p;
    return symmetry_without_region(t, value);
}

/* Adds the frames of a thread from this one on: where they are, and their live registers as `plain`
 * makes them. */
static bool mix_frames_from(Proof *p, const Thread *t, uint32_t first,
                            uint64_t (*plain)(const Proof *p, const Thread *t, uint64_t value),
                            Fingerprint *f) {
    Machine *m = p->run->machine;
    for (uint32_t k = first; k <= t->top; k++) {
        const Frame *x = &t->frames[k];
        const Insn *call = k < t->top ? t->frames[k + 1].call : NULL;
        if (x->symbolic || x->listed || x->ending >= 2)
            return refuse(p, "main or a thread has symbolic data");
        const Insn *at = call ? insn_next_list(call) : t->pc;
        const uint64_t *live = liveness_before(m, x->function, at);
        fingerprint_mix(f, (uint64_t)(x->function - m->program->functions) << 32 |
                               (uint64_t)(at - x->function->code));
        fingerprint_mix(f, x->ending);
        for (unsigned r = 0; r < x->function->nregs; r++) {
            bool result = false;
            for (unsigned n = 0; call && n < call->d; n++) result |= insn_slots(call)[n] == r;
            if (!(live[r >> 6] >> (r & 63) & 1) || result) continue;
            fingerprint_mix(f, r);
            fingerprint_mix(f, plain(p, t, t->regs[x->base + r]));
        }
    }
    return true;
}

/* Whether a thread stands before an operation and depends on no input; adds the operation. */
static bool mix_operation(Proof *p, const Thread *t,
                          uint64_t (*plain)(const Proof *p, const Thread *t, uint64_t value),
                          Fingerprint *f) {
    const Operation *o = &t->pending;
    if (t->section || t->robust || t->holding || t->done || t->ndecisions ||
        o->kind == OPERATION_BRANCH)
        return refuse(p, "main or a thread depends on inputs, or stands within an operation");
    fingerprint_mix(f, (uint64_t)o->kind << 16 | (uint64_t)o->size << 8 | o->flags);
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
            return refuse(p, "main's arguments change or are inputs");
        Fingerprint x = hash_of_bytes(p, b->address, b->address + b->size);
        fingerprint_mix(f, x.a);
        fingerprint_mix(f, x.b);
    }
    for (uint32_t k = p->arguments; k < t->heap->nblocks; k++)
        live += t->blocks[k].state == 1 && !t->blocks[k].kernel;
    for (uint32_t k = 1; k < m->nslots; k++)
        wanted += m->threads[k] && m->threads[k]->status == THREAD_READY &&
                  m->threads[k]->pending.kind == OPERATION_START;
    return live == wanted || refuse(p, "main allocates memory");
}

/* Adds main's stack: all bytes that are there, but where identifiers of threads are kept. */
static bool mix_stack(Proof *p, const Thread *t, Fingerprint *f) {
    const Machine *m = p->run->machine;
    if (has_symbolic(m, t->region, t->stack)) return refuse(p, "main has symbolic data");
    for (uint64_t a = t->region; a < t->stack; a++) {
        if (memory_first_invalid(m->memory, a, 1) == a ||
            symmetry_keeps_identifier(p->symmetry, t, a))
            continue;
        fingerprint_mix(f, a << 8 | m->memory->base[a]);
    }
    return true;
}

static bool mix_main(Proof *p, Fingerprint *f) {
    const Thread *t = p->run->machine->threads[0];
    if (t->status != THREAD_READY) return refuse(p, "main ends");
    return mix_operation(p, t, without_blocks, f) && mix_frames_from(p, t, 0, without_blocks, f) &&
           mix_stack(p, t, f) && mix_heap_of_main(p, f);
}

/* Adds the mutexes: free, of main, or of one of the threads, which its local state then has; and
 * how often the owner has a recursive one. */
static bool mix_mutexes(Proof *p, Fingerprint *f) {
    const Machine *m = p->run->machine;
    Fingerprint sum = {0, 0};
    for (size_t k = 0; k < m->all_objects.len; k++) {
        const SyncObject *x = m->all_objects.data[k];
        if ((x->tag & 255) != OBJECT_MUTEX)
            return refuse(p, "it uses more than mutexes and atomics");
        if (x->state & ~(uint32_t)MUTEX_KIND) return refuse(p, "a mutex is robust or destroyed");
        if (x->owner < 0) continue;
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
    for (size_t k = 0; k < m->all_objects.len; k++) {
        const SyncObject *x = m->all_objects.data[k];
        if ((x->tag & 255) != OBJECT_MUTEX || x->owner != thread_slot(t)) continue;
        if (n == ARRAY_LEN(s->holds)) return refuse(p, "a thread holds many mutexes");
        s->holds[n++] = x->identity;
    }
    if (o->kind == OPERATION_LOCK) s->waits_for = o->object;
    if (o->kind == OPERATION_SECTION) s->everywhere = true;
    if (!operation_on_memory(o)) return true;
    s->address = o->object;
    s->size = (uint32_t)operation_extent(o);
    s->writes = o->kind != OPERATION_LOAD;
    s->atomic = o->flags & MEMORY_ATOMIC;
    return true;
}

/* The number of the shared state; false if nothing can be said of it. */
static bool shared_state(Proof *p, uint32_t *out) {
    const Machine *m = p->run->machine;
    Fingerprint f = {1, 2};
    Standing s;
    for (size_t k = 0; k < p->visible.len; k++) {
        VisibleRange v = p->visible.data[k];
        if (has_symbolic(m, v.start, v.end)) return refuse(p, "a variable depends on inputs");
        Fingerprint x = hash_of_bytes(p, v.start, v.end);
        if (symmetry_keeps_identifier(p->symmetry, m->threads[0], v.start)) continue;
        fingerprint_mix(&f, x.a);
        fingerprint_mix(&f, x.b);
    }
    for (size_t k = 0; k < p->fixed.len; k++) {
        VisibleRange v = p->fixed.data[k];
        if (memcmp(p->before + (v.start - GLOBALS_BASE), m->memory->base + v.start,
                   v.end - v.start) != 0)
            return refuse(p, "a library keeps something that changes");
    }
    if (!mix_mutexes(p, &f) || !mix_main(p, &f) || !describe_standing(p, m->threads[0], &s))
        return false;
    *out = coverability_shared(p->cover, f.a, f.b, &s);
    return true;
}

/* Adds the memory of a thread's frames above the runtime's. No address in it is of another
 * thread's. */
static bool mix_own_stack(Proof *p, const Thread *t, Fingerprint *f) {
    const Memory *mem = p->run->machine->memory;
    uint64_t start = t->top ? t->frames[1].stack : t->stack;
    if (has_symbolic(p->run->machine, start, t->stack))
        return refuse(p, "a thread has symbolic data");
    for (uint64_t a = start; a < t->stack;) {
        uint64_t word;
        memcpy(&word, mem->base + a, sizeof word);
        bool whole = !(a & 7) && a + 8 <= t->stack && memory_first_invalid(mem, a, 8) == a + 8;
        if (whole || memory_first_invalid(mem, a, 1) != a) {
            fingerprint_mix(f, a - t->region);
            fingerprint_mix(f, whole ? symmetry_without_region(t, word) : word & 255);
        }
        a += whole ? 8 : 1;
    }
    return true;
}

/* The number of a thread's local state, COVERABILITY_NONE if it has ended or waits for ever. */
static bool thread_local_state(Proof *p, int slot, uint32_t *out) {
    const Thread *t = p->run->machine->threads[slot];
    Standing s;
    *out = COVERABILITY_NONE;
    if (t->status == THREAD_EXITED) return true;
    if (t->status == THREAD_STOPPED)
        return t->failed || t->looping ? refuse(p, "a thread fails or hangs") : true;
    if (!describe_standing(p, t, &s)) return false;
    Fingerprint f = {p->kinds.data[slot], 3};
    for (unsigned k = 0; k < ARRAY_LEN(s.holds); k++) fingerprint_mix(&f, s.holds[k]);
    /* The first frame is the runtime's, of which nothing depends. */
    if (!mix_operation(p, t, without_region, &f) || !mix_frames_from(p, t, 1, without_region, &f) ||
        !mix_own_stack(p, t, &f))
        return false;
    *out = coverability_local(p->cover, f.a, f.b, &s);
    return true;
}

/* --- steps ------------------------------------------------------------------------------------ */

/* The size of what the runtime tells a thread at its start (`struct start`, runtime/thread.c). */
#define START_BYTES 160

/* Whether a thread keeps to its registers and to variables of the program. */
static bool keeps_to_variables(Proof *p, int slot, uint64_t argument) {
    const Thread *t = p->run->machine->threads[slot];
    for (size_t k = 0; slot && k < t->log->entries.len; k++) {
        const LogEntry *l = &t->log->entries.data[k];
        uint64_t address = l->word << 3, end = address + 8 * MAX(l->words, 1);
        if (l->vague) return refuse(p, "an address depends on inputs");
        if (end > t->region && address < t->region + region_size((uint32_t)slot)) continue;
        if (address >= REGION_BASE && (address < argument || end > argument + START_BYTES))
            return refuse(p, "a thread uses memory of another one");
    }
    return true;
}

/* Notes what main's creation made. */
static bool note_creation(Proof *p, const Action *a, uint32_t *created) {
    Machine *m = p->run->machine;
    int slot = a->op.target;
    if (a->thread || slot <= 0) return refuse(p, "threads create threads");
    uint64_t kind = symmetry_kind_created(p->symmetry, m, a, true);
    if (!kind) return refuse(p, "threads may be told apart");
    while (p->kinds.len <= (size_t)slot) vec_push(&p->kinds, 0);
    p->kinds.data[slot] = kind;
    return thread_local_state(p, slot, created);
}

/* A state: the shared one, and how often which local one. */
static bool add_state(Proof *p, uint32_t shared, const uint32_t *locals, unsigned n) {
    uint64_t sum = hash_mix(shared + 1ull) * 3;
    for (unsigned k = 0; k < n; k++) sum += hash_mix(hash_mix(locals[k] + 1ull) + 7);
    return hash_set_add(&p->seen, sum | 1);
}

/* A step that a thread can take in a state, and whether it was unknown so far. */
typedef struct Move {
    Choice choice;
    uint32_t local;
    bool is_new;
} Move;

typedef struct Place {
    VEC(Move) moves;
    uint32_t next, shared;
} Place;

/* Takes a step and adds it to the system. False: it is infeasible. */
static bool take_move(Proof *p, const Place *here, const Move *x) {
    Run *r = p->run;
    Machine *m = r->machine;
    int thread = x->choice.thread;
    const Thread *t = m->threads[thread];
    uint64_t argument = t->pending.kind == OPERATION_START ? t->regs[0] : 0;
    uint32_t next, then = COVERABILITY_NONE;
    if (!run_step(r, thread, x->choice.outcome)) return false;
    const Action *a = &vec_last(&r->history.path)->action;
    if (m->exited || m->parked || m->stop_now) refuse(p, "main ends, or a thread runs for long");
    if (p->refused || !keeps_to_variables(p, thread, argument)) return true;
    if (a->op.kind == OPERATION_CREATE && !note_creation(p, a, &then)) return true;
    if (thread && !thread_local_state(p, thread, &then)) return true;
    if (shared_state(p, &next) && x->is_new)
        coverability_step(p->cover, here->shared, x->local, next, then);
    return true;
}

/* Whether the operation depends on variables, on mutexes, and on its own thread only. */
static bool is_understood(const Operation *o) {
    switch (o->kind) {
    case OPERATION_START:
    case OPERATION_CREATE:
    case OPERATION_EXIT:
    case OPERATION_LOCK:
    case OPERATION_TRYLOCK:
    case OPERATION_UNLOCK:
    case OPERATION_LOAD:
    case OPERATION_STORE:
    case OPERATION_RMW:
    case OPERATION_SECTION: return true;
    default: return false;
    }
}

/* Adds the moves of a thread, none if it has to wait. */
static void add_moves(Proof *p, Place *here, int thread, uint32_t local, bool enabled) {
    uint32_t outcomes[MAX_OUTCOMES];
    Machine *m = p->run->machine;
    if (!is_understood(&m->threads[thread]->pending))
        refuse(p, "a thread does more than to use variables and mutexes, or asks about inputs");
    bool is_new = !coverability_know(p->cover, here->shared, local);
    unsigned some = enabled ? operation_outcomes(m, thread, outcomes) : 0;
    for (unsigned j = 0; j < some; j++) {
        Move x = {{thread, outcomes[j]}, local, is_new};
        vec_push(&here->moves, x);
    }
}

/* Finds the moves in the present state; of threads that stand alike, those of one. False: the state
 * is known, or nothing can be said of it. */
static bool place_here(Proof *p, Place *here) {
    Run *r = p->run;
    const Machine *m = r->machine;
    int threads[MAX_THREADS], slot[MOST_ALIVE];
    uint32_t locals[MOST_ALIVE];
    bool enabled[MAX_THREADS] = {false};
    unsigned n = 0;
    *here = (Place){0};
    if (!shared_state(p, &here->shared)) return false;
    for (uint32_t k = 1; k < m->nslots; k++) {
        if (!m->threads[k] || m->threads[k]->status != THREAD_READY) continue;
        slot[n] = (int)k;
        if (!thread_local_state(p, (int)k, &locals[n++])) return false;
    }
    if (!add_state(p, here->shared, locals, n)) return false;
    unsigned ready = run_enabled(r, threads);
    for (unsigned k = 0; k < ready; k++) enabled[threads[k]] = true;
    if (m->threads[0]->pending.kind != OPERATION_CREATE || n < p->alive)
        add_moves(p, here, 0, COVERABILITY_MAIN, enabled[0]);
    for (unsigned k = 0; k < n; k++) {
        bool first = true;
        for (unsigned j = 0; j < k; j++) first &= locals[j] != locals[k];
        if (first) add_moves(p, here, slot[k], locals[k], enabled[slot[k]]);
    }
    return !p->refused;
}

/* --- executions ------------------------------------------------------------------------------- */

/* The cost of a step, which a hash of the state follows, in instructions that take about as long;
 * and the work that is spent in any case, beside a half of what the exploration took so far. */
#define STEP_WORK 8000
#define LEAST_WORK 40000000ull

static bool is_over(Proof *p) {
    uint64_t work = p->run->machine->instructions + STEP_WORK * p->run->nsteps;
    p->c->search_work += work - p->work;
    p->work = work;
    p->later |= !p->refused && work > p->most_work;
    if (p->later) refuse(p, "it takes more states than are looked at so far");
    return p->refused || campaign_stop(p->c);
}

/* Executes everything with so many threads at once, each state once. */
static void execute_all(Proof *p) {
    VEC(Place) stack = {0};
    Place next;
    hash_set_clear(&p->seen);
    run_undo(p->run, p->begins);
    if (place_here(p, &next)) vec_push(&stack, next);
    while (stack.len && !is_over(p)) {
        Place *here = &vec_last(&stack);
        bool down = false;
        while (here->next < here->moves.len && !down && !p->refused)
            down = take_move(p, here, &here->moves.data[here->next++]);
        if (down && !p->refused && place_here(p, &next)) {
            vec_push(&stack, next);
            continue;
        }
        if (down) {
            run_undo(p->run, p->begins + stack.len - 1);
            if (!p->refused) vec_free(&next.moves);
            continue;
        }
        vec_free(&here->moves);
        stack.len--;
        if (stack.len) run_undo(p->run, p->begins + stack.len - 1);
    }
    for (size_t k = 0; k < stack.len; k++) vec_free(&stack.data[k].moves);
    vec_free(&stack);
}

#define MOST_BEFORE 10000 /* steps of main before it creates a thread */

/* Lets main come to where it creates the first thread. */
static bool begin(Proof *p) {
    Run *r = p->run;
    Machine *m = r->machine;
    int threads[MAX_THREADS];
    uint32_t outcomes[MAX_OUTCOMES];
    run_start(r, p->visible.data, p->visible.len);
    p->arguments = r->machine->threads[0]->heap->nblocks;
    while (m->threads[0]->pending.kind != OPERATION_CREATE && !is_over(p)) {
        if (run_enabled(r, threads) != 1 || threads[0] || !is_understood(&m->threads[0]->pending) ||
            operation_outcomes(m, 0, outcomes) != 1 || r->history.path.len > MOST_BEFORE)
            return refuse(p, "main does something else before it creates threads");
        run_step(r, 0, outcomes[0]);
    }
    p->begins = r->history.path.len;
    uint64_t size = p->c->shared->program->image_size;
    p->before = xmalloc(size + 1);
    memcpy(p->before, m->memory->base + GLOBALS_BASE, size);
    return !is_over(p) && shared_state(p, &p->first);
}

static bool stops(void *proof) { return is_over(proof); }

/* Counts after executions with more and more threads. */
static bool prove(Proof *p) {
    bool races = p->c->shared->options->run.check_race;
    for (p->alive = 1; p->alive <= MOST_ALIVE; p->alive++) {
        execute_all(p);
        if (is_over(p)) return false;
        switch (coverability_explore(p->cover, p->first, races, MOST_NODES, stops, p)) {
        case COVERABILITY_CLOSED: return true;
        case COVERABILITY_UNKNOWN: continue;
        case COVERABILITY_RACE: return refuse(p, "two threads may race");
        case COVERABILITY_DEADLOCK: return refuse(p, "threads may wait for each other");
        case COVERABILITY_LARGE: return refuse(p, "there are too many states");
        }
    }
    return refuse(p, "more threads meet more states");
}

static char *describe_proof(const Proof *p) {
    uint32_t shared, locals, nodes;
    coverability_count(p->cover, &shared, &locals, &nodes);
    return xasprintf(
        "any number of threads: %u states that they share, %u in which a thread can be, "
        "%u of how many are in which; all met with at most %u at once",
        shared, locals, nodes, p->alive);
}

AnyThreadsEnd prove_any_threads(Campaign *c, char **text) {
    Proof p = {.c = c, .most_work = MAX(LEAST_WORK, campaign_work(c) / 2)};
    const CampaignOptions *o = c->shared->options;
    *text = NULL;
    if ((o->system && o->system->max_faults) ||
        (o->run.check_race && c->shared->program->weak_atomics)) {
        *text = xstrdup("with faults, or with relaxed atomics where races are looked for");
        return ANY_THREADS_REFUSED;
    }
    if (!(p.symmetry = symmetry_new(c->shared->program, 1))) {
        *text = xstrdup("the program's code may tell threads apart");
        return ANY_THREADS_REFUSED;
    }
    RunHooks hooks = {.context = &p,
                      .fault = on_fault,
                      .race = on_race,
                      .incomplete = on_incomplete,
                      .order = on_order,
                      .show = on_show,
                      .interrupted = on_interrupted};
    MachineOptions mo = campaign_machine_options(o);
    mo.run.check_race = true; /* for the logs of accesses */
    p.run = run_new(c->shared->program, &mo, &hooks, c->pool, c->solver);
    p.cover = coverability_new();
    find_variables(&p);
    bool proved = begin(&p) && prove(&p);
    if (p.run->machine->tells_time) proved = refuse(&p, "it looks at the time");
    if (proved)
        *text = describe_proof(&p);
    else if (p.refused)
        *text = xstrdup(p.refused);
    run_free(p.run);
    coverability_free(p.cover);
    symmetry_free(p.symmetry);
    free(p.before);
    vec_free(&p.visible);
    vec_free(&p.fixed);
    vec_free(&p.kinds);
    hash_set_free(&p.seen);
    return proved ? ANY_THREADS_PROVED : p.later ? ANY_THREADS_LATER : ANY_THREADS_REFUSED;
}
