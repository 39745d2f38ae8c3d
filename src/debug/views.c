/* views.c — see views.h. */
#include "debug/views.h"
#include "report/text.h"
#include "run/describe.h"
#include <stdio.h>
#include <stdlib.h>

/* --- threads and places ----------------------------------------------------------------------- */

char *view_thread_name(const DebugSession *s, int slot) {
    return text_thread(s->test->finding, s->run->machine->slot_names[slot]);
}

char *view_thread_status(DebugSession *s, int slot) {
    ThreadReport t = describe_thread(s->run, (uint32_t)slot);
    char *status = text_with_threads(s->test->finding, t.status ? t.status : "");
    thread_report_clear(&t);
    return status;
}

bool view_has_frames(const DebugSession *s, int slot) {
    const Machine *m = s->run->machine;
    const Thread *t = slot >= 0 && slot < (int)m->nslots ? m->threads[slot] : NULL;
    return t && (t->status == THREAD_READY || t->status == THREAD_STOPPED) && t->frames[0].function;
}

int view_thread_named(const DebugSession *s, const char *name) {
    const Machine *m = s->run->machine;
    for (uint32_t k = 0; k < m->nslots; k++)
        if (m->threads[k] && m->threads[k]->status != THREAD_UNUSED &&
            !strcmp(m->slot_names[k], name))
            return (int)k;
    return -1;
}

SourcePlace view_frame_place(const DebugSession *s, int slot, uint32_t frame) {
    const Thread *t = s->run->machine->threads[slot];
    SourcePlace p = describe_place(s->program, session_frame_loc(t, frame));
    free(p.function);
    p.function = xstrdup(t->frames[frame].function ? t->frames[frame].function->name : "");
    return p;
}

char *view_source_line(const char *file, uint32_t line) {
    FILE *in = file && *file && line ? fopen(file, "r") : NULL;
    if (!in) return NULL;
    char *text = NULL;
    size_t room = 0;
    ssize_t n = -1;
    for (uint32_t k = 0; k < line && (n = getline(&text, &room, in)) >= 0; k++) {}
    fclose(in);
    if (n < 0) {
        free(text);
        return NULL;
    }
    text[strcspn(text, "\r\n")] = 0;
    return text;
}

/* --- steps ------------------------------------------------------------------------------------ */

/* Returns a step as it was executed, or as the schedule has it. False: nothing is known. */
static bool step_of(DebugSession *s, size_t k, ScheduleStep *out, bool *owned) {
    const EventList *done = &s->run->history.path;
    *owned = k < done->len;
    if (*owned) {
        const Action *a = &done->data[k]->action;
        *out = describe_step(s->run->machine, a, a->index);
        return true;
    }
    if (k >= s->path.len || s->path.data[k].slot >= 0) return false;
    *out = s->test->finding->schedule[k];
    return true;
}

char *view_step(DebugSession *s, size_t k) {
    ScheduleStep x;
    bool owned;
    if (!step_of(s, k, &x, &owned)) {
        int slot = k < s->path.len ? s->path.data[k].slot : -1;
        if (slot < 0) return xstrdup("the end of the run");
        char *name = view_thread_name(s, slot), *text = xasprintf("%s goes on", name);
        free(name);
        return text;
    }
    const Finding *f = s->test->finding;
    char *what = text_step(f, &x), *thread = text_thread(f, x.thread),
         *text = xasprintf("%s  %s", thread, what);
    free(thread);
    free(what);
    if (owned) schedule_step_clear(&x);
    return text;
}

SourcePlace view_step_place(DebugSession *s, size_t k) {
    ScheduleStep x;
    bool owned;
    if (!step_of(s, k, &x, &owned)) return (SourcePlace){0};
    SourcePlace p = place_copy(&x.place);
    if (owned) schedule_step_clear(&x);
    return p;
}

/* --- locks ------------------------------------------------------------------------------------ */

static void add_thread(const DebugSession *s, StrBuf *text, const char *before, int slot) {
    char *name = view_thread_name(s, slot);
    str_addf(text, "%s%s", before, name);
    free(name);
}

