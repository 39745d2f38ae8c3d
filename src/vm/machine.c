/*
 * machine.c — the state as a whole: set-up, threads, decisions on symbolic conditions, faults and their
 * places.
 */
#include "vm/fingerprint.h"
#include "vm/range.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#define MAX_ARGUMENTS (1u << 16) /* of a call: registers beyond those of a callee that declares fewer */
#define LEAST_BLOCK 48           /* bytes of address space that a heap block takes, at least */
#define MAX_BLOCKS (1u << 24)
#define MAX_LIST (1u << 24) /* constraints, inputs or bytes of output of one run */

/* A list that stays where it is, since the trail refers to it. */
#define LIST_RESERVE(v) ((v)->data = base_reserve(MAX_LIST * sizeof *(v)->data), (v)->cap = MAX_LIST)
#define LIST_RELEASE(v) base_release((v)->data, MAX_LIST * sizeof *(v)->data)

static const SystemOptions usual_system;

/* Everything that shows a time to a program is made of these. */
static bool can_tell_time(const Program *p) {
    static const char *const clocks[] = {"__clock_gettime", "clock_gettime", "times",  "getrusage",
                                         "timerfd_settime", "fstatat",       "syscall"};
    for (uint32_t k = 0; k < p->nfunctions; k++)
        for (size_t c = 0; c < ARRAY_LEN(clocks); c++)
            if (p->functions[k].code && !strcmp(p->functions[k].name, clocks[c])) return true;
    return false;
}

Machine *machine_new(const Program *program, const MachineOptions *options, const MachineHooks *hooks,
                     ExprPool *pool, Solver *solver) {
    Machine *m = xcalloc(1, sizeof *m);
    m->program = program;
    m->options = *options;
    m->system = options->system ? options->system : &usual_system;
    if (!m->options.max_frames) m->options.max_frames = 20000;
    if (hooks) m->hooks = *hooks;
    m->pool = pool;
    m->solver = solver;
    m->memory = memory_new();
    m->arena = arena_new();
    m->tells_time = can_tell_time(program);
    /* Every frame has room for the registers of the largest function, so that calls need not look. */
    uint64_t most = 1;
    for (uint32_t k = 0; k < program->nfunctions; k++) most = MAX(most, program->functions[k].nregs);
    m->frame_room = m->options.max_frames + 2;
    m->register_room = most * m->frame_room + MAX_ARGUMENTS;
    m->cover = xcalloc(program->ninsns + 1, 2);
    LIST_RESERVE(&m->path);
    LIST_RESERVE(&m->inputs);
    LIST_RESERVE(&m->output);
    LIST_RESERVE(&m->output_to);
    return m;
}

static void free_thread(const Machine *m, Thread *t) {
    base_release(t->regs, m->register_room * sizeof *t->regs);
    base_release((void *)t->sym, m->register_room * sizeof *t->sym);
    base_release(t->frames, m->frame_room * sizeof *t->frames);
    base_release(t->blocks, t->block_room * sizeof *t->blocks);
    vec_free(&t->log->entries);
    free(t->log);
    free(t->heap);
    free(t->name);
    free(t);
}

void machine_free(Machine *m) {
    if (!m) return;
    for (uint32_t k = 0; k < m->nslots; k++) {
        if (m->threads[k]) free_thread(m, m->threads[k]);
        free(m->slot_names[k]);
    }
    liveness_free(m);
    free(m->kernel_calls);
    free(m->range_chains);
    vec_free(&m->range_new);
    host_free(m);
    vec_free(&m->quiet);
    memory_free(m->memory);
    vec_free(&m->visible);
    LIST_RELEASE(&m->path);
    LIST_RELEASE(&m->inputs);
    LIST_RELEASE(&m->output);
    LIST_RELEASE(&m->output_to);
    vec_free(&m->unlogged);
    free(m->objects);
    vec_free(&m->all_objects);
    vec_free(&m->notes);
    free(m->stdin_data);
    free(m->cover);
    free(m->path_index);
    for (size_t k = 0; k < m->models.len; k++) model_unref(m->models.data[k]);
    vec_free(&m->models);
    arena_free(m->arena);
    free(m);
}

