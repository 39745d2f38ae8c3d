/*
 * shorten_same.c — whether a run shows the finding whose schedule is made short: the same kind,
 * thread, place and message; for a race the same two accesses, for a deadlock the same places of
 * all its threads.
 */
#include "replay/shorten_internal.h"
#include <stdlib.h>

static bool same_text(const char *a, const char *b) { return a && b && !strcmp(a, b); }

static bool is_place(const Machine *m, uint32_t loc, const SourcePlace *p) {
    SourcePlace at = describe_place(m->program, loc);
    bool same = at.line == p->line && at.column == p->column && same_text(at.file, p->file) &&
                same_text(at.function, p->function);
    free(at.file);
    free(at.function);
    return same;
}

static void note_found(Shortener *s, Run *r, Anchor first, Anchor last) {
    /* The event of the current step is not on the path yet. */
    s->found = r->history.path.len + r->stepping;
    s->anchor[0] = first;
    s->anchor[1] = last;
}

void shorten_on_fault(void *context, Run *r, const Fault *fault) {
    Shortener *s = context;
    const Finding *f = s->f;
    const Machine *m = r->machine;
    if (s->found || s->at_end || strcmp(fault->kind, f->kind) ||
        strcmp(fault->message, f->message) || strcmp(m->slot_names[fault->thread], f->thread) ||
        !is_place(m, fault->loc, &f->place))
        return;
    Anchor at = {fault->thread, r->stepping ? r->current.index : m->threads[fault->thread]->steps};
    note_found(s, r, at, at);
    if (s->describing) s->described = describe_fault(r, fault);
}

static bool is_told_race(Run *r, const Finding *f, const RaceAccess *a, const RaceAccess *b) {
    Machine *m = r->machine;
    if (strcmp(m->slot_names[a->thread], f->other_thread) ||
        strcmp(m->slot_names[b->thread], f->thread) || !is_place(m, a->loc, &f->other_place) ||
        !is_place(m, b->loc, &f->place))
        return false;
    char *message = describe_race_message(m, a, b);
    bool same = !strcmp(message, f->message);
    free(message);
    return same;
}

static bool is_same_race_access(const RaceAccess *a, const RaceAccess *b) {
    return a->thread == b->thread && a->loc == b->loc && a->write == b->write && a->word == b->word;
}

void shorten_on_race(void *context, Run *r, const RaceAccess *a, const RaceAccess *b) {
    Shortener *s = context;
    if (s->found || !s->replay.want_race || !s->f->has_other) return;
    if (!s->race_known) {
        if (!is_told_race(r, s->f, a, b)) return;
        s->race_known = true;
        s->first = *a;
        s->second = *b;
    } else if (!is_same_race_access(a, &s->first) || !is_same_race_access(b, &s->second))
        return;
    note_found(s, r, (Anchor){a->thread, a->index}, (Anchor){b->thread, b->index});
    s->first.index = a->index;
    s->second.index = b->index;
    if (s->describing) s->described = describe_race(r, s->f->message, a, b);
}

/* Whether each thread of the deadlock is where it is in the finding. Deadlocks at other places may
 * have the same message, and are findings of their own. */
static bool is_told_deadlock(Run *r, const Finding *f, const bool *stuck) {
    bool same = true;
    for (uint32_t k = 0; k < r->machine->nslots && same; k++) {
        if (!stuck[k]) continue;
        ThreadReport here = describe_thread(r, k);
        bool found = false;
        for (size_t j = 0; j < f->nthreads && !found; j++)
            found = same_text(f->threads[j].name, here.name) &&
                    thread_reports_same_place(&f->threads[j], &here);
        same = found;
        thread_report_clear(&here);
    }
    return same;
}

void shorten_on_end(void *context, Run *r) {
    Shortener *s = context;
    const Finding *f = s->f;
    Machine *m = r->machine;
    if (s->found || !s->at_end || r->history.path.len == 0) return;
    int thread = -1;
    uint32_t loc = 0;
    if (!strcmp(f->kind, "deadlock") && run_end(r) == RUN_DEADLOCK) {
        int *threads = xcalloc(m->nslots + 1, sizeof *threads);
        bool *stuck = xcalloc(m->nslots + 1, sizeof *stuck);
        run_deadlocked(r, stuck);
        char *message = describe_deadlock(m, stuck, &thread);
        if (run_enabled(r, threads) || strcmp(message, f->message) ||
            !is_told_deadlock(r, f, stuck))
            thread = -1;
        free(message);
        free(stuck);
        free(threads);
        if (thread >= 0) loc = m->threads[thread]->pending.loc;
    }
    for (uint32_t k = 0; !strcmp(f->kind, "leak") && m->exited && k < m->nslots; k++)
        for (uint32_t b = 0; m->threads[k] && b < m->threads[k]->heap->nblocks; b++) {
            const Block *x = &m->threads[k]->blocks[b];
            if (x->state != 1 || thread >= 0 || strcmp(m->slot_names[k], f->thread) ||
                !is_place(m, x->loc, &f->place))
                continue;
            char *message = describe_leak(x);
            if (!strcmp(message, f->message)) thread = (int)k;
            loc = x->loc;
            free(message);
        }
    if (thread < 0) return;
    s->found = r->history.path.len;
    if (s->describing) s->described = describe_run(r, f->kind, f->message, thread, loc);
}
