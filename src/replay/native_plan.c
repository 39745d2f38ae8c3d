/* native_plan.c — see native_plan.h. */
#include "replay/native_plan.h"

static int planned_thread(const Finding *f, const char *name) {
    for (size_t k = 0; name && k < f->nslots; k++)
        if (!strcmp(f->slots[k], name)) return (int)k;
    return -1;
}

static void plan_place(FILE *out, const SourcePlace *p) {
    fprintf(out, " %u %u %s\n", p->line, p->column, p->file ? p->file : "");
}

static void plan_hex(FILE *out, const void *bytes, size_t n) {
    for (size_t k = 0; k < n; k++) fprintf(out, "%02x", ((const uint8_t *)bytes)[k]);
}

static void plan_access(FILE *out, const Finding *f, const char *thread, const SourcePlace *place) {
    fprintf(out, "a %d", planned_thread(f, thread));
    plan_place(out, place);
}

/* Whether a place is in libc or the runtime, whose code a normal process does not have. */
static bool is_in_library(const Program *p, const SourcePlace *place) {
    for (uint32_t k = 0; place->function && k < p->nfunctions; k++)
        if (!strcmp(p->functions[k].name, place->function)) return p->functions[k].library;
    return false;
}

/* Returns the outcome of a step. Of the threads that leave a barrier, the first one's says who the
 * serial thread is: here each one's does. */
static uint32_t plan_outcome(const Configuration *events, size_t k) {
    const ScheduleStep *s = &events->events[k].step;
    if (strcmp(s->kind, "leave")) return s->outcome;
    uint32_t outcome = s->outcome;
    while (!outcome && k-- > 0) {
        const ScheduleStep *x = &events->events[k].step;
        if (x->object == s->object && !strcmp(x->kind, s->kind)) outcome = x->outcome;
    }
    return outcome;
}

/* Whether each thread comes to an operation of this kind, in its own code or not. */
static bool comes_anyway(const char *kind) {
    return !strcmp(kind, "start") || !strcmp(kind, "exit") || !strcmp(kind, "process-exit");
}

size_t native_plan_write(FILE *out, const Program *program, const Finding *f,
                         const Configuration *events) {
    size_t n = 0;
    int own = strcmp(f->kind, "deadlock") ? planned_thread(f, f->thread) : -1;
    fprintf(out, "f %d", own);
    plan_place(out, &f->place);
    for (size_t k = 0; k < f->nslots; k++) fprintf(out, "t %s\n", f->slots[k]);
    for (size_t k = 0; k < f->ninputs; k++) {
        fputs("i ", out);
        plan_hex(out, f->inputs[k].name, strlen(f->inputs[k].name));
        fputc(' ', out);
        plan_hex(out, f->inputs[k].bytes, f->inputs[k].size);
        fputc('\n', out);
    }
    for (size_t k = 0; k < events->n; k++) {
        const ScheduleStep *s = &events->events[k].step;
        if (!strcmp(s->kind, "branch")) continue; /* the inputs decide it */
        if (events->events[k].on_gate) continue;
        if (is_in_library(program, &s->place) && !comes_anyway(s->kind)) continue;
        fprintf(out, "s %d %s %u", planned_thread(f, s->thread), s->kind, plan_outcome(events, k));
        plan_place(out, &s->place);
        n++;
    }
    for (size_t k = 0; k < f->nthreads; k++) {
        const ThreadReport *t = &f->threads[k];
        int number = planned_thread(f, t->name);
        if (number < 0 || number == own || !t->place.file) continue;
        fprintf(out, "p %d", number);
        plan_place(out, &t->place);
    }
    if (f->has_other) {
        plan_access(out, f, f->thread, &f->place);
        plan_access(out, f, f->other_thread, &f->other_place);
    }
    return n;
}