void machine_set_visible(Machine *m, const VisibleRange *ranges, size_t n) {
    m->visible.len = 0;
    for (size_t k = 0; k < n; k++) vec_push(&m->visible, ranges[k]);
}

void machine_reset(Machine *m) {
    memory_undo(m->memory, 0);
    for (uint32_t k = 0; k < m->nslots; k++)
        if (m->threads[k]) m->threads[k]->log->entries.len = 0;
    m->stop_now = false;
}

static Thread *thread_at(Machine *m, int slot) {
    Thread *t = m->threads[slot];
    if (t) return t;
    t = xcalloc(1, sizeof *t);
    t->regs = base_reserve(m->register_room * sizeof *t->regs);
    t->sym = base_reserve(m->register_room * sizeof *t->sym);
    t->frames = base_reserve(m->frame_room * sizeof *t->frames);
    t->block_room = (uint32_t)MIN(region_size((uint32_t)slot) / LEAST_BLOCK, MAX_BLOCKS);
    t->blocks = base_reserve(t->block_room * sizeof *t->blocks);
    t->heap = xcalloc(1, sizeof *t->heap);
    t->log = xcalloc(1, sizeof *t->log);
    t->slot = slot;
    t->region = region_start((uint32_t)slot);
    t->name = xstrdup(m->slot_names[slot]);
    m->threads[slot] = t;
    return t;
}

void machine_add_slot(Machine *m, const char *name) {
    m->slot_hashes[m->nslots] = (uint32_t)hash_string(name);
    m->slot_names[m->nslots++] = xstrdup(name);
}

/* The slot of this name, a new one where there is none; -1 where there are no more. */
static int slot_named(Machine *m, const char *name) {
    uint32_t hash = (uint32_t)hash_string(name);
    for (uint32_t k = 0; k < m->nslots; k++)
        if (m->slot_hashes[k] == hash && !strcmp(m->slot_names[k], name)) return (int)k;
    ThreadNames *shared = m->options.names;
    if (!shared) {
        if (m->nslots == MAX_THREADS) return -1;
        machine_add_slot(m, name);
        return (int)m->nslots - 1;
    }
    pthread_mutex_lock(&shared->lock);
    uint32_t slot = 0;
    while (slot < shared->n && strcmp(shared->name[slot], name)) slot++;
    if (slot == shared->n && slot < MAX_THREADS) shared->name[shared->n++] = xstrdup(name);
    while (m->nslots < shared->n) machine_add_slot(m, shared->name[m->nslots]);
    pthread_mutex_unlock(&shared->lock);
    return slot < MAX_THREADS ? (int)slot : -1;
}

int machine_child_slot(Machine *m, int parent, int ordinal) {
    char *name = parent < 0 ? xstrdup("0") : xasprintf("%s.%d", m->slot_names[parent], ordinal);
    int slot = slot_named(m, name);
    free(name);
    return slot;
}

/* --- threads ----------------------------------------------------------------------------------------- */

static bool holds_something(const Machine *m, const Thread *t) {
    if (t->owned || t->robust) return true;
    for (size_t k = 0; k < m->all_objects.len; k++) {
        const SyncObject *x = m->all_objects.data[k];
        if ((x->tag & 255) == OBJECT_BARRIER) continue;
        if (x->owner == t->slot || (x->tag >> 8 == (uint32_t)t->slot + 1 && x->count)) return true;
    }
    return false;
}

void machine_joined(Machine *m, Thread *parent, int child) {
    Thread *t = m->threads[child];
    if (t->parent != parent->slot || holds_something(m, t)) return;
    trail_save(m->memory, &t->next_joined, sizeof t->next_joined);
    t->next_joined = 0;
    if (parent->joined_children) {
        Thread *last = m->threads[parent->last_joined - 1];
        trail_save(m->memory, &last->next_joined, sizeof last->next_joined);
        last->next_joined = child + 1;
    } else
        parent->first_joined = child + 1;
    parent->last_joined = child + 1;
    parent->joined_children++;
}

