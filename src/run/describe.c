/*
 * describe.c — describes a run at the moment of a finding: threads and their stacks, inputs by
 * name, the schedule, the visible set S.
 */
#include "run/describe.h"
#include "vm/system/interrupt.h"
#include "vm/machine/patience.h"
#include <stdlib.h>

SourcePlace describe_place(const Program *p, uint32_t loc) {
    const Loc *l = &p->locs[loc < p->nlocs ? loc : 0];
    return (SourcePlace){xstrdup(l->file ? l->file : ""), xstrdup(l->function ? l->function : ""),
                         l->line, l->column};
}

ThreadReport describe_thread(Run *r, uint32_t slot) {
    Machine *m = r->machine;
    const Thread *t = m->threads[slot];
    ThreadReport out = {.name = xstrdup(m->slot_names[slot])};
    const char *routine = t->routine ? t->routine->name : slot ? NULL : m->program->entry_name;
    if (routine) out.routine = xstrdup(routine);
    switch (t->status) {
    case THREAD_EXITED: out.status = xstrdup("exited"); break;
    case THREAD_STOPPED: out.status = xstrdup("stopped"); break;
    case THREAD_READY:
        if (r->stepping && r->current.thread == (int)slot)
            out.status = xstrdup("running");
        else if (t->pending.kind == OPERATION_NONE)
            out.status = xstrdup("running");
        else
            out.status = operation_blocked_text(m, (int)slot);
        break;
    default: out.status = xstrdup("not started"); return out;
    }
    if (t->status == THREAD_EXITED) return out;
    uint32_t locs[64];
    const char *functions[64];
    unsigned n = machine_stack_locs(m, t, locs, functions, 64);
    out.stack = xcalloc(n + 1, sizeof *out.stack);
    for (unsigned k = 0; k < n; k++) {
        out.stack[k] = describe_place(m->program, locs[k]);
        free(out.stack[k].function);
        out.stack[k].function = xstrdup(functions[k]);
    }
    out.depth = n;
    out.place = describe_place(m->program, machine_loc(m, t));
    return out;
}

/* The source place of an operation. A thread starts in the runtime; people look for its routine. */
static uint32_t step_loc(const Machine *m, const Action *a) {
    const Thread *t = m->threads[a->thread];
    const Program *p = m->program;
    if (a->op.kind != OPERATION_START) return a->op.loc;
    const Function *f = t ? t->routine : NULL;
    for (uint32_t k = 0; !f && !a->thread && k < p->nfunctions; k++)
        if (!p->functions[k].library && !strcmp(p->functions[k].name, p->entry_name))
            f = &p->functions[k];
    return f && f->code_len && f->loc && f->loc[0] ? f->loc[0] : a->op.loc;
}

ScheduleStep describe_step(const Machine *m, const Action *a, uint32_t ordinal) {
    return (ScheduleStep){.thread = xstrdup(m->slot_names[a->thread]),
                          .kind = xstrdup(operation_names[a->op.kind]),
                          .object = a->op.kind == OPERATION_CREATE ? 0 : a->op.object,
                          .ordinal = ordinal,
                          .outcome = a->outcome,
                          .place = describe_place(m->program, step_loc(m, a)),
                          .object_name = operation_object_text(m, &a->op)};
}

/* Stores the visible set S in ascending order. Marks among its ranges say that output belongs to
 * the state and that threads look for signals. */
static void note_visible(const Machine *m, Finding *f) {
    VisibleRange mark = m->look ? interrupt_mark(m) : (VisibleRange){0, 0};
    f->visible = xcalloc(m->visible.len + 4, sizeof *f->visible);
    if (m->output_is_state)
        f->visible[f->nvisible++] = (ByteRange){OUTPUT_MARK.start, OUTPUT_MARK.end};
    if (m->frees_by_order)
        f->visible[f->nvisible++] = (ByteRange){ORDER_MARK.start, ORDER_MARK.end};
    for (size_t k = 0; k <= m->visible.len; k++) {
        const VisibleRange *v = k < m->visible.len ? &m->visible.data[k] : NULL;
        if (mark.start && (!v || mark.start < v->end)) {
            bool apart = !v || mark.end < v->start;
            if (apart) f->visible[f->nvisible++] = (ByteRange){mark.start, mark.end};
            mark.start = 0;
        }
        if (v) f->visible[f->nvisible++] = (ByteRange){v->start, v->end};
    }
}

/* The set of deadlocked threads distinguishes deadlocks: threads that wait only because of a
 * cut-off, an assumption or an error are not part of it. */
static void mark_those_beside_deadlock(Run *r, Finding *f) {
    const Machine *m = r->machine;
    bool *stuck = xcalloc(m->nslots + 1, sizeof *stuck);
    run_deadlocked(r, stuck);
    for (uint32_t k = 0, n = 0; k < m->nslots; k++) {
        if (!m->threads[k] || m->threads[k]->status == THREAD_UNUSED) continue;
        ThreadReport *t = &f->threads[n++];
        if (stuck[k] || !t->status || !has_prefix(t->status, "blocked: ")) continue;
        char *status = xasprintf("for now %s", t->status + strlen("blocked: "));
        free(t->status);
        t->status = status;
    }
    free(stuck);
}

/* Whether an operation is a step of a schedule: a replay has no branches, and does not divide
 * sections. */
static bool is_schedule_step(const Operation *o) {
    return o->kind != OPERATION_BRANCH && o->kind != OPERATION_PAUSE && !operation_is_part(o);
}

