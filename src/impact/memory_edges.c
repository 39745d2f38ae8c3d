/*
 * memory_edges.c — dependences through memory. A write of an object is connected to reads of
 * overlapping bytes if an order allows it. If there are many pairs, the edges go through nodes for
 * pieces of the object. So the number of edges stays linear in the number of accesses.
 */
#include "base/tables/index.h"
#include "impact/graph.h"
#include <stdlib.h>

#define FEW_PAIRS 4096
#define MOST_CLASSES 8

/* Accesses with the same address, kind, and place in the order of cuts. */
typedef struct Group {
    uint32_t address, set; /* a node, and the number of its points-to set */
    uint32_t width, node;
    int32_t offset;
    bool write, shared;
    uint64_t when;
} Group;

/* A group's access to one object. */
typedef struct Touch {
    int64_t from, to; /* bytes */
    uint32_t node;
    uint64_t when;
    bool write;
} Touch;
typedef VEC(Touch) Touches;

#define END_OF_OBJECT (INT64_MAX / 2)

typedef struct Memory {
    Dependence *d;
    const Order *order;
    VEC(Group) groups;
    Index index;
    Touches *touches; /* per object */
    uint32_t nobjects;
    bool *shared;
} Memory;

/* --- groups ----------------------------------------------------------------------------------- */

static uint32_t memory_group_of(Memory *m, const MemoryAccess *a) {
    Group g = {.address = a->node,
               .set = points_to_set_number(m->d->points_to, a->node),
               .width = a->width,
               .offset = a->offset,
               .write = a->write,
               .when = a->write ? m->order->not_before[a->instance][a->insn]
                                : m->order->not_after[a->instance][a->insn]};
    uint64_t hash = hash_combine(hash_combine(hash_combine(g.set, (uint32_t)g.offset), g.width),
                                 g.when + g.write);
    uint32_t found =
        index_find(&m->index, hash, n,
                   m->groups.data[n].set == g.set && m->groups.data[n].width == g.width &&
                       m->groups.data[n].offset == g.offset && m->groups.data[n].write == g.write &&
                       m->groups.data[n].when == g.when);
    if (found != INDEX_NONE) return found;
    g.node = graph_node(m->d);
    vec_push(&m->groups, g);
    index_add(&m->index, hash, (uint32_t)m->groups.len - 1);
    return (uint32_t)m->groups.len - 1;
}

static void add_touches(Memory *m, const Group *g) {
    const PointsTo *t = m->d->points_to;
    uint32_t n, nobjects;
    const PointsToObject *objects = points_to_objects(t, &nobjects);
    const uint32_t *set = points_to_set(t, g->address, &n);
    for (uint32_t k = 0; k < n; k++) {
        Location at = points_to_moved(t, points_to_location(t, set[k]), g->offset);
        const PointsToObject *o = &objects[at.object];
        if (o->kind == OBJECT_FUNCTION) continue;
        if (g->write && o->kind == OBJECT_GLOBAL && m->d->program->globals[o->number].readonly)
            continue;
        Touch x = {0, END_OF_OBJECT, g->node, g->when, g->write};
        if (at.offset != ANYWHERE) {
            x.from = at.offset;
            if (g->width != ANY_WIDTH) x.to = x.from + g->width;
        }
        vec_push(&m->touches[at.object], x);
    }
}

/* --- one object ------------------------------------------------------------------------------- */

static void connect_pairs(Memory *m, const Touches *all) {
    for (size_t a = 0; a < all->len; a++)
        for (size_t b = 0; all->data[a].write && b < all->len; b++) {
            const Touch *x = &all->data[a], *y = &all->data[b];
            if (!y->write && x->from < y->to && y->from < x->to && order_allows(x->when, y->when))
                graph_edge(m->d, x->node, y->node);
        }
}

/* The different `when` of the writes (or reads). If there are too many, they form one class, which
 * no order separates from others. */
typedef struct Classes {
    uint64_t when[MOST_CLASSES];
    uint32_t n;
} Classes;

static Classes classes_of(const Touches *all, bool write) {
    Classes c = {.n = 0};
    for (size_t k = 0; k < all->len; k++) {
        if (all->data[k].write != write) continue;
        uint32_t q = 0;
        while (q < c.n && c.when[q] != all->data[k].when) q++;
        if (q < c.n) continue;
        if (c.n == MOST_CLASSES) return (Classes){.n = 1};
        c.when[c.n++] = all->data[k].when;
    }
    return c;
}

static uint32_t class_at(const Classes *c, uint64_t when) {
    for (uint32_t k = 0; k < c->n; k++)
        if (c->when[k] == when) return k;
    return 0;
}

static int compare_int64(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return x < y ? -1 : x > y;
}

