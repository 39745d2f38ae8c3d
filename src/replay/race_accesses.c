/* race_accesses.c — see race_accesses.h. */
#include "replay/race_accesses.h"
#include "replay/replay.h"
#include <stdlib.h>

typedef struct Watcher {
    Run *run;
    Finding *f;
    const RaceSide *side[2]; /* the first, the second */
    VisibleRange watched;    /* bytes that raced */
    uint32_t *done;          /* number of steps of the schedule, by slot */
} Watcher;

/* --- locks held by a thread ------------------------------------------------------------------- */

/* Returns the place where a thread last took a lock, among the first `n` steps of the schedule. */
static SourcePlace taken_at(const Finding *f, size_t n, const char *thread, uint64_t object) {
    static const unsigned kinds[] = {OPERATION_LOCK,     OPERATION_TRYLOCK,   OPERATION_WAKE,
                                     OPERATION_RDLOCK,   OPERATION_TRYRDLOCK, OPERATION_WRLOCK,
                                     OPERATION_TRYWRLOCK};
    while (n-- > 0) {
        const ScheduleStep *s = &f->schedule[n];
        bool takes = false;
        for (size_t k = 0; k < ARRAY_LEN(kinds); k++)
            takes |= !strcmp(s->kind, operation_names[kinds[k]]);
        /* A wake-up is recorded with its condition variable, not with the mutex. */
        bool same = s->object == object || !strcmp(s->kind, operation_names[OPERATION_WAKE]);
        if (takes && same && !strcmp(s->thread, thread)) return place_copy(&s->place);
    }
    return place_copy(&(SourcePlace){0});
}

static void note_locks(const Watcher *w, int thread, size_t steps, AccessReport *out) {
    const Machine *m = w->run->machine;
    out->locks = xcalloc(m->all_objects.len + 1, sizeof *out->locks);
    for (size_t k = 0; k < m->all_objects.len; k++) {
        const SyncObject *x = m->all_objects.data[k];
        unsigned class = x->tag & 255, part = x->tag >> 8;
        Operation o = {.kind = OPERATION_LOCK, .object = x->identity, .target = -1};
        const char *how = "";
        if (class == OBJECT_RWLOCK && part == (unsigned)thread + 1 && x->count > 0) {
            o.kind = OPERATION_RDLOCK;
            how = " for reading";
        } else if (class == OBJECT_RWLOCK && !part && x->owner == thread) {
            o.kind = OPERATION_WRLOCK;
            how = " for writing";
        } else if (class != OBJECT_MUTEX || x->owner != thread)
            continue;
        char *name = operation_object_text(m, &o);
        LockReport *lock = &out->locks[out->nlocks++];
        lock->name = xasprintf("%s%s", name ? name : "a lock", how);
        lock->place = taken_at(w->f, steps, m->slot_names[thread], x->identity);
        free(name);
    }
}

/* --- calls of a thread ------------------------------------------------------------------------ */

static bool touches(const Watcher *w, const Operation *o) {
    return operation_on_memory(o) && o->object < w->watched.end &&
           w->watched.start < o->object + operation_extent(o);
}

/* Notes the calls and locks of thread `slot`, which is before an operation after `n` steps of the
 * schedule, if that operation is one of the two accesses. */
static void watcher_note_access(Watcher *w, int slot, uint32_t index, size_t n) {
    const Operation *o = &w->run->machine->threads[slot]->pending;
    if (!touches(w, o)) return;
    for (int k = 0; k < 2; k++) {
        const RaceSide *side = w->side[k];
        AccessReport *out = k ? &w->f->access : &w->f->other_access;
        if (out->depth || side->access.thread != slot || side->steps != index ||
            side->access.loc != o->loc)
            continue;
        ThreadReport t = describe_thread(w->run, (uint32_t)slot);
        out->stack = t.stack;
        out->depth = t.depth;
        t.stack = NULL;
        t.depth = 0;
        thread_report_clear(&t);
        note_locks(w, slot, n, out);
    }
}

/* Limit on the accesses of a thread between two steps: it may read the raced memory in an endless
 * loop. */
