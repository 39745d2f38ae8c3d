/*
 * machine.c — the state as a whole: creates a machine, sets up its initial state and empties it;
 * adds up what the machines of one exploration found out.
 */
#include "vm/state/fingerprint.h"
#include "vm/symbolic/undefined.h"
#include "vm/interpreter/execution.h"
#include "vm/system/interrupt.h"
#include "vm/machine/machine_check.h"
#include "vm/state/thread_time.h"
#include <stdio.h>
#include <stdlib.h>

#define MAX_ARGUMENTS \
    (1u << 16)              /* registers of a call beyond those of a callee that declares fewer */
#define MAX_LIST (1u << 24) /* constraints, inputs or bytes of output of one run */

/* Reserves memory for a list that never moves, since the trail refers to its addresses. */
#define LIST_RESERVE(v) \
    ((v)->data = base_reserve(MAX_LIST * sizeof *(v)->data), (v)->cap = MAX_LIST)
#define LIST_RELEASE(v) base_release((v)->data, MAX_LIST * sizeof *(v)->data)

static const SystemOptions usual_system;

/* Marks the bytes of variables that nothing depends on. */
static uint8_t *unread_bytes(const Program *p) {
    uint8_t *bytes = NULL;
    for (uint32_t k = 0; k < p->nglobals; k++) {
        const Global *g = &p->globals[k];
        if (!g->unread) continue;
        if (!bytes) bytes = xcalloc(p->image_size + 1, 1);
        memset(bytes + (g->address - GLOBALS_BASE), 1, g->size);
    }
    return bytes;
}

Machine *machine_new(const Program *program, const MachineOptions *options,
                     const MachineHooks *hooks, ExprPool *pool, Solver *solver) {
    Machine *m = xcalloc(1, sizeof *m);
    m->program = program;
    m->options = *options;
    m->system = options->system ? options->system : &usual_system;
    if (!m->options.max_frames) m->options.max_frames = 20000;
    if (hooks) m->hooks = *hooks;
    m->pool = pool;
    m->solver = solver;
    m->memory = memory_new();
    m->memory->tracks_undefined = m->options.run.check_uninitialised;
    m->arena = arena_new();
    m->tells_time = program->dangers & SHOWS_TIME && !state_is_hidden("time");
    interrupt_set_up(m);
    /* Every frame has room for the registers of the largest function, so that calls need no
     * check. */
    uint64_t most = 1;
    for (uint32_t k = 0; k < program->nfunctions; k++)
        most = MAX(most, program->functions[k].nregs);
    m->frame_room = m->options.max_frames + 2;
    m->register_room = most * m->frame_room + MAX_ARGUMENTS;
    m->cover = xcalloc(program->ninsns + 1, 2);
    if (!m->options.keeps_unread) m->unread = unread_bytes(program);
    LIST_RESERVE(&m->constraints);
    LIST_RESERVE(&m->inputs);
    LIST_RESERVE(&m->output);
    LIST_RESERVE(&m->output_to);
    return m;
}

void machine_free(Machine *m) {
    if (!m) return;
    vec_free(&m->input_insn);
    for (uint32_t k = 0; k < m->nslots; k++) {
        if (m->threads[k]) thread_free(m, m->threads[k]);
        free(m->slot_names[k]);
    }
    liveness_free(m);
    undefined_free(m);
    free(m->kernel_calls);
    free(m->range_chains);
    vec_free(&m->range_new);
    host_free(m);
    vec_free(&m->quiet);
    memory_free(m->memory);
    vec_free(&m->visible);
    LIST_RELEASE(&m->constraints);
    connected_free(m);
    LIST_RELEASE(&m->inputs);
    LIST_RELEASE(&m->output);
    LIST_RELEASE(&m->output_to);
    vec_free(&m->unlogged);
    index_free(&m->object_index);
    vec_free(&m->all_objects);
    vec_free(&m->notes);
    free(m->stdin_data);
    free(m->cover);
    free(m->unread);
    free(m->path_index);
    for (size_t k = 0; k < m->models.len; k++) model_unref(m->models.data[k]);
    vec_free(&m->models);
    arena_free(m->arena);
    free(m);
}

void machine_set_visible(Machine *m, const VisibleRange *ranges, size_t n) {
    m->visible.len = 0;
    m->unlogged.len = 0;
    m->unlogged_start = m->unlogged_end = 0;
    m->exact_time = 0;
    m->time_spreads = m->frees_spread = false;
    m->frees_by_order = m->judges && !m->options.replaying;
    m->output_is_state = m->program->dangers & SHOWS_OUTPUT;
    for (size_t k = 0; k < n; k++)
        if (ranges[k].start == OUTPUT_MARK.start)
            m->output_is_state = true;
        else if (ranges[k].start == FREES_MARK.start)
            m->frees_spread = !state_is_hidden("frees");
        else if (ranges[k].start == ORDER_MARK.start)
            m->frees_by_order = true;
        else if (thread_time_is_mark(ranges[k]))
            thread_time_is_exact(m, ranges[k]);
        else
            vec_push(&m->visible, ranges[k]);
    m->exact_at_first = m->exact_time;
    if (state_is_hidden("output")) m->output_is_state = false;
    interrupt_begin(m);
}

void machine_reset(Machine *m) {
    memory_undo(m->memory, 0);
    for (uint32_t k = 0; k < m->nslots; k++)
        if (m->threads[k]) m->threads[k]->log->entries.len = 0;
    m->stop_now = false;
    m->interrupted.instructions = 0;
}

static uint64_t put_string(Machine *m, Thread *t, const char *s) {
    uint64_t at = heap_allocate(m, t, strlen(s) + 1, 1);
    t->blocks[t->heap->nblocks - 1].loc = 0;
    memory_poke(m->memory, at, s, strlen(s) + 1);
    return at;
}

