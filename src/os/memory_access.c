/*
 * memory_access.c — operations on visible memory: loads, stores, exchanges, the end of a memory
 * object, and atomic sections, which may touch any of it. Applying an operation lets the
 * instruction that proposed it have its effect.
 */
#include "os/class.h"

static bool memory_access_apply(Machine *m, int thread, Action *a, uint32_t wanted) {
    Thread *t = m->threads[thread];
    (void)wanted;
    if (a->op.kind == OPERATION_SECTION) t->piece = NULL;
    t->granted = a->op.kind;
    t->granted_at = a->op.object;
    t->granted_extent = operation_extent(&a->op);
    return true;
}

static bool memory_dependent(const Action *a, const Action *b) {
    if (a->op.kind == OPERATION_LOAD && b->op.kind == OPERATION_LOAD) return false;
    return a->op.object < b->op.object + operation_extent(&b->op) &&
           b->op.object < a->op.object + operation_extent(&a->op);
}

/* Only the list of one word is closed. A list for an access across two words is searched to the
 * end. */
static bool memory_covers(const Action *y, const Action *a) {
    if (y->op.kind != OPERATION_STORE && y->op.kind != OPERATION_RMW) return false;
    return operation_on_memory(&a->op) && y->op.object <= a->op.object &&
           y->op.object + y->op.size >= a->op.object + a->op.size &&
           (a->op.object >> 3) == ((a->op.object + a->op.size - 1) >> 3);
}

/* Plain accesses order nothing, except those of the emulated kernel outside of pieces. */
static unsigned memory_synchronises(const Action *a) {
    unsigned order = a->op.order & 15, does = 0;
    if (on_kernel_memory(a)) return SYNC_ALL;
    if (!a->op.order) return 0;
    if (a->op.kind != OPERATION_STORE && order_acquires(order)) does |= SYNC_ACQUIRES;
    if (a->op.kind != OPERATION_LOAD && order_releases(order)) does |= SYNC_RELEASES;
    /* A read-modify-write continues a release sequence, whatever its order. A store begins a new
     * sequence or none. */
    return a->op.kind == OPERATION_RMW ? does | SYNC_PASSES : does;
}

static unsigned memory_keys(const Action *a, uint64_t *out, unsigned *touched) {
    const Operation *o = &a->op;
    unsigned n = 0;
    if (o->kind == OPERATION_FREE)
        out[n++] = operation_section_key();
    else
        for (uint64_t w = o->object >> 3; w <= (o->object + o->size - 1) >> 3 && n < 3; w++)
            out[n++] = object_key(KEY_WORD, w);
    if (on_kernel_memory(a)) out[n++] = object_key(KEY_KERNEL, MANY_OBJECTS);
    *touched = n;
    if (o->kind != OPERATION_FREE && n < OPERATION_KEYS) out[n++] = operation_section_key();
    return n;
}

static bool memory_component(const Action *a, uint64_t *key, bool *ordering) {
    *ordering = a->op.kind != OPERATION_LOAD;
    *key = hash_combine(a->op.object, OBJECT_CLASSES + a->op.size); /* differs from all
                                                                       synchronisation objects */
    return a->op.kind != OPERATION_FREE;
}

static char *memory_text(const Machine *m, const Operation *o) {
    return o->kind == OPERATION_FREE ? NULL : object_text(m, "variable", o->object, o->loc);
}

const ObjectClassRow memory_class = {
    .apply = memory_access_apply,
    .dependent = memory_dependent,
    .synchronises = memory_synchronises,
    .covers = memory_covers,
    .keys = memory_keys,
    .component = memory_component,
    .object_text = memory_text,
};

/* --- atomic sections -------------------------------------------------------------------------- */

static bool always(const Action *a, const Action *b) {
    (void)a, (void)b;
    return true;
}

/* Sections are ordered with each other and with all visible accesses, as if by one lock. */
static unsigned section_synchronises(const Action *a) {
    (void)a;
    return SYNC_ALL;
}

static unsigned section_keys(const Action *a, uint64_t *out, unsigned *touched) {
    (void)a;
    out[0] = operation_section_key();
    return *touched = 1;
}

static bool section_component(const Action *a, uint64_t *key, bool *ordering) {
    (void)a;
    *ordering = true;
    *key = 0x736563;
    return true;
}

const ObjectClassRow section_class = {
    .apply = memory_access_apply,
    .dependent = always,
    .synchronises = section_synchronises,
    .covers = always,
    .keys = section_keys,
    .component = section_component,
};