#define MOST_WATCHED 1000

/* Executes accesses that are steps only because they are watched, after `n` steps of the
 * schedule. */
static void take_watched(Watcher *w, int slot, const VisibleRange *visible, size_t nvisible,
                         size_t n) {
    const Thread *t = w->run->machine->threads[slot];
    for (unsigned taken = 0; t->status == THREAD_READY && touches(w, &t->pending); taken++) {
        const Operation *o = &t->pending;
        for (size_t k = 0; k < nvisible; k++)
            if (o->object < visible[k].end && visible[k].start < o->object + operation_extent(o))
                return;
        watcher_note_access(w, slot, w->done[slot], n);
        if (taken == MOST_WATCHED || !run_step(w->run, slot, 0)) return;
    }
}

static void watcher_follow(Watcher *w, Replay *p, const VisibleRange *visible, size_t nvisible) {
    Machine *m = w->run->machine;
    const Finding *f = w->f;
    for (size_t k = 0; k < f->nschedule && !m->stop_now; k++) {
        int slot = replay_slot(p, f->schedule[k].thread);
        const Thread *t = slot >= 0 ? m->threads[slot] : NULL;
        while (t && t->status == THREAD_READY && t->pending.kind == OPERATION_PAUSE &&
               !m->stop_now && run_step(w->run, slot, 0)) {}
        if (!t || t->status != THREAD_READY ||
            strcmp(operation_names[t->pending.kind], f->schedule[k].kind) ||
            !operation_enabled(m, slot))
            return;
        watcher_note_access(w, slot, w->done[slot] + 1, k);
        if (!run_step(w->run, slot, f->schedule[k].outcome) || !replay_go_round(p, k, slot)) return;
        w->done[slot]++;
        take_watched(w, slot, visible, nvisible, k + 1);
    }
}

static int compare_ranges(const void *a, const void *b) {
    const ByteRange *x = a, *y = b;
    return x->start < y->start ? -1 : x->start > y->start;
}

/* Returns the visible bytes of a finding and the additional range, ascending and disjoint. */
static ByteRange *widened(const Finding *f, VisibleRange more, size_t *n) {
    ByteRange *out = xcalloc(f->nvisible + 1, sizeof *out);
    for (size_t k = 0; k < f->nvisible; k++) out[k] = f->visible[k];
    out[f->nvisible] = (ByteRange){more.start, more.end};
    qsort(out, f->nvisible + 1, sizeof *out, compare_ranges);
    *n = 1;
    for (size_t k = 1; k <= f->nvisible; k++)
        if (out[k].start <= out[*n - 1].end)
            out[*n - 1].end = MAX(out[*n - 1].end, out[k].end);
        else
            out[(*n)++] = out[k];
    return out;
}

void race_accesses_describe(const Program *program, const CampaignOptions *options, Finding *f,
                            const RaceSide *first, const RaceSide *second,
                            const ReplayCallbacks *limits) {
    unsigned both = first->access.mask | second->access.mask;
    if (!both || f->patience) return;
    uint64_t word = second->access.word << 3;
    VisibleRange raced = {word + (unsigned)__builtin_ctz(both),
                          word + 32 - (unsigned)__builtin_clz(both)};
    Finding wide = *f;
    wide.visible = widened(f, raced, &wide.nvisible);
    Replay p = {.test = &wide, .callbacks = limits};
    replay_begin(&p, program, options);
    Watcher w = {.run = p.run, .f = f, .side = {first, second}, .watched = raced};
    w.done = xcalloc(MAX_THREADS, sizeof *w.done);
    p.run->machine->patient = true;
    VisibleRange *visible = xcalloc(f->nvisible + 1, sizeof *visible);
    for (size_t k = 0; k < f->nvisible; k++)
        visible[k] = (VisibleRange){f->visible[k].start, f->visible[k].end};
    watcher_follow(&w, &p, visible, f->nvisible);
    free(visible);
    free(w.done);
    free(wide.visible);
    replay_result_free(replay_end(&p));
}
