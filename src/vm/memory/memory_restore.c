/*
 * memory_restore.c — the bytes of an earlier state in the present one: an atomic section whose
 * assumption fails has no effect, though the thread, its path and its decisions are those of now.
 */
#include "vm/memory/memory_internal.h"
#include <stdlib.h>

/* A line that was changed. `slots` are those of its symbolic bytes, or NULL if none of the bytes
 * around it was ever symbolic. */
typedef struct OldLine {
    uint64_t line, age; /* how many records are newer */
    MemoryLine old;
    const Expr **slots, *symbolic[LINE];
} OldLine;

typedef struct OldLines {
    Memory *m;
    VEC(OldLine) lines;
    VEC(OldLine *) by_slots; /* those that have slots */
} OldLines;

static void keep_line(void *context, uint64_t line, const MemoryLine *old) {
    OldLines *o = context;
    OldLine l = {
        .line = line, .age = o->lines.len, .slots = memory_symbolic_slots(o->m, line * LINE)};
    memcpy(&l.old, old, memory_line_record(o->m));
    if (l.slots) memcpy(l.symbolic, l.slots, sizeof l.symbolic);
    vec_push(&o->lines, l);
}

static int oldest_first(const void *a, const void *b) {
    const OldLine *x = a, *y = b;
    if (x->line != y->line) return x->line < y->line ? -1 : 1;
    return x->age > y->age ? -1 : x->age < y->age;
}

static int by_slots(const void *a, const void *b) {
    const OldLine *const *x = a, *const *y = b;
    return (uintptr_t)(*x)->slots < (uintptr_t)(*y)->slots ? -1 : (*x)->slots != (*y)->slots;
}

/* Keeps the oldest record of each line. */
static void oldest_lines(OldLines *o) {
    size_t n = 0;
    if (!o->lines.len) return;
    qsort(o->lines.data, o->lines.len, sizeof *o->lines.data, oldest_first);
    for (size_t k = 0; k < o->lines.len; k++)
        if (!n || o->lines.data[n - 1].line != o->lines.data[k].line)
            o->lines.data[n++] = o->lines.data[k];
    o->lines.len = n;
    for (size_t k = 0; k < n; k++)
        if (o->lines.data[k].slots) vec_push(&o->by_slots, &o->lines.data[k]);
    if (o->by_slots.len)
        qsort(o->by_slots.data, o->by_slots.len, sizeof *o->by_slots.data, by_slots);
}

/* A change of a symbolic byte is saved on its own, as its slot. An older record replaces a newer
 * one. */
static void keep_symbolic(void *context, const void *place, uint64_t size, const uint8_t *old) {
    OldLines *o = context;
    size_t low = 0, high = o->by_slots.len;
    while (low < high) {
        size_t mid = (low + high) / 2;
        if ((uintptr_t)(o->by_slots.data[mid]->slots + LINE) <= (uintptr_t)place)
            low = mid + 1;
        else
            high = mid;
    }
    if (low == o->by_slots.len || (uintptr_t)o->by_slots.data[low]->slots > (uintptr_t)place)
        return;
    invariant(size == sizeof(Expr *));
    OldLine *l = o->by_slots.data[low];
    memcpy(&l->symbolic[(const Expr *const *)place - l->slots], old, size);
}

static void restore_byte(Memory *m, const OldLine *l, unsigned k,
                         void (*restored)(void *context, uint64_t address), void *context) {
    uint64_t address = l->line * LINE + k;
    bool undefined = m->tracks_undefined && (l->old.undefined[k >> 3] >> (k & 7) & 1);
    if (!(bits_at(m->valid, address) & 1) || !(l->old.valid[k >> 3] >> (k & 7) & 1)) return;
    if (m->base[address] == l->old.data[k] && memory_symbolic(m, address) == l->symbolic[k] &&
        memory_any_undefined(m, address, 1) == undefined)
        return;
    memory_poke(m, address, &l->old.data[k], 1);
    if (undefined) memory_set_undefined(m, address, 1, &(uint8_t){1});
    if (l->symbolic[k]) memory_set_symbolic(m, address, l->symbolic[k]);
    restored(context, address);
}

void memory_restore(Memory *m, TrailMark mark, void (*restored)(void *context, uint64_t address),
                    void *context) {
    OldLines o = {.m = m};
    memory_changed_lines(m, mark, keep_line, &o);
    oldest_lines(&o);
    memory_saved(m, mark, keep_symbolic, &o);
    for (size_t j = 0; j < o.lines.len; j++)
        for (unsigned k = 0; k < LINE; k++) restore_byte(m, &o.lines.data[j], k, restored, context);
    vec_free(&o.lines);
    vec_free(&o.by_slots);
}
