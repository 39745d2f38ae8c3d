/* debugger.c — see debugger.h. */
#include "debug/debugger.h"
#include <limits.h>
#include <stdlib.h>

/* Returns the number of instructions of a function that bring parameters to their places: those
 * with its first place; 0: there are no others. */
static uint32_t prologue_of(const Function *f) {
    for (uint32_t k = 0; k < f->code_len; k++)
        if (f->loc[k] != f->loc[0]) return k;
    return 0;
}

Debugger *debugger_new(DebugSession *s) {
    Debugger *d = xcalloc(1, sizeof *d);
    d->session = s;
    d->next_id = 1;
    const Program *p = s->program;
    d->prologues = xcalloc(p->nfunctions + 1, sizeof *d->prologues);
    for (uint32_t k = 0; k < p->nfunctions; k++) d->prologues[k] = prologue_of(&p->functions[k]);
    return d;
}

static void clear_breakpoint(Breakpoint *b) {
    free(b->what);
    free(b->condition);
    free(b->problem);
    free(b->old);
}

void debugger_free(Debugger *d) {
    if (!d) return;
    for (size_t k = 0; k < d->breakpoints.len; k++) clear_breakpoint(&d->breakpoints.data[k]);
    vec_free(&d->breakpoints);
    vec_free(&d->lines);
    vec_free(&d->places);
    free(d->prologues);
    free(d->complaint);
    free(d);
}

DebugScope debugger_scope(const Debugger *d, int slot, uint32_t frame, Arena *arena) {
    return (DebugScope){.types = d->session->types,
                        .machine = d->session->run->machine,
                        .thread = slot,
                        .frame = frame,
                        .arena = arena};
}

/* --- lines ------------------------------------------------------------------------------------ */

static const Loc *loc_at(const Debugger *d, const Function *f, const Insn *i) {
    return &d->session->program->locs[f->loc[i - f->code]];
}

/* Whether the instruction is behind those that bring parameters to their places. */
static bool is_behind_prologue(const Debugger *d, const Function *f, const Insn *i) {
    return i >= f->code + d->prologues[f - d->session->program->functions];
}

/* Notes the lines of the frames that a thread has at the beginning of what is looked at. A frame
 * that is still before its first line has none yet. False if a line is not known there: then no
 * steps by lines can begin. */
static bool begin_lines(Debugger *d, const Thread *t) {
    bool known = true;
    d->lines.len = d->places.len = 0;
    for (uint32_t k = 0; k <= t->top; k++) {
        const Function *f = t->frames[k].function;
        const Insn *at = k == t->top ? t->pc : t->frames[k + 1].call;
        uint32_t loc = f && !f->library ? session_frame_loc(t, k) : 0;
        bool behind = loc && is_behind_prologue(d, f, at);
        uint32_t line = behind ? d->session->program->locs[loc].line : 0;
        known &= line || !f || f->library || (loc && !behind);
        vec_push(&d->lines, line);
        vec_push(&d->places, line ? at : NULL);
    }
    return known;
}

/* Whether the thread comes to a line of the program's own code: from another one, from another
 * function, or once more in a loop. */
static bool comes_to_line(Debugger *d, const Thread *t, const Insn *next) {
    const Function *f = t->frames[t->top].function;
    if (!f || f->library) return false;
    while (d->lines.len > t->top + 1) {
        d->lines.len--;
        d->places.len--;
    }
    while (d->lines.len < t->top + 1) {
        vec_push(&d->lines, 0);
        vec_push(&d->places, NULL);
    }
    uint32_t line = loc_at(d, f, next)->line, *at = &d->lines.data[t->top];
    const Insn **place = &d->places.data[t->top];
    if (!line || !is_behind_prologue(d, f, next)) return false;
    bool comes = line != *at || (*place && next < *place);
    *at = line;
    *place = next;
    return comes;
}

/* --- breakpoints ------------------------------------------------------------------------------ */

bool debugger_same_file(const char *a, const char *b) {
    char x[PATH_MAX], y[PATH_MAX];
    if (!strcmp(a, b)) return true;
    if (realpath(a, x) && realpath(b, y)) return !strcmp(x, y);
    const char *last_a = strrchr(a, '/'), *last_b = strrchr(b, '/');
    return (!last_a || !last_b) && !strcmp(last_a ? last_a + 1 : a, last_b ? last_b + 1 : b);
}

/* Returns the first line from `line` on with code in a file; 0: there is none. */
static uint32_t line_with_code(const Debugger *d, const char *file, uint32_t line) {
    const Program *p = d->session->program;
    uint32_t best = 0;
    const char *last = NULL;
    bool same = false;
    for (uint32_t k = 0; k < p->nfunctions; k++) {
        const Function *f = &p->functions[k];
        if (f->library) continue;
        for (uint32_t i = 0; i < f->code_len; i++) {
            const Loc *l = &p->locs[f->loc[i]];
            if (l->line < line || (best && l->line >= best) ||
                !is_behind_prologue(d, f, f->code + i))
                continue;
            if (l->file != last) same = debugger_same_file(l->file, file);
            last = l->file;
            if (same) best = l->line;
        }
    }
    return best;
}

