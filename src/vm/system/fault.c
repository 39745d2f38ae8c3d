/*
 * fault.c — threads that stop because of findings or limits, and the places in the source and in
 * memory that messages name.
 */
#include "vm/interpreter/execution.h"
#include <stdio.h>
#include <stdlib.h>

#define WORK_BETWEEN_POLLS (16u << 20)

void machine_stop_thread(Machine *m, Thread *t) {
    (void)m;
    t->status = THREAD_STOPPED;
    t->pending.kind = OPERATION_NONE;
}

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

/* Reports a finding of the kind, variable and effect in `f`. */
static PRINTF_LIKE(4, 0) void fault(Machine *m, Thread *t, Fault f, const char *format,
                                    va_list ap) {
    f.thread = thread_slot(t);
    f.loc = machine_loc(m, t);
    if (vasprintf(&f.message, format, ap) < 0) base_fatal("out of memory");
    if (m->hooks.fault) m->hooks.fault(m->hooks.context, m, &f);
    free(f.message);
    if (f.goes_on) return;
    machine_stop_thread(m, t);
    t->failed = true;
}

void machine_fault(Machine *m, Thread *t, const char *kind, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    fault(m, t, (Fault){.kind = kind}, format, ap);
    va_end(ap);
}

void machine_fault_at(Machine *m, Thread *t, const char *kind, uint64_t address, const char *format,
                      ...) {
    va_list ap;
    va_start(ap, format);
    fault(m, t, (Fault){.kind = kind, .ended = address}, format, ap);
    va_end(ap);
}

void machine_fault_about(Machine *m, Thread *t, const char *kind, const char *variable,
                         const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    fault(m, t, (Fault){.kind = kind, .variable = variable}, format, ap);
    va_end(ap);
}

bool machine_mistake(Machine *m, Thread *t, Mistake x, const char *format, ...) {
    bool on = m->system->keep_going != KEEP_GOING_NONE;
    va_list ap;
    va_start(ap, format);
    fault(m, t,
          (Fault){.kind = x.kind,
                  .variable = x.variable,
                  .ended = x.ended,
                  .goes_on = on,
                  .partial = x.partial},
          format, ap);
    va_end(ap);
    if (on && m->hooks.assumption) m->hooks.assumption(m->hooks.context, x.effect);
    return on;
}

static uint32_t frame_loc(const Frame *f, const Insn *pc) {
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
        uint32_t here = frame_loc(f, pc);
        if (!innermost) innermost = here;
        if (!f->function->library && here) return here;
        pc = f->call;
        if (!pc || (t->context && k == t->context_base)) break;
    }
    return innermost;
}

unsigned machine_stack_locs(const Machine *m, const Thread *t, uint32_t *locs,
                            const char **functions, unsigned max) {
    unsigned n = 0;
    const Insn *pc = t->pc;
    for (uint32_t k = t->top + 1; k-- > 0 && n < max;) {
        const Frame *f = &t->frames[k];
        for (uint32_t l = frame_loc(f, pc); n < max; l = m->program->locs[l].inlined_at) {
            locs[n] = l;
            functions[n++] = m->program->locs[l].function && *m->program->locs[l].function
                                 ? m->program->locs[l].function
                                 : f->function->name;
            if (!m->program->locs[l].inlined_at) break;
        }
        pc = f->call;
        if (!pc || (t->context && k == t->context_base)) break;
    }
    return n;
}

static const char *plural(uint64_t n) { return n == 1 ? "" : "s"; }
static const char *file_or_unknown(const Loc *at) { return at->file && *at->file ? at->file : "?"; }

/* Whether an address between two objects, behind the end of one and before the start of the next,
 * is told by the next one: it is nearer. */
static bool is_rather_before(uint64_t address, uint64_t end, uint64_t start) {
    return end <= address && address < start && start - address <= 32 &&
           start - address < address - end;
}