int machine_coming_child(Machine *m, const Thread *parent) {
    int fresh = parent->joined_children <= JOINED_WAITING
                    ? machine_child_slot(m, parent->slot, parent->children + 1)
                    : -1;
    return fresh >= 0 || !parent->joined_children ? fresh : (int)parent->first_joined - 1;
}

int machine_next_child(Machine *m, Thread *parent, int *ordinal) {
    int slot = machine_coming_child(m, parent);
    if (slot < 0) return -1;
    if (parent->joined_children && slot == (int)parent->first_joined - 1) {
        *ordinal = m->threads[slot]->ordinal;
        parent->first_joined = m->threads[slot]->next_joined;
        parent->joined_children--;
    } else
        *ordinal = ++parent->children;
    return slot;
}

void machine_spawn(Machine *m, int slot, int parent, int ordinal, uint64_t entry, uint64_t argument,
                   bool detached) {
    Thread *t = thread_at(m, slot);
    Memory *mem = m->memory;
    const Function *f = program_function_at(m->program, entry);
    trail_save(mem, t, THREAD_SAVED);
    trail_save(mem, &m->nthreads, sizeof m->nthreads);
    trail_save(mem, &m->nlive, sizeof m->nlive);
    trail_save(mem, &t->frames[0], sizeof(Frame));
    trail_save(mem, t->heap, HEAP_SAVED);
    /* One that was joined and is numbered again goes on counting, and keeps the blocks that it has left
     * behind. */
    const Thread before = *t;
    memset(t, 0, THREAD_SAVED);
    if (before.status == THREAD_EXITED) {
        /* It may have ended deep in calls that an undo returns to. */
        for (uint32_t k = 1; k <= before.top; k++) frame_save(m, t, k);
        trail_save(mem, t->regs, t->frames[0].function->nregs * sizeof *t->regs);
        if (t->frames[0].symbolic)
            trail_save(mem, (void *)t->sym, t->frames[0].function->nregs * sizeof *t->sym);
        t->steps = before.steps;
        t->ordinal_op = before.ordinal_op;
        t->children = before.children;
        t->inputs = before.inputs;
        t->first_joined = before.first_joined;
        t->last_joined = before.last_joined;
        t->joined_children = before.joined_children;
    }
    t->status = THREAD_READY;
    t->detached = detached;
    t->parent = parent;
    if (parent >= 0) t->time = m->threads[parent]->time;
    t->ordinal = ordinal;
    t->notified_by = -1;
    t->tls = t->region;
    uint64_t tls = m->program->tls_size;
    for (uint32_t k = 0; k < m->program->nglobals; k++) {
        const Global *g = &m->program->globals[k];
        if (!g->thread_local_ || !g->size) continue;
        memory_allow(mem, t->tls + g->address, g->size, false);
        memcpy(mem->base + t->tls + g->address, m->program->tls_image + g->address, g->size);
        access_fresh(m, t->tls + g->address, g->size);
    }
    t->stack = t->region + ((tls + 64 + 4095) & ~4095ull);
    if (before.status != THREAD_EXITED) {
        memset(t->heap, 0, HEAP_SAVED);
        t->heap->top = t->region + region_stack((uint32_t)slot);
    }
    t->frames[0] = (Frame){.function = f, .stack = t->stack};
    t->pc = f->code;
    t->regs[0] = argument;
    if (f->frame_bytes) {
        t->frames[0].memory = frame_allocate(m, t, f->frame_bytes, f->frame_align);
        for (unsigned k = 0; k < f->nobjects; k++)
            memory_allow(mem, t->frames[0].memory + f->objects[k].offset, f->objects[k].size, true);
    }
    t->pending = (Operation){.kind = OPERATION_START, .target = -1, .loc = f->loc ? f->loc[0] : 0};
    m->nthreads++;
    m->nlive++;
}