static void connect_pieces(Memory *m, const Touches *all) {
    int64_t *ends = xcalloc(2 * all->len + 1, sizeof *ends);
    size_t n = 0, pieces = 0;
    for (size_t k = 0; k < all->len; k++) {
        ends[n++] = all->data[k].from;
        ends[n++] = all->data[k].to;
    }
    qsort(ends, n, sizeof *ends, compare_int64);
    for (size_t k = 0; k < n; k++)
        if (!k || ends[k] != ends[k - 1]) ends[pieces++] = ends[k];
    Classes writes = classes_of(all, true), reads = classes_of(all, false);
    /* Piece k, from ends[k] to ends[k + 1], has a node for each class of writes, then of reads. */
    uint32_t per = writes.n + reads.n, first = m->d->nnodes, whole = first + (uint32_t)pieces * per;
    m->d->nnodes = whole + per;
    /* Accesses of the whole object reach all pieces through one node for each class. */
    for (size_t q = 0; q < pieces; q++)
        for (uint32_t c = 0; c < per; c++) {
            uint32_t piece = first + (uint32_t)q * per + c;
            graph_edge(m->d, c < writes.n ? whole + c : piece, c < writes.n ? piece : whole + c);
        }
    for (size_t k = 0; k < all->len; k++) {
        const Touch *x = &all->data[k];
        uint32_t class =
            x->write ? class_at(&writes, x->when) : writes.n + class_at(&reads, x->when);
        if (x->from == 0 && x->to == END_OF_OBJECT) {
            graph_edge(m->d, x->write ? x->node : whole + class,
                       x->write ? whole + class : x->node);
            continue;
        }
        int64_t *at = bsearch(&x->from, ends, pieces, sizeof *ends, compare_int64);
        for (size_t q = (size_t)(at - ends); q < pieces && ends[q] < x->to; q++) {
            uint32_t node = first + (uint32_t)q * per + class;
            graph_edge(m->d, x->write ? x->node : node, x->write ? node : x->node);
        }
    }
    for (size_t q = 0; q < pieces; q++)
        for (uint32_t a = 0; a < writes.n; a++)
            for (uint32_t b = 0; b < reads.n; b++)
                if (order_allows(writes.when[a], reads.when[b]))
                    graph_edge(m->d, first + (uint32_t)q * per + a,
                               first + (uint32_t)q * per + writes.n + b);
    free(ends);
}

/* --- shared memory ---------------------------------------------------------------------------- */

/* Returns the instances that threads other than the first execute. */
static bool *in_threads(const Dependence *d) {
    size_t ncalls;
    const CallEdge *calls = points_to_calls(d->points_to, &ncalls);
    bool *out = xcalloc(d->ninstances + 1, sizeof *out);
    for (bool again = true; again;) {
        again = false;
        for (size_t k = 0; k < ncalls; k++)
            if (!out[calls[k].callee] && (calls[k].kind == CALL_THREAD || out[calls[k].instance]))
                out[calls[k].callee] = again = true;
    }
    return out;
}

/* Finds objects that several threads may access: those accessed by a created thread, except its own
 * variables whose addresses are not in memory. */
static void find_shared(Memory *m) {
    const PointsTo *t = m->d->points_to;
    uint32_t nobjects;
    const PointsToObject *objects = points_to_objects(t, &nobjects);
    bool *escaped = points_to_escaped(t), *threads = in_threads(m->d);
    size_t n;
    const MemoryAccess *a = points_to_accesses(t, &n);
    for (size_t k = 0; k < n; k++) {
        if (!threads[a[k].instance]) continue;
        uint32_t len;
        const uint32_t *set = points_to_set(t, a[k].node, &len);
        for (uint32_t q = 0; q < len; q++) {
            uint32_t object = points_to_location(t, set[q]).object;
            m->shared[object] |= objects[object].kind == OBJECT_GLOBAL ||
                                 objects[object].kind == OBJECT_OUTSIDE || escaped[object];
        }
    }
    free(escaped);
    free(threads);
}

static bool is_shared(const Memory *m, const Group *g) {
    uint32_t n;
    const uint32_t *set = points_to_set(m->d->points_to, g->address, &n);
    for (uint32_t k = 0; k < n; k++)
        if (m->shared[points_to_location(m->d->points_to, set[k]).object]) return true;
    return false;
}

/* --- writes of the same bytes ----------------------------------------------------------------- */

typedef struct Extent {
    int64_t from, to; /* bytes of an object */
} Extent;
typedef VEC(Extent) Extents;