static char *describe_before_block(const Machine *m, const Block *next, uint64_t address) {
    const Loc *at = &m->program->locs[next->loc];
    uint64_t before = next->address - address;
    return xasprintf(
        "out of bounds: %llu byte%s before a heap block of %llu byte%s allocated at %s:%u",
        (unsigned long long)before, plural(before), (unsigned long long)next->size,
        plural(next->size), file_or_unknown(at), at->line);
}

/* Describes an address in the block or not far behind it; NULL: it is further away. */
static char *describe_block(const Machine *m, const Block *b, uint64_t address) {
    const Loc *at = &m->program->locs[b->loc];
    char where[300];
    snprintf(where, sizeof where, "%llu byte%s allocated at %s:%u", (unsigned long long)b->size,
             plural(b->size), file_or_unknown(at), at->line);
    if (b->state >= 2 && address < b->address + b->capacity * 16ull) {
        const Loc *f = &m->program->locs[b->free_loc];
        return xasprintf("use after free: byte %llu of a heap block of %s, freed at %s:%u",
                         (unsigned long long)(address - b->address), where, file_or_unknown(f),
                         f->line);
    }
    uint64_t offset = address - b->address;
    if (offset < b->size)
        return xasprintf("byte %llu of a heap block of %s", (unsigned long long)offset, where);
    if (offset < b->size + 65536)
        return xasprintf("out of bounds: %llu byte%s past the end of a heap block of %s",
                         (unsigned long long)(offset - b->size), plural(offset - b->size), where);
    return NULL;
}

static char *describe_in_heap(const Machine *m, uint64_t address) {
    int owner = 0;
    const Block *b = heap_block_at(m, address, &owner), *next = heap_block_after(m, address);
    if (next && next->state == 1 && !next->kernel && next->address - address <= 32 &&
        (!b || address >= b->address + b->size) &&
        (!b || b->kernel || next->address - address < address - b->address - b->size))
        return describe_before_block(m, next, address);
    return b ? describe_block(m, b, address) : NULL;
}

static char *describe_global(const Machine *m, uint64_t address) {
    if (address < GLOBALS_BASE || address >= GLOBALS_BASE + m->program->image_size + 65536)
        return NULL;
    const Global *g = program_global_at(m->program, address);
    if (!g) return NULL;
    uint64_t offset = address - g->address;
    if (offset < g->size)
        return xasprintf("byte %llu of the global `%s`", (unsigned long long)offset, g->name);
    const Global *next = g + 1 < m->program->globals + m->program->nglobals ? g + 1 : NULL;
    if (next && !next->thread_local_ &&
        is_rather_before(address, g->address + g->size, next->address))
        return xasprintf("out of bounds: %llu byte%s before the global `%s` of %llu byte%s",
                         (unsigned long long)(next->address - address),
                         plural(next->address - address), next->name,
                         (unsigned long long)next->size, plural(next->size));
    return xasprintf("out of bounds: %llu byte%s past the end of the global `%s` of %llu byte%s",
                     (unsigned long long)(offset - g->size), plural(offset - g->size), g->name,
                     (unsigned long long)g->size, plural(g->size));
}

static char *describe_code(const Machine *m, uint64_t address) {
    const Function *f = address >= FUNCTION_BASE
                            ? program_function_at(m->program, address & ~(FUNCTION_STEP - 1ull))
                            : NULL;
    return f ? xasprintf("the code of the function `%s`", f->name) : NULL;
}