static uint64_t put_string(Machine *m, Thread *t, const char *s) {
    uint64_t at = heap_allocate(m, t, strlen(s) + 1, 1);
    t->blocks[t->heap->nblocks - 1].loc = 0;
    memory_poke(m->memory, at, s, strlen(s) + 1);
    return at;
}

static uint64_t put_strings(Machine *m, Thread *t, const char *const *strings, size_t n) {
    uint64_t at = heap_allocate(m, t, (n + 1) * 8, 8);
    t->blocks[t->heap->nblocks - 1].loc = 0; /* not the program's: no leak */
    for (size_t k = 0; k < n; k++) {
        uint64_t s = put_string(m, t, strings[k]);
        memory_poke(m->memory, at + 8 * k, &s, 8);
    }
    return at;
}

static void read_stdin_file(Machine *m) {
    const SymbolicData *d = system_symbolic(m->system, SYMBOLIC_STDIN, 0, NULL);
    if ((!d && !m->options.stdin_path) || m->stdin_data) return;
    FILE *f = m->options.stdin_path ? fopen(m->options.stdin_path, "rb") : NULL;
    VEC(uint8_t) all = {0};
    for (int c; f && (c = fgetc(f)) != EOF;) vec_push(&all, (uint8_t)c);
    if (f) fclose(f);
    for (uint32_t k = 0; (d = system_symbolic(m->system, SYMBOLIC_STDIN, k, NULL)); k++)
        while (all.len < (size_t)d->offset + d->size) vec_push(&all, 0);
    m->stdin_data = all.data;
    m->stdin_size = all.len;
}

void machine_start(Machine *m) {
    Memory *mem = m->memory;
    const Program *p = m->program;
    read_stdin_file(m);
    mem->readonly_start = GLOBALS_BASE;
    mem->readonly_end = GLOBALS_BASE + p->readonly_size;
    memory_begin_with(mem, GLOBALS_BASE, p->image, p->image_size);
    for (uint32_t k = 0; k < p->nglobals; k++) {
        const Global *g = &p->globals[k];
        if (g->thread_local_ || !g->size) continue;
        memory_begin(mem, g->address, g->size);
        access_fresh(m, g->address, g->size);
    }
    /* Lines of read-only objects are never marked dirty, so that every store to them takes the slow path. */
    memset(mem->dirty + (GLOBALS_BASE >> 6), 0, p->readonly_size >> 6);
    int slot = machine_child_slot(m, -1, 0);
    m->heap_bytes = 0;
    m->model = NULL;
    m->npath = m->ninputs = m->output_len = 0;
    m->exited = false;
    machine_spawn(m, slot, -1, 0, p->functions[p->start].address, 0, false);
    Thread *t = m->threads[slot];
    /* Symbolic strings have their place here, and are made symbolic by the runtime. */
    VEC(const char *) arguments = {0}, environment = {0};
    VEC(char *) made = {0};
    for (int k = 0; k < m->options.argc; k++) vec_push(&arguments, m->options.argv[k]);
    for (size_t k = 0; m->options.environment && m->options.environment[k]; k++)
        vec_push(&environment, m->options.environment[k]);
    for (size_t k = 0; k < m->system->symbolic.len; k++) {
        const SymbolicData *d = &m->system->symbolic.data[k];
        if (d->kind != SYMBOLIC_ARGUMENT && d->kind != SYMBOLIC_VARIABLE) continue;
        char *blank = xasprintf("%s%s%*s", d->name ? d->name : "", d->name ? "=" : "", (int)d->size, "");
        vec_push(&made, blank);
        if (d->kind == SYMBOLIC_VARIABLE) {
            vec_push(&environment, blank);
            continue;
        }
        while (arguments.len <= d->number) vec_push(&arguments, "");
        arguments.data[d->number] = blank;
    }
    vec_push(&environment, NULL);
    uint64_t argv = put_strings(m, t, arguments.data, arguments.len);
    uint64_t envp = put_strings(m, t, environment.data, environment.len - 1);
    t->regs[0] = arguments.len;
    t->regs[1] = argv;
    t->regs[2] = envp;
    for (size_t k = 0; k < made.len; k++) free(made.data[k]);
    vec_free(&made);
    vec_free(&arguments);
    vec_free(&environment);
}

