/*
 * redo.c — records the end of a slice in the way of its beginning, so that a state that was left
 * can be entered again without execution. Going back needs nothing of the frames that a slice
 * entered, nor of entries that it appended to lists whose lengths are saved. Coming again needs
 * both.
 */
#include "vm/interpreter/execution.h"
#include <stdlib.h>

/* The changes of a slice, according to the trail. */
typedef struct Slice {
    const Machine *m;
    uint32_t *low; /* by slot: the lowest frame that was saved; UINT32_MAX: none */
    bool *changed; /* the thread itself was saved */
    struct {
#define LENGTH(list, length) uint32_t list;
        MACHINE_LISTS(LENGTH)
    } before; /* the lengths of lists before the slice */
} Slice;

static void saved(void *context, const void *place, uint64_t size, const uint8_t *old) {
    Slice *s = context;
    const Machine *m = s->m;
    if (place == &m->nthreads && size == MACHINE_SAVED) {
#define READ_LENGTH(list, length)                                                            \
    memcpy(&s->before.list, old + (offsetof(Machine, length) - offsetof(Machine, nthreads)), \
           sizeof s->before.list);
        MACHINE_LISTS(READ_LENGTH)
        return;
    }
    for (uint32_t k = 0; k < m->nslots; k++) {
        const Thread *t = m->threads[k];
        if (!t) continue;
        if (place == t) s->changed[k] = true;
        const Frame *f = place;
        if (f >= t->frames && f <= t->frames + t->top)
            s->low[k] = MIN(s->low[k], (uint32_t)(f - t->frames));
    }
}

/* A slice only appends to lists; earlier entries are still there. */
#define SAVE_NEW(list, length)                              \
    invariant(s.before.list <= m->length);                  \
    if (m->length > s.before.list)                          \
        trail_save(m->memory, m->list.data + s.before.list, \
                   (m->length - s.before.list) * sizeof *m->list.data);

size_t machine_undo_keep(Machine *m, TrailMark mark, const void **record) {
    Slice s = {.m = m};
#define NO_LENGTH(list, length) s.before.list = m->length;
    MACHINE_LISTS(NO_LENGTH)
    s.low = xmalloc(m->nslots * sizeof *s.low);
    s.changed = xcalloc(m->nslots, sizeof *s.changed);
    memset(s.low, 255, m->nslots * sizeof *s.low);
    memory_saved(m->memory, mark, saved, &s);
    for (uint32_t k = 0; k < m->nslots; k++) {
        Thread *t = m->threads[k];
        if (!t) continue;
        invariant(s.low[k] == UINT32_MAX || s.low[k] <= t->top);
        for (uint32_t f = s.low[k]; f <= t->top; f++) frame_save(m, t, f);
        if (s.changed[k] && t->ndecisions) trail_save(m->memory, t->decisions, t->ndecisions);
    }
    free(s.low);
    free(s.changed);
    MACHINE_LISTS(SAVE_NEW)
    return memory_undo_keep(m->memory, mark, record);
}