static void find_function(const Debugger *d, Breakpoint *b) {
    const Program *p = d->session->program;
    for (uint32_t k = 0; k < p->nfunctions; k++) {
        const Function *f = &p->functions[k];
        if (f->library || !f->code || !symbol_is_named(f->name, b->what)) continue;
        for (uint32_t i = 0; i < f->code_len && !b->line; i++)
            if (is_behind_prologue(d, f, f->code + i)) b->line = p->locs[f->loc[i]].line;
    }
    if (!b->line) b->problem = xasprintf("the program has no function `%s` of its own", b->what);
}

static void find_value(Breakpoint *b, const DebugScope *s) {
    DebugValue v = debug_evaluate(s, b->what);
    if (!v.type || !v.in_memory) {
        b->problem = v.type ? xstrdup("it is in registers and has no address; a breakpoint with a "
                                      "condition can look at it")
                            : xstrdup(v.error);
        return;
    }
    b->address = v.address;
    b->size = MAX(debug_size(v.type), 1);
    if (!memory_is_valid(s->machine->memory, b->address, b->size)) {
        b->problem = xstrdup("it is outside of memory");
        b->size = 0;
        return;
    }
    b->old = xcalloc(1, b->size);
    b->line = 1;
}

unsigned debugger_break(Debugger *d, BreakpointKind kind, const char *what, uint32_t line,
                        const char *condition, const DebugScope *scope) {
    Breakpoint b = {.id = d->next_id++,
                    .kind = kind,
                    .what = xstrdup(what),
                    .condition = condition && *condition ? xstrdup(condition) : NULL};
    if (kind == BREAK_LINE) {
        b.line = line_with_code(d, what, line);
        if (!b.line) b.problem = xasprintf("there is no code at or behind line %u", line);
    } else if (kind == BREAK_FUNCTION) {
        find_function(d, &b);
    } else {
        find_value(&b, scope);
    }
    vec_push(&d->breakpoints, b);
    return b.id;
}

Breakpoint *debugger_breakpoint(const Debugger *d, unsigned id) {
    for (size_t k = 0; k < d->breakpoints.len; k++)
        if (d->breakpoints.data[k].id == id) return &d->breakpoints.data[k];
    return NULL;
}

void debugger_widen(Debugger *d, unsigned id, uint64_t size) {
    Breakpoint *b = debugger_breakpoint(d, id);
    if (!b || b->problem || !b->size) return;
    if (!memory_is_valid(d->session->run->machine->memory, b->address, size)) return;
    b->size = size;
    b->old = xrealloc(b->old, size);
}

static void remove_at(Debugger *d, size_t k) {
    clear_breakpoint(&d->breakpoints.data[k]);
    memmove(&d->breakpoints.data[k], &d->breakpoints.data[k + 1],
            (d->breakpoints.len - k - 1) * sizeof *d->breakpoints.data);
    d->breakpoints.len--;
}

bool debugger_delete(Debugger *d, unsigned id) {
    Breakpoint *b = debugger_breakpoint(d, id);
    if (b) remove_at(d, (size_t)(b - d->breakpoints.data));
    return b != NULL;
}

void debugger_delete_kind(Debugger *d, BreakpointKind kind, const char *file) {
    for (size_t k = d->breakpoints.len; k-- > 0;) {
        const Breakpoint *b = &d->breakpoints.data[k];
        if (b->kind == kind && (!file || debugger_same_file(b->what, file))) remove_at(d, k);
    }
}

/* --- what is met ------------------------------------------------------------------------------ */

static bool is_watch(const Breakpoint *b) {
    return (b->kind == BREAK_WRITE || b->kind == BREAK_ACCESS) && b->size;
}

/* Notes the values at the beginning of what is looked at, and which accesses the thread (NULL:
 * none) has noted before. */
static void begin_values(Debugger *d, const Thread *t) {
    const Memory *m = d->session->run->machine->memory;
    d->seen = t && d->session->count ? t->log->entries.len : 0;
    for (size_t k = 0; k < d->breakpoints.len; k++) {
        Breakpoint *b = &d->breakpoints.data[k];
        if (is_watch(b)) memcpy(b->old, m->base + b->address, b->size);
    }
}

/* Whether the thread has read bytes of the value since it was looked at last. */
static bool was_read(const Debugger *d, const Thread *t, const Breakpoint *b) {
    for (size_t k = d->seen; k < t->log->entries.len; k++) {
        const LogEntry *e = &t->log->entries.data[k];
        for (uint64_t w = e->word; e->reads && w < e->word + MAX(e->words, 1); w++)
            for (unsigned byte = 0; byte < 8; byte++)
                if (e->reads >> byte & 1 && w * 8 + byte >= b->address &&
                    w * 8 + byte < b->address + b->size)
                    return true;
    }
    return false;
}

/* Whether the operation that the thread did with this step reads or writes the value. */
static bool operation_touches(const Debugger *d, const Breakpoint *b) {
    const Run *r = d->session->run;
    if (d->session->count > 1 || !r->history.path.len) return false;
    const Operation *o = &vec_last(&r->history.path)->action.op;
    return operation_on_memory(o) && o->object < b->address + b->size &&
           b->address < o->object + o->size;
}