/* --- slices ------------------------------------------------------------------------------------------ */

void machine_begin_slice(Machine *m, Thread *t) {
    trail_save(m->memory, t, THREAD_SAVED);
    trail_save(m->memory, &m->nthreads, MACHINE_SAVED);
    t->low_water = t->top;
    frame_save(m, t, t->top);
    if (t->ndecisions) trail_save(m->memory, t->decisions, t->ndecisions);
}

Step machine_end_objects(Machine *m, Thread *t) {
    uint64_t start = t->frames[0].stack, tls = m->program->tls_size;
    if (access_ends_visibly(m, t, t->region, t->stack - t->region)) return range_stop(m, t);
    if (m->log_accesses) {
        log_thread_end(m, t, t->tls, tls);
        log_thread_end(m, t, start, t->stack - start);
    }
    memory_forbid(m->memory, t->tls, tls);
    memory_forbid(m->memory, start, t->stack - start);
    return STEP_NEXT;
}

/* --- decisions --------------------------------------------------------------------------------------- */

bool machine_feasible(Machine *m, const Expr *condition, Model **model) {
    if (expr_is_const(condition)) {
        if (model && expr_is_true(condition)) *model = model_ref(m->model);
        return expr_is_true(condition);
    }
    const Expr **facts = xmalloc((m->npath + 1) * sizeof *facts);
    for (uint32_t k = 0; k < m->npath; k++) facts[k] = m->path.data[k].constraint;
    SolverResult r = solver_check(m->solver, facts, m->npath, condition, m->model, model);
    free(facts);
    if (r == SOLVER_UNKNOWN && m->hooks.incomplete)
        m->hooks.incomplete(m->hooks.context, "the solver reached its limit on a path condition");
    return r == SOLVER_SAT;
}

const Expr **causal_facts(Machine *m, int thread, size_t *n) {
    const Expr **facts = xmalloc((m->npath + 1) * sizeof *facts);
    *n = 0;
    for (uint32_t k = 0; k < m->npath; k++)
        if (!m->hooks.causal || m->hooks.causal(m->hooks.context, m, thread, &m->path.data[k]))
            facts[(*n)++] = m->path.data[k].constraint;
    return facts;
}

/* Remembers where on the path a constraint stands, by its id. What an undo leaves behind is seen to be old
 * when it is used. */
static void note_constraint(Machine *m, const Expr *constraint, uint32_t at) {
    if (constraint->id >= m->path_index_cap) {
        size_t cap = (size_t)constraint->id * 2 + 1024;
        m->path_index = xrealloc(m->path_index, cap * sizeof *m->path_index);
        memset(m->path_index + m->path_index_cap, 0, (cap - m->path_index_cap) * sizeof *m->path_index);
        m->path_index_cap = cap;
    }
    m->path_index[constraint->id] = at;
}

/* Whether the thread's causal history says so in these words. May miss one that it has. */
static bool is_on_path(const Machine *m, int thread, const Expr *constraint) {
    if (constraint->id >= m->path_index_cap) return false;
    uint32_t at = m->path_index[constraint->id];
    if (at >= m->npath || m->path.data[at].constraint != constraint) return false;
    return !m->hooks.causal || m->hooks.causal(m->hooks.context, (Machine *)m, thread, &m->path.data[at]);
}