static char *describe_in_frame(const Frame *f, uint64_t address) {
    const Function *code = f->function;
    uint64_t end = f->memory; /* of the object before */
    for (unsigned n = 0; n <= code->nobjects; n++) {
        const StackObject *o = &code->objects[n];
        bool is = n < code->nobjects;
        uint64_t start = is ? f->memory + o->offset : UINT64_MAX;
        if (is && is_rather_before(address, end, start))
            return xasprintf(
                "out of bounds: %llu byte%s before a local variable of %u byte%s in `%s`",
                (unsigned long long)(start - address), plural(start - address), o->size,
                plural(o->size), code->name);
        if (n && address >= end && address < end + 64 && address < start)
            return xasprintf(
                "out of bounds: %llu byte%s past the end of a local variable of %u byte%s in `%s`",
                (unsigned long long)(address - end), plural(address - end), o[-1].size,
                plural(o[-1].size), code->name);
        if (is) end = start + o->size;
    }
    return xasprintf("out of bounds of the local variables of `%s`", code->name);
}

const StackObject *machine_local_at(const Machine *m, uint64_t address, const Frame **frame) {
    uint32_t slot = region_slot(address);
    const Thread *t = slot < m->nslots ? m->threads[slot] : NULL;
    if (address < REGION_BASE || !t || address >= t->region + region_stack(slot)) return NULL;
    uint32_t k = t->top + 1;
    while (k-- > 0 && (!t->frames[k].memory || address < t->frames[k].memory)) {}
    if (k == UINT32_MAX) return NULL;
    *frame = &t->frames[k];
    const Function *f = t->frames[k].function;
    for (unsigned n = 0; n < f->nobjects; n++) {
        const StackObject *o = &f->objects[n];
        uint64_t start = t->frames[k].memory + o->offset;
        if (address >= start && address < start + o->size) return o;
    }
    return NULL;
}

char *machine_local_text(const Machine *m, uint64_t address) {
    static const char prefix[] = "variable ";
    const Frame *f;
    const StackObject *o = machine_local_at(m, address, &f);
    const char *text = o && o->name ? m->program->messages[o->name - 1] : NULL;
    if (!text || strncmp(text, prefix, strlen(prefix)) != 0) return NULL;
    text += strlen(prefix);
    uint64_t offset = address - f->memory - o->offset;
    char *name = strndup(text, strcspn(text, ","));
    char *out = offset ? xasprintf("%s + %llu", name, (unsigned long long)offset) : xstrdup(name);
    free(name);
    return out;
}

/* Describes a variable of a function that runs on the memory of a context, which is a block. */
static char *describe_in_context(const Machine *m, uint64_t address) {
    for (uint32_t slot = 0; slot < m->nslots; slot++) {
        const Thread *t = m->threads[slot];
        if (!t || t->status != THREAD_READY || !t->context) continue;
        for (uint32_t k = t->context_base; k <= t->top; k++) {
            const Frame *f = &t->frames[k];
            if (f->memory && address >= f->memory &&
                address < f->memory + f->function->frame_bytes + 64)
                return describe_in_frame(f, address);
        }
    }
    return NULL;
}

static char *describe_on_stack(const Machine *m, uint64_t address) {
    if (address < REGION_BASE || address >= MEMORY_LIMIT) return NULL;
    uint32_t slot = region_slot(address);
    const Thread *t = slot < m->nslots ? m->threads[slot] : NULL;
    if (!t || address >= t->region + region_stack(slot)) return NULL;
    for (uint32_t k = t->top + 1; k-- > 0 && t->status == THREAD_READY && address < t->stack;) {
        const Frame *f = &t->frames[k];
        if (f->memory && address >= f->memory &&
            address < f->memory + f->function->frame_bytes + 64)
            return describe_in_frame(f, address);
    }
    return xasprintf("a local variable of thread %s whose function has returned (address 0x%llx)",
                     t->name, (unsigned long long)address);
}

char *machine_describe_address(const Machine *m, uint64_t address) {
    if (address < 4096)
        return xasprintf("null pointer (address %llu)", (unsigned long long)address);
    char *text = describe_in_context(m, address);
    if (!text) text = describe_in_heap(m, address);
    if (!text) text = describe_global(m, address);
    if (!text) text = describe_code(m, address);
    if (!text) text = describe_on_stack(m, address);
    return text ? text : xasprintf("wild pointer 0x%llx", (unsigned long long)address);
}