static uint64_t put_strings(Machine *m, Thread *t, const char *const *strings, size_t n) {
    uint64_t at = heap_allocate(m, t, (n + 1) * 8, 8);
    t->blocks[t->heap->nblocks - 1].loc = 0; /* not allocated by the program: no leak */
    for (size_t k = 0; k < n; k++) {
        uint64_t s = put_string(m, t, strings[k]);
        memory_poke(m->memory, at + 8 * k, &s, 8);
    }
    return at;
}

static void read_stdin_file(Machine *m) {
    const SymbolicData *d = system_symbolic(m->system, SYMBOLIC_STDIN, 0, NULL);
    if ((!d && !m->options.stdin_path) || m->stdin_data) return;
    const KeptFile *kept = m->system->kept ? kept_files_stdin(m->system->kept) : NULL;
    bool opens = m->options.stdin_path && !m->system->kept;
    FILE *f = opens ? fopen(m->options.stdin_path, "rb") : NULL;
    VEC(uint8_t) all = {0};
    for (size_t k = 0; kept && k < kept->length; k++) vec_push(&all, kept->data[k]);
    for (int c; f && (c = fgetc(f)) != EOF;) vec_push(&all, (uint8_t)c);
    if (f) fclose(f);
    for (uint32_t k = 0; (d = system_symbolic(m->system, SYMBOLIC_STDIN, k, NULL)); k++)
        while (all.len < (size_t)d->offset + d->size) vec_push(&all, 0);
    m->stdin_data = all.data;
    m->stdin_size = all.len;
}

/* Returns the variable of this name in a list of NAME=VALUE, or NULL. */
static const char **variable_in(const char **environment, size_t n, const char *name) {
    size_t length = strlen(name);
    for (size_t k = 0; k < n; k++)
        if (!strncmp(environment[k], name, length) && environment[k][length] == '=')
            return &environment[k];
    return NULL;
}

/* Returns a copy of an argument or NAME=VALUE with room for the bytes that become an input; the
 * caller frees it. */
static char *with_room(const char *text, const SymbolicData *d) {
    size_t start = d->name ? strlen(d->name) + 1 : 0, end = start + d->offset + d->size,
           length = strlen(text);
    if (d->whole || length < end) length = end;
    return xasprintf("%-*.*s", (int)length, (int)length, text);
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
    /* Lines of read-only objects are never marked dirty, so that every store to them takes the slow
     * path. */
    memset(mem->dirty + (GLOBALS_BASE >> 6), 0, p->readonly_size >> 6);
    int slot = machine_child_slot(m, -1, 0);
    m->heap_bytes = 0;
    m->model = NULL;
    m->nconstraints = m->ninputs = m->output_len = 0;
    m->exited = false;
    machine_spawn(
        m, &(NewThread){.slot = slot, .parent = -1, .entry = p->functions[p->start].address});
    Thread *t = m->threads[slot];
    /* Reserves room for symbolic strings; the runtime makes them symbolic. */
    VEC(const char *) arguments = {0}, environment = {0};
    VEC(const char *) made = {0};
    for (int k = 0; k < m->options.argc; k++) vec_push(&arguments, m->options.argv[k]);
    for (size_t k = 0; m->options.environment && m->options.environment[k]; k++)
        vec_push(&environment, m->options.environment[k]);
    for (size_t k = 0; k < m->system->symbolic.len; k++) {
        const SymbolicData *d = &m->system->symbolic.data[k];
        if (d->kind != SYMBOLIC_ARGUMENT && d->kind != SYMBOLIC_VARIABLE) continue;
        const char **text = d->kind == SYMBOLIC_VARIABLE
                                ? variable_in(environment.data, environment.len, d->name)
                            : d->number < arguments.len ? &arguments.data[d->number]
                                                        : NULL;
        if (!text) continue; /* the string does not exist, which was reported */
        *text = with_room(*text, d);
        vec_push(&made, *text);
    }
    vec_push(&environment, NULL);
    uint64_t argv = put_strings(m, t, arguments.data, arguments.len);
    uint64_t envp = put_strings(m, t, environment.data, environment.len - 1);
    t->regs[0] = arguments.len;
    t->regs[1] = argv;
    t->regs[2] = envp;
    for (size_t k = 0; k < made.len; k++) free((char *)made.data[k]);
    vec_free(&made);
    vec_free(&arguments);
    vec_free(&environment);
}

void machine_begin_slice(Machine *m, Thread *t) {
    trail_save(m->memory, t, THREAD_SAVED);
    trail_save(m->memory, &m->nthreads, MACHINE_SAVED);
    if (unlikely(base_invariants)) machine_check(m, t);
    t->low_water = t->top;
    frame_save(m, t, t->top);
    if (t->ndecisions) trail_save(m->memory, t->decisions, t->ndecisions);
}

void machine_merge(Machine *m, Machine *from) {
    m->instructions += from->instructions;
    from->instructions = 0;
    machine_merge_notes(m, from);
    for (uint32_t k = 0; k < 2 * m->program->ninsns; k++) m->cover[k] |= from->cover[k];
}

uint8_t *machine_keep_cover(const Machine *m) {
    size_t n = 2 * (size_t)m->program->ninsns;
    return memcpy(xmalloc(n + 1), m->cover, n);
}

void machine_return_cover(Machine *m, uint8_t *kept) {
    memcpy(m->cover, kept, 2 * (size_t)m->program->ninsns);
    free(kept);
}

uint64_t machine_branches_covered(const Machine *m) {
    return program_branches_covered(m->program, m->cover);
}