bool machine_feasible_causally(Machine *m, int thread, const Expr *condition) {
    if (expr_is_const(condition)) return expr_is_true(condition);
    if (m->npath) {
        if (is_on_path(m, thread, condition)) return true;
        if (is_on_path(m, thread, expr_not(m->pool, condition))) return false;
    }
    size_t n;
    const Expr **facts = causal_facts(m, thread, &n);
    SolverResult r = solver_check(m->solver, facts, n, condition, m->model, NULL);
    free(facts);
    if (r == SOLVER_UNKNOWN && m->hooks.incomplete)
        m->hooks.incomplete(m->hooks.context, "the solver reached its limit on a path condition");
    return r == SOLVER_SAT;
}

bool machine_constrain(Machine *m, int thread, const Expr *constraint) {
    if (expr_is_true(constraint)) return true;
    if (expr_is_false(constraint)) return false;
    if (!expr_eval(m->pool, constraint, m->model)) {
        Model *model = NULL;
        if (!machine_feasible(m, constraint, &model)) return false;
        trail_save(m->memory, &m->model, sizeof m->model);
        m->model = model;
        vec_push(&m->models, model);
    }
    trail_save(m->memory, &m->npath, sizeof m->npath);
    PathEntry e = {constraint, thread, m->threads[thread]->steps};
    if (m->npath == m->path.cap) {
        machine_limit(m, m->threads[thread],
                      "a thread was stopped at more than 16,777,216 conditions in one run");
        return false;
    }
    note_constraint(m, constraint, m->npath);
    m->path.data[m->npath++] = e;
    return true;
}

static void propose_branch(Machine *m, Thread *t, const Expr *condition, bool anew) {
    t->pending = (Operation){.kind = OPERATION_BRANCH,
                             .type = anew,
                             .target = -1,
                             .condition = condition,
                             .loc = machine_loc(m, t)};
}

/* Whether both sides are feasible after the thread's own history; if not, *side is the one that is. */
static bool is_open(Machine *m, Thread *t, const Expr *condition, bool *side) {
    *side = expr_eval(m->pool, condition, m->model) != 0;
    m->branch_queries++;
    return machine_feasible_causally(m, thread_slot(t), *side ? expr_not(m->pool, condition) : condition);
}

Decision machine_decide(Machine *m, Thread *t, const Expr *condition) {
    if (expr_is_const(condition)) return expr_is_true(condition) ? DECIDE_TRUE : DECIDE_FALSE;
    if (t->cursor < t->ndecisions) return t->decisions[t->cursor++] ? DECIDE_TRUE : DECIDE_FALSE;
    if (t->ndecisions >= MAX_DECISIONS) {
        if (m->hooks.incomplete)
            m->hooks.incomplete(m->hooks.context,
                                "one instruction has more than 65,536 symbolic alternatives");
        machine_stop_thread(m, t);
        return DECIDE_STOP;
    }
    bool side;
    if (is_open(m, t, condition, &side)) {
        propose_branch(m, t, condition, false);
        return DECIDE_STOP;
    }
    t->decisions[t->ndecisions++] = side;
    t->cursor = t->ndecisions;
    return side ? DECIDE_TRUE : DECIDE_FALSE;
}

Decision machine_decide_anew(Machine *m, Thread *t, const Expr *condition) {
    if (expr_is_const(condition)) return expr_is_true(condition) ? DECIDE_TRUE : DECIDE_FALSE;
    bool side;
    if (!is_open(m, t, condition, &side)) return side ? DECIDE_TRUE : DECIDE_FALSE;
    propose_branch(m, t, condition, true);
    return DECIDE_STOP;
}

void machine_merge(Machine *m, Machine *from) {
    m->instructions += from->instructions;
    from->instructions = 0;
    machine_merge_notes(m, from);
    for (uint32_t k = 0; k < 2 * m->program->ninsns; k++) m->cover[k] |= from->cover[k];
}

uint64_t machine_branches_covered(const Machine *m) {
    uint64_t n = 0;
    for (uint32_t k = 0; k < m->program->nfunctions; k++) {
        const Function *f = &m->program->functions[k];
        for (uint32_t i = 0; !f->library && i < f->code_len; i++)
            n += (m->cover[2 * (f->first_insn + i)] & 1u) + (m->cover[2 * (f->first_insn + i) + 1] & 1u);
    }
    return n;
}