/* Adds who waits for an object. */
static void add_waiters(const DebugSession *s, uint64_t identity, StrBuf *text) {
    const Machine *m = s->run->machine;
    const char *between = text->len ? "; " : "";
    for (uint32_t k = 0; k < m->nslots; k++) {
        const Thread *t = m->threads[k];
        if (!t || t->status != THREAD_READY || t->pending.object != identity ||
            operation_enabled(s->run->machine, (int)k))
            continue;
        add_thread(s, text, between, (int)k);
        between = ", ";
    }
    if (*between == ',') str_add(text, " waits");
}

void view_locks(DebugSession *s, ViewLocks *out) {
    const Machine *m = s->run->machine;
    for (size_t k = 0; k < m->all_objects.len; k++) {
        const SyncObject *x = m->all_objects.data[k];
        unsigned class = x->tag & 255, part = x->tag >> 8;
        if (class != OBJECT_MUTEX && class != OBJECT_RWLOCK) continue;
        StrBuf text = {0};
        if (part) {
            if (x->count > 0) add_thread(s, &text, "read by ", (int)part - 1);
        } else {
            if (x->owner >= 0) add_thread(s, &text, "held by ", x->owner);
            if (x->owner >= 0 && class == OBJECT_MUTEX && x->count > 1)
                str_addf(&text, ", %d times", x->count);
            add_waiters(s, x->identity, &text);
        }
        if (text.len) {
            Operation o = {.kind = class == OBJECT_MUTEX ? OPERATION_LOCK : OPERATION_RDLOCK,
                           .target = -1,
                           .object = x->identity};
            vec_push(out, ((ViewLock){operation_object_text(m, &o), xstrdup(text.data)}));
        }
        vec_free(&text);
    }
}

void view_locks_free(ViewLocks *locks) {
    for (size_t k = 0; k < locks->len; k++) {
        free(locks->data[k].name);
        free(locks->data[k].text);
    }
    vec_free(locks);
}

/* --- variables -------------------------------------------------------------------------------- */

void view_locals(const DebugScope *scope, ViewVariables *out) {
    if (scope->thread < 0) return;
    const Function *f = scope->machine->threads[scope->thread]->frames[scope->frame].function;
    if (!f) return;
    uint32_t number = (uint32_t)(f - scope->machine->program->functions);
    for (size_t k = 0; k < scope->types->variables.len; k++) {
        const DebugVariable *v = &scope->types->variables.data[k];
        if (v->function == number && debug_find_variable(scope, v->name) == v) vec_push(out, v);
    }
}

void view_globals(const DebugScope *scope, ViewVariables *out) {
    for (size_t k = 0; k < scope->types->variables.len; k++) {
        const DebugVariable *v = &scope->types->variables.data[k];
        if (v->function != UINT32_MAX || !*v->name) continue;
        if (v->thread_local_ && scope->thread < 0) continue;
        bool of_other = *v->within != 0;
        if (of_other && scope->thread >= 0) {
            const Thread *t = scope->machine->threads[scope->thread];
            const Function *f = t->frames[scope->frame].function;
            of_other = !f || !symbol_is_named(f->name, v->within);
        }
        if (!of_other) vec_push(out, v);
    }
}

/* --- the finding ------------------------------------------------------------------------------ */

char *view_error(DebugSession *s) {
    const Finding *f = s->test->finding;
    bool here = s->now.step == s->finding.step && s->now.insn == s->finding.insn;
    if (s->error) return xasprintf("%s [%s]", s->error->message, s->error->kind);
    if (!session_at_end(s) && !(here && !s->open)) return NULL;
    if (!s->open && !finding_is_path(f)) return xasprintf("%s [%s]", f->message, f->kind);
    Finding *now = session_finding(s);
    char *text = finding_is_path(now) ? NULL : xasprintf("%s [%s]", now->message, now->kind);
    finding_free(now);
    return text;
}