static Extent extent_at(const PointsTo *t, uint32_t location, const MemoryAccess *a,
                        uint32_t *object) {
    Location at = points_to_moved(t, points_to_location(t, location), a->offset);
    *object = at.object;
    if (at.offset == ANYWHERE) return (Extent){0, END_OF_OBJECT};
    return (Extent){at.offset, a->width == ANY_WIDTH ? END_OF_OBJECT : at.offset + a->width};
}

static int compare_extents(const void *a, const void *b) {
    const Extent *x = a, *y = b;
    return x->from < y->from ? -1 : x->from > y->from;
}

/* Sorts the extents and makes one of those that meet. */
static void merge_extents(Extents *all) {
    if (!all->len) return;
    qsort(all->data, all->len, sizeof *all->data, compare_extents);
    size_t n = 1;
    for (size_t k = 1; k < all->len; k++) {
        Extent *last = &all->data[n - 1];
        if (all->data[k].from <= last->to)
            last->to = MAX(last->to, all->data[k].to);
        else
            all->data[n++] = all->data[k];
    }
    all->len = n;
}

static bool extents_overlap(const Extents *all, Extent x) {
    size_t low = 0, high = all->len; /* the first one that ends behind the beginning of x */
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (all->data[middle].to <= x.from)
            low = middle + 1;
        else
            high = middle;
    }
    return low < all->len && all->data[low].from < x.to;
}

static uint32_t number_in_program(const Dependence *d, const MemoryAccess *a) {
    const Instance *i = &d->instances[a->instance];
    return points_to_flow(d->points_to, i->function)->function->first_insn + a->insn;
}

void dependence_rivals(const Dependence *d, const uint8_t *marks, uint8_t *rivals) {
    const PointsTo *t = d->points_to;
    uint32_t nobjects, len, object;
    points_to_objects(t, &nobjects);
    Memory m = {.shared = xcalloc(nobjects + 1, sizeof *m.shared)};
    m.d = (Dependence *)(uintptr_t)d; /* find_shared only reads it */
    find_shared(&m);
    Extents *marked = xcalloc(nobjects + 1, sizeof *marked);
    size_t n;
    const MemoryAccess *a = points_to_accesses(t, &n);
    for (size_t k = 0; k < n; k++) {
        if (!a[k].write || !marks[number_in_program(d, &a[k])]) continue;
        const uint32_t *set = points_to_set(t, a[k].node, &len);
        for (uint32_t q = 0; q < len; q++) {
            Extent x = extent_at(t, set[q], &a[k], &object);
            if (m.shared[object]) vec_push(&marked[object], x);
        }
    }
    for (uint32_t k = 0; k < nobjects; k++) merge_extents(&marked[k]);
    for (size_t k = 0; k < n; k++) {
        if (!a[k].write) continue;
        const uint32_t *set = points_to_set(t, a[k].node, &len);
        for (uint32_t q = 0; q < len; q++) {
            Extent x = extent_at(t, set[q], &a[k], &object);
            if (extents_overlap(&marked[object], x)) rivals[number_in_program(d, &a[k])] = 1;
        }
    }
    for (uint32_t k = 0; k < nobjects; k++) vec_free(&marked[k]);
    free(marked);
    free(m.shared);
}

void graph_memory(Dependence *d, const Order *o) {
    Memory m = {.d = d, .order = o};
    points_to_objects(d->points_to, &m.nobjects);
    m.touches = xcalloc(m.nobjects + 1, sizeof *m.touches);
    m.shared = xcalloc(m.nobjects + 1, sizeof *m.shared);
    find_shared(&m);
    size_t n;
    const MemoryAccess *a = points_to_accesses(d->points_to, &n);
    for (size_t k = 0; k < n; k++) memory_group_of(&m, &a[k]);
    for (size_t k = 0; k < m.groups.len; k++) {
        add_touches(&m, &m.groups.data[k]);
        m.groups.data[k].shared = is_shared(&m, &m.groups.data[k]);
    }
    for (size_t k = 0; k < n; k++) {
        const Group *g = &m.groups.data[memory_group_of(&m, &a[k])];
        uint32_t insn = d->base[a[k].instance] + a[k].insn;
        graph_edge(d, a[k].write ? insn : g->node, a[k].write ? g->node : insn);
        if (g->shared) graph_edge(d, d->sync, insn);
    }
    for (uint32_t k = 0; k < m.nobjects; k++) {
        Touches *all = &m.touches[k];
        size_t writes = 0;
        for (size_t q = 0; q < all->len; q++) writes += all->data[q].write;
        if (writes * (all->len - writes) <= FEW_PAIRS)
            connect_pairs(&m, all);
        else
            connect_pieces(&m, all);
        vec_free(all);
    }
    free(m.touches);
    free(m.shared);
    vec_free(&m.groups);
    index_free(&m.index);
}