/* --- faults and places ------------------------------------------------------------------------------- */

void machine_stop_thread(Machine *m, Thread *t) {
    (void)m;
    t->status = THREAD_STOPPED;
    t->pending.kind = OPERATION_NONE;
}

#define WORK_BETWEEN_POLLS (16u << 20)

bool machine_works(Machine *m, Thread *t, uint64_t bytes) {
    m->work += bytes;
    if (likely(m->work - m->work_polled < WORK_BETWEEN_POLLS)) return true;
    m->work_polled = m->work;
    if (m->hooks.interrupted && m->hooks.interrupted(m->hooks.context)) m->stop_now = true;
    if (m->stop_now) machine_stop_thread(m, t);
    return !m->stop_now;
}

void machine_limit(Machine *m, Thread *t, const char *text) {
    if (m->hooks.incomplete) m->hooks.incomplete(m->hooks.context, text);
    machine_stop_thread(m, t);
}

void machine_fault(Machine *m, Thread *t, const char *kind, const char *format, ...) {
    Fault f = {.kind = kind, .thread = thread_slot(t), .loc = machine_loc(m, t)};
    va_list ap;
    va_start(ap, format);
    if (vasprintf(&f.message, format, ap) < 0) base_fatal("out of memory");
    va_end(ap);
    if (m->hooks.fault) m->hooks.fault(m->hooks.context, m, &f);
    free(f.message);
    machine_stop_thread(m, t);
    t->failed = true;
}

static uint32_t loc_in(const Frame *f, const Insn *pc) {
    if (!f->function->loc || pc < f->function->code) return 0;
    size_t k = (size_t)(pc - f->function->code);
    return k < f->function->code_len ? f->function->loc[k] : 0;
}

uint32_t machine_loc(const Machine *m, const Thread *t) {
    uint32_t innermost = 0;
    const Insn *pc = t->pc;
    (void)m;
    for (uint32_t k = t->top + 1; k-- > 0;) {
        const Frame *f = &t->frames[k];
        uint32_t here = loc_in(f, pc);
        if (!innermost) innermost = here;
        if (!f->function->library && here) return here;
        pc = f->call;
        if (!pc) break;
    }
    return innermost;
}

unsigned machine_stack_locs(const Machine *m, const Thread *t, uint32_t *locs, const char **functions,
                            unsigned max) {
    unsigned n = 0;
    const Insn *pc = t->pc;
    for (uint32_t k = t->top + 1; k-- > 0 && n < max;) {
        const Frame *f = &t->frames[k];
        for (uint32_t l = loc_in(f, pc); n < max; l = m->program->locs[l].inlined_at) {
            locs[n] = l;
            functions[n++] = m->program->locs[l].function && *m->program->locs[l].function
                                 ? m->program->locs[l].function
                                 : f->function->name;
            if (!m->program->locs[l].inlined_at) break;
        }
        pc = f->call;
        if (!pc) break;
    }
    return n;
}

char *machine_stack_text(const Machine *m, const Thread *t) {
    uint32_t locs[64];
    const char *functions[64];
    unsigned n = machine_stack_locs(m, t, locs, functions, 64);
    StrBuf b = {0};
    for (unsigned k = 0; k < n; k++) {
        const Loc *l = &m->program->locs[locs[k]];
        str_addf(&b, "%s %s:%u\n", functions[k], l->file && *l->file ? l->file : "?", l->line);
    }
    return b.data ? b.data : xstrdup("");
}