static bool value_is_met(Debugger *d, const Thread *t, Breakpoint *b) {
    const uint8_t *now = d->session->run->machine->memory->base + b->address;
    bool changed = memcmp(now, b->old, b->size) != 0;
    if (changed) memcpy(b->old, now, b->size);
    return changed || (b->kind == BREAK_ACCESS && (was_read(d, t, b) || operation_touches(d, b)));
}

static bool line_is_met(const Debugger *d, const Thread *t, const Insn *next, const Breakpoint *b) {
    const Function *f = t->frames[t->top].function;
    const Loc *l = loc_at(d, f, next);
    if (l->line != b->line) return false;
    return b->kind == BREAK_LINE ? debugger_same_file(l->file, b->what)
                                 : symbol_is_named(f->name, b->what);
}

/* Whether the breakpoint's condition holds, if it has one. One without a value stops, too: what is
 * wrong with it is in *complaint (the caller frees), else NULL. */
static bool condition_holds(const Debugger *d, const Thread *t, const Breakpoint *b,
                            char **complaint) {
    *complaint = NULL;
    if (!b->condition) return true;
    Arena *arena = arena_new();
    DebugScope s = debugger_scope(d, thread_slot(t), session_own_frame(t), arena);
    const char *error;
    bool holds = debug_holds(&s, b->condition, &error);
    if (error) *complaint = xasprintf("the condition `%s`: %s", b->condition, error);
    arena_free(arena);
    return holds || *complaint;
}

/* Whether a breakpoint is met before this instruction (NULL: at the end of the step). `starts`: the
 * thread comes to a line there. */
static bool meets_breakpoint(Debugger *d, Thread *t, const Insn *next, bool starts) {
    bool met = false;
    char *complaint;
    for (size_t k = 0; k < d->breakpoints.len; k++) {
        Breakpoint *b = &d->breakpoints.data[k];
        bool here =
            is_watch(b) ? value_is_met(d, t, b) : starts && b->line && line_is_met(d, t, next, b);
        if (!here || met || !condition_holds(d, t, b, &complaint)) continue;
        free(d->complaint);
        d->complaint = complaint;
        d->hit = b->id;
        met = true;
    }
    d->seen = t->log->entries.len;
    return met;
}

static bool step_is_done(const Debugger *d, const Thread *t, bool starts, bool back) {
    if (!d->stepping || thread_slot(t) != d->thread) return false;
    const Function *f = t->frames[t->top].function;
    switch (d->kind) {
    case STEP_INSTRUCTION: return true;
    case STEP_INTO: return starts;
    case STEP_OVER:
        return (starts && t->top <= d->depth) || (!back && f && !f->library && t->top < d->depth);
    default: return f && !f->library && t->top < d->depth;
    }
}

static bool looks_at(Debugger *d, Thread *t, const Insn *next, bool back) {
    if (!t) {
        int slot = d->session->thread;
        const Thread *own = slot >= 0 ? d->session->run->machine->threads[slot] : NULL;
        begin_values(d, own);
        return own && !begin_lines(d, own);
    }
    unsigned hit = d->hit;
    bool starts = next && comes_to_line(d, t, next), met = meets_breakpoint(d, t, next, starts);
    if (met) return true;
    bool done = next && step_is_done(d, t, starts, back);
    d->hit = done ? 0 : hit;
    return done;
}

static bool looks_forward(void *context, DebugSession *s, Thread *t, const Insn *next) {
    (void)s;
    return looks_at(context, t, next, false);
}

static bool looks_back(void *context, DebugSession *s, Thread *t, const Insn *next) {
    (void)s;
    return looks_at(context, t, next, true);
}

/* Goes on or back. `hit` is the breakpoint of the last moment that was found, which is the one
 * where the session stands. */
static DebugStop go_looking(Debugger *d, bool back) {
    DebugSession *s = d->session;
    free(d->complaint);
    d->complaint = NULL;
    d->hit = 0;
    s->reads_log = false;
    for (size_t k = 0; k < d->breakpoints.len; k++)
        s->reads_log |= d->breakpoints.data[k].kind == BREAK_ACCESS;
    if (!back) {
        DebugStop how = session_forward(s, looks_forward, d);
        if (how != DEBUG_STOP_LOOK) d->hit = 0;
        return how;
    }
    return session_backward(s, looks_back, d, d->stepping && !d->breakpoints.len ? d->thread : -1);
}

DebugStop debugger_continue(Debugger *d, bool back) {
    d->stepping = false;
    return go_looking(d, back);
}

DebugStop debugger_step(Debugger *d, StepKind kind, bool back, int slot) {
    const Machine *m = d->session->run->machine;
    const Thread *t = slot >= 0 && slot < (int)m->nslots ? m->threads[slot] : NULL;
    d->stepping = true;
    d->kind = kind;
    d->thread = slot;
    d->depth = t && t->status != THREAD_UNUSED ? session_own_frame(t) : UINT32_MAX;
    DebugStop how = go_looking(d, back);
    d->stepping = false;
    return how;
}
