/* run_interferences.c — see run_interferences.h. */
#include "strategies/interference/run_interferences.h"
#include <stdlib.h>

/* The newest stores of the bytes of a word, as positions; -1: none. */
typedef struct WordStores {
    uint64_t word;
    int64_t at[8];
} WordStores;

/* What an event takes from another one: a load from a store, a piece of a system call from the one
 * that changed its object. */
typedef struct Reading {
    uint32_t load,
        store; /* positions on the path; its length: the step that is being carried out */
} Reading;

typedef struct Causes {
    const Run *r;
    size_t n;        /* positions */
    uint32_t nslots; /* columns of `clock` */
    uint32_t
        *clock; /* by position: how many events of each thread come before, by all but readings */
    int64_t *parent, *other; /* by position: the event of the thread before it; its creation or the
                                end of the thread that it joins; -1: none */
    int64_t *end; /* by position: the last event of the atomic section that it is part of; otherwise
                     itself */
    bool *undone; /* by position: part of a section whose assumption failed */
    VEC(Reading) readings; /* by ascending load */
    VEC(WordStores) stores;
    Index by_word;
} Causes;

static const Action *action_at(const Causes *c, size_t k) {
    return k < c->r->history.path.len ? &c->r->history.path.data[k]->action : &c->r->current;
}

static int64_t *stores_of(Causes *c, uint64_t address) {
    uint64_t word = address >> 3, hash = hash_mix(word);
    uint32_t n = index_find(&c->by_word, hash, k, c->stores.data[k].word == word);
    if (n == INDEX_NONE) {
        WordStores none = {word, {-1, -1, -1, -1, -1, -1, -1, -1}};
        n = (uint32_t)c->stores.len;
        index_add(&c->by_word, hash, n);
        vec_push(&c->stores, none);
    }
    return &c->stores.data[n].at[address & 7];
}

static void read_and_write(Causes *c, size_t k) {
    const Operation *o = &action_at(c, k)->op;
    size_t first = c->readings.len;
    for (uint64_t a = o->object; a < o->object + o->size; a++) {
        int64_t *store = stores_of(c, a);
        bool known = *store < 0 || o->kind == OPERATION_STORE;
        for (size_t j = first; j < c->readings.len && !known; j++)
            known = c->readings.data[j].store == *store;
        if (!known) {
            Reading x = {(uint32_t)k, (uint32_t)*store};
            vec_push(&c->readings, x);
        }
        if (o->kind != OPERATION_LOAD && !c->undone[k]) *store = (int64_t)k;
    }
}

/* The newest piece of a system call before a position that changed an object; -1: none. */
static int64_t changed_before(const Causes *c, size_t position, uint64_t object) {
    for (size_t k = position; k-- > 0;)
        if (operation_changes_object(&action_at(c, k)->op, object)) return (int64_t)k;
    return -1;
}

/* A piece of a system call takes something from those that changed its objects last. */
static void read_objects(Causes *c, size_t k) {
    const KernelCall *call = action_at(c, k)->op.call;
    size_t first = c->readings.len;
    for (uint32_t j = 0; j < call->n; j++) {
        int64_t last = changed_before(c, k, call->item[j].object);
        bool known = last < 0;
        for (size_t x = first; x < c->readings.len && !known; x++)
            known = c->readings.data[x].store == last;
        if (known) continue;
        Reading x = {(uint32_t)k, (uint32_t)last};
        vec_push(&c->readings, x);
    }
}

/* Finds the ends of atomic sections, and those without effect: the last ones of their threads. */
static void find_sections(Causes *c) {
    int64_t *next =
        xmalloc((c->nslots + 1) * sizeof *next); /* the event of a thread that follows */
    for (uint32_t u = 0; u < c->nslots; u++) next[u] = -1;
    for (size_t k = c->n; k-- > 0;) {
        const Action *a = action_at(c, k);
        const Thread *t = c->r->machine->threads[a->thread];
        int64_t after = next[a->thread];
        bool goes_on = after >= 0 && operation_is_part(&action_at(c, (size_t)after)->op);
        c->end[k] = goes_on ? c->end[after] : (int64_t)k;
        c->undone[k] = goes_on ? c->undone[after] : after < 0 && t && thread_undid_section(t);
        next[a->thread] = (int64_t)k;
    }
    free(next);
}