char *machine_describe_address(const Machine *m, uint64_t address) {
    if (address < 4096) return xasprintf("null pointer (address %llu)", (unsigned long long)address);
    int owner = 0;
    Block *b = heap_block_at(m, address, &owner);
    const Block *next = heap_block_after(m, address);
    if (next && next->state == 1 && !next->kernel && next->address - address <= 32 &&
        (!b || address >= b->address + b->size) &&
        (!b || b->kernel || next->address - address < address - b->address - b->size)) {
        const Loc *at = &m->program->locs[next->loc];
        uint64_t before = next->address - address;
        return xasprintf("out of bounds: %llu byte%s before a heap block of %llu byte%s allocated at %s:%u",
                         (unsigned long long)before, before == 1 ? "" : "s", (unsigned long long)next->size,
                         next->size == 1 ? "" : "s", at->file && *at->file ? at->file : "?", at->line);
    }
    if (b) {
        const Loc *at = &m->program->locs[b->loc];
        char where[300];
        snprintf(where, sizeof where, "%llu byte%s allocated at %s:%u", (unsigned long long)b->size,
                 b->size == 1 ? "" : "s", at->file && *at->file ? at->file : "?", at->line);
        if (b->state >= 2 && address < b->address + b->capacity * 16ull) {
            const Loc *f = &m->program->locs[b->free_loc];
            return xasprintf("use after free: byte %llu of a heap block of %s, freed at %s:%u",
                             (unsigned long long)(address - b->address), where,
                             f->file && *f->file ? f->file : "?", f->line);
        }
        uint64_t offset = address - b->address;
        if (offset < b->size)
            return xasprintf("byte %llu of a heap block of %s", (unsigned long long)offset, where);
        if (offset < b->size + 65536)
            return xasprintf("out of bounds: %llu byte%s past the end of a heap block of %s",
                             (unsigned long long)(offset - b->size), offset - b->size == 1 ? "" : "s", where);
    }
    if (address >= GLOBALS_BASE && address < GLOBALS_BASE + m->program->image_size + 65536) {
        const Global *g = program_global_at(m->program, address);
        if (g) {
            uint64_t offset = address - g->address;
            if (offset < g->size)
                return xasprintf("byte %llu of the global `%s`", (unsigned long long)offset, g->name);
            return xasprintf("out of bounds: %llu byte%s past the end of the global `%s` of %llu byte%s",
                             (unsigned long long)(offset - g->size), offset - g->size == 1 ? "" : "s",
                             g->name, (unsigned long long)g->size, g->size == 1 ? "" : "s");
        }
    }
    if (address >= FUNCTION_BASE && program_function_at(m->program, address & ~(FUNCTION_STEP - 1ull)))
        return xasprintf("the code of the function `%s`",
                         program_function_at(m->program, address & ~(FUNCTION_STEP - 1ull))->name);
    if (address >= REGION_BASE && address < MEMORY_LIMIT) {
        uint32_t slot = region_slot(address);
        if (slot < m->nslots && m->threads[slot] && address < m->threads[slot]->region + region_stack(slot)) {
            const Thread *t = m->threads[slot];
            for (uint32_t k = t->top + 1; k-- > 0 && t->status == THREAD_READY && address < t->stack;) {
                const Frame *f = &t->frames[k];
                if (!f->memory || address < f->memory || address >= f->memory + f->function->frame_bytes + 64)
                    continue;
                for (unsigned n = 0; n < f->function->nobjects; n++) {
                    const StackObject *o = &f->function->objects[n];
                    uint64_t end = f->memory + o->offset + o->size;
                    if (address >= end && address < end + 64 &&
                        (n + 1 == f->function->nobjects ||
                         address < f->memory + f->function->objects[n + 1].offset))
                        return xasprintf("out of bounds: %llu byte%s past the end of a local variable of %u "
                                         "byte%s in `%s`",
                                         (unsigned long long)(address - end), address - end == 1 ? "" : "s",
                                         o->size, o->size == 1 ? "" : "s", f->function->name);
                }
                return xasprintf("out of bounds of the local variables of `%s`", f->function->name);
            }
            return xasprintf("a local variable of thread %s whose function has returned (address 0x%llx)",
                             t->name, (unsigned long long)address);
        }
    }
    return xasprintf("wild pointer 0x%llx", (unsigned long long)address);
}