Finding *describe_run(Run *r, const char *kind, const char *message, int thread, uint32_t loc) {
    Machine *m = r->machine;
    Finding *f = xcalloc(1, sizeof *f);
    f->kind = xstrdup(kind);
    f->message = xstrdup(message);
    f->thread = xstrdup(m->slot_names[thread]);
    f->place = describe_place(m->program, loc);
    f->occurrences = 1;
    f->program_hash = m->program->hash;
    f->patience = m->parked ? machine_patience(m) : 0;
    f->threads = xcalloc(m->nslots + 1, sizeof *f->threads);
    /* At the end of a path no places of threads are of interest. Thousands of them may be written.
     */
    for (uint32_t k = 0; k < m->nslots && !finding_is_path(f); k++)
        if (m->threads[k] && m->threads[k]->status != THREAD_UNUSED)
            f->threads[f->nthreads++] = describe_thread(r, k);
    if (!strcmp(kind, "deadlock")) mark_those_beside_deadlock(r, f);
    f->inputs = xcalloc(m->ninputs + m->options.ngiven + 1, sizeof *f->inputs);
    for (uint32_t k = 0; k < m->ninputs; k++) {
        const Input *in = m->inputs.data[k];
        InputReport *o = &f->inputs[f->ninputs++];
        o->name = xstrdup(in->name);
        o->size = in->size;
        o->bytes = xmalloc(in->size + 1);
        model_bytes(m->model, in, o->bytes);
    }
    for (size_t k = 0; k < m->options.ngiven; k++) {
        const GivenInput *g = &m->options.given[k];
        InputReport *o = &f->inputs[f->ninputs++];
        o->name = xstrdup(g->name);
        o->size = g->size;
        o->bytes = xmalloc(g->size + 1);
        memcpy(o->bytes, g->bytes, g->size);
    }
    uint32_t *ordinal = xcalloc(m->nslots + 1, sizeof *ordinal);
    f->schedule = xcalloc(r->history.path.len + 2, sizeof *f->schedule);
    for (size_t k = 0; k < r->history.path.len; k++) {
        const Event *e = r->history.path.data[k];
        const Action *a = &e->action;
        if (!is_schedule_step(&a->op)) continue;
        f->schedule[f->nschedule] = describe_step(m, a, ++ordinal[a->thread]);
        f->schedule[f->nschedule++].rounds = e->rounds;
    }
    if (r->stepping && is_schedule_step(&r->current.op))
        f->schedule[f->nschedule++] = describe_step(m, &r->current, ++ordinal[r->current.thread]);
    free(ordinal);
    note_visible(m, f);
    f->slots = xcalloc(m->nslots + 1, sizeof *f->slots);
    for (uint32_t k = 0; k < m->nslots; k++) f->slots[f->nslots++] = xstrdup(m->slot_names[k]);
    f->output_len = m->output_len;
    f->output = xcalloc(1, m->output_len + 1);
    if (m->output_len) memcpy(f->output, m->output.data, m->output_len);
    return f;
}

/* Returns the object that was used after its end, with the place where it ended: all uses of it are
 * one mistake. An address tells it from others of the same place. NULL: it has not ended. */
static char *ended_object(const Machine *m, const Finding *f, uint64_t address) {
    int owner = 0;
    const Block *b = heap_block_at(m, address, &owner);
    if (b && b->state >= 2 && address < b->address + b->capacity * 16ull) {
        const Loc *from = &m->program->locs[b->loc], *to = &m->program->locs[b->free_loc];
        if (!from->file || !to->file) return NULL;
        return xasprintf(
            "a heap block of %llu bytes allocated at %s:%u:%u, freed at %s:%u:%u" ENDED_AT,
            (unsigned long long)b->size, from->file, from->line, from->column, to->file, to->line,
            to->column, (unsigned long long)b->address);
    }
    for (size_t k = f->nschedule; k-- > 0;) {
        const ScheduleStep *s = &f->schedule[k];
        if (object_address(s->object) != address ||
            strcmp(s->kind, operation_names[OPERATION_DESTROY]))
            continue;
        return xasprintf("%s, destroyed at %s:%u:%u" ENDED_AT,
                         s->object_name ? s->object_name : "an object", s->place.file,
                         s->place.line, s->place.column, (unsigned long long)address);
    }
    return NULL;
}

Finding *describe_fault(Run *r, const Fault *fault) {
    Finding *f = describe_run(r, fault->kind, fault->message, fault->thread, fault->loc);
    if (fault->variable) f->variable = xstrdup(fault->variable);
    if (fault->ended) f->object = ended_object(r->machine, f, fault->ended);
    f->goes_on = fault->goes_on;
    f->partial = fault->partial;
    return f;
}

char *describe_deadlock(Machine *m, const bool *stuck, int *first) {
    StrBuf text = {0};
    str_add(&text, "deadlock: ");
    *first = -1;
    for (uint32_t k = 0; k < m->nslots; k++) {
        if (!stuck[k]) continue;
        char *why = operation_blocked_text(m, (int)k);
        str_addf(&text, "%sthread %s %s", *first < 0 ? "" : "; ", m->slot_names[k],
                 strncmp(why, "blocked: ", 9) ? why : why + 9);
        free(why);
        if (*first < 0) *first = (int)k;
    }
    return text.data;
}

char *describe_leak(const Block *x) {
    return xasprintf("memory leak: %llu bytes are not freed at exit", (unsigned long long)x->size);
}

char *describe_path_end(const Run *r) {
    const Machine *m = r->machine;
    if (m->exited) return xasprintf("the program ends with exit status %d", m->exit_status & 0xff);
    return xstrdup(r->ncutoffs ? PATH_CUT : "all threads end");
}

Finding *describe_path(Run *r) {
    char *end = describe_path_end(r);
    Finding *f = describe_run(r, FINDING_PATH, end, 0, 0);
    free(end);
    return f;
}