/* By program order, creation and joins. */
static void order(Causes *c, int64_t *newest, int64_t *creation, size_t k) {
    const Action *a = action_at(c, k);
    uint32_t *clock = c->clock + k * c->nslots;
    c->parent[k] = a->op.kind == OPERATION_START ? -1 : newest[a->thread];
    c->other[k] = a->op.kind == OPERATION_START  ? creation[a->thread]
                  : a->op.kind == OPERATION_JOIN ? newest[a->op.target]
                                                 : -1;
    const int64_t before[2] = {c->parent[k], c->other[k]};
    for (int j = 0; j < 2; j++)
        for (uint32_t u = 0; before[j] >= 0 && u < c->nslots; u++)
            clock[u] = MAX(clock[u], c->clock[(size_t)before[j] * c->nslots + u]);
    clock[a->thread] = a->index;
    newest[a->thread] = (int64_t)k;
    if (a->op.kind == OPERATION_CREATE && a->op.target >= 0) creation[a->op.target] = (int64_t)k;
}

static void find_newest_causes(Causes *c, int64_t *newest) {
    int64_t *creation = xmalloc((c->nslots + 1) * sizeof *creation);
    for (uint32_t u = 0; u < c->nslots; u++) newest[u] = creation[u] = -1;
    for (size_t k = 0; k < c->n; k++) {
        const Operation *o = &action_at(c, k)->op;
        order(c, newest, creation, k);
        if (operation_on_memory(o) && o->kind != OPERATION_FREE) read_and_write(c, k);
        if (o->kind == OPERATION_KERNEL) read_objects(c, k);
    }
    free(creation);
}

/* The step of the finding's schedule, in which branches do not count, and a section is one. */
static size_t finding_step(const Causes *c, size_t position) {
    size_t step = 0;
    for (size_t k = 0; k < position; k++) {
        const Operation *o = &action_at(c, k)->op;
        step += o->kind != OPERATION_BRANCH && !operation_is_part(o);
    }
    return step - operation_is_part(&action_at(c, position)->op);
}

/* Marks the causes of an event; marked events are on the worklist until they are processed. */
static void collect_causes(Causes *c, int64_t from, Finding *f) {
    bool *seen = xcalloc(c->n + 1, sizeof *seen);
    if (from >= 0) seen[from] = true;
    size_t next = c->readings.len;
    for (size_t k = c->n; k-- > 0;) {
        while (next && c->readings.data[next - 1].load > k) next--;
        if (!seen[k]) continue;
        if (c->parent[k] >= 0) seen[c->parent[k]] = true;
        if (c->other[k] >= 0) seen[c->other[k]] = true;
        for (size_t j = next; j > 0 && c->readings.data[j - 1].load == k; j--) {
            size_t store = c->readings.data[j - 1].store;
            const Action *x = action_at(c, store);
            seen[c->end[store]] = true;
            if (c->clock[k * c->nslots + (uint32_t)x->thread] >= x->index) continue;
            InterferenceReport i = {finding_step(c, k), finding_step(c, store)};
            if (i.load < f->nschedule) f->interferences[f->ninterferences++] = i;
        }
    }
    free(seen);
    /* In the order of the loads. */
    for (size_t j = 0, k = f->ninterferences; j + 1 < k; j++) {
        InterferenceReport swap = f->interferences[--k];
        f->interferences[k] = f->interferences[j];
        f->interferences[j] = swap;
    }
}

void run_interferences(const Run *r, Finding *f) {
    const Machine *m = r->machine;
    uint32_t thread = 0;
    while (thread < m->nslots && !(m->threads[thread] && !strcmp(m->slot_names[thread], f->thread)))
        thread++;
    if (thread == m->nslots) return;
    Causes c = {.r = r, .n = r->history.path.len + r->stepping, .nslots = r->machine->nslots};
    int64_t *newest = xmalloc((c.nslots + 1) * sizeof *newest);
    c.clock = xcalloc(c.n * c.nslots + 1, sizeof *c.clock);
    c.parent = xmalloc((c.n + 1) * sizeof *c.parent);
    c.other = xmalloc((c.n + 1) * sizeof *c.other);
    c.end = xmalloc((c.n + 1) * sizeof *c.end);
    c.undone = xcalloc(c.n + 1, sizeof *c.undone);
    find_sections(&c);
    find_newest_causes(&c, newest);
    f->interferences = xcalloc(c.readings.len + 1, sizeof *f->interferences);
    collect_causes(&c, newest[thread], f);
    free(newest);
    free(c.clock);
    free(c.parent);
    free(c.other);
    free(c.end);
    free(c.undone);
    vec_free(&c.readings);
    vec_free(&c.stores);
    index_free(&c.by_word);
}
