/* degrees.c — see degrees.h. */
#include "strategies/interference/traces/degrees.h"
#include <stdlib.h>
#include "strategies/interference/scenario/forest.h"

void degrees_free(Degrees *d) {
    vec_free(&d->clocks);
    vec_free(&d->sets);
    vec_free(&d->pushed);
    vec_free(&d->used);
    vec_free(&d->related);
    vec_free(&d->readers);
    vec_free(&d->members);
    hash_set_free(&d->seen);
}

#define MOST_LOADED 16 /* bytes of a load */

/* Gives rows at least so many threads, and room for one more event and what it may take in
 * interferences. */
static void make_room(Degrees *d, uint32_t threads, uint32_t interferences) {
    uint32_t wide = MAX(d->threads, threads),
             words = MAX(d->words, (interferences + MOST_LOADED) / 64 + 1);
    size_t n = d->len;
    if (wide == d->threads && words == d->words) {
        vec_reserve(&d->clocks, (n + 1) * wide);
        vec_reserve(&d->sets, (n + 1) * words);
        return;
    }
    /* Only a row that is full doubles: threads are new one by one. */
    if (words > d->words) words = MAX(words, 2 * d->words);
    Degrees old = *d;
    d->threads = wide;
    d->words = words;
    memset(&d->clocks, 0, sizeof d->clocks);
    memset(&d->sets, 0, sizeof d->sets);
    vec_reserve(&d->clocks, 2 * (n + 1) * wide);
    vec_reserve(&d->sets, 2 * (n + 1) * words);
    memset(d->clocks.data, 0, n * wide * sizeof *d->clocks.data);
    memset(d->sets.data, 0, n * words * sizeof *d->sets.data);
    for (size_t k = 0; k < n; k++) {
        memcpy(degrees_clock(d, k), degrees_clock(&old, k), old.threads * sizeof *d->clocks.data);
        memcpy(degrees_set(d, k), degrees_set(&old, k), old.words * sizeof *d->sets.data);
    }
    vec_free(&old.clocks);
    vec_free(&old.sets);
}

/* The event that is learned of takes something from another one. */
static void takes_from(Degrees *d, size_t source) {
    uint64_t *own = degrees_set(d, d->len), *other = degrees_set(d, source);
    for (uint32_t k = 0; k < d->words; k++) own[k] |= other[k];
}

/* The same, and is ordered after it. */
static void comes_after(Degrees *d, size_t source) {
    uint32_t *own = degrees_clock(d, d->len), *other = degrees_clock(d, source);
    for (uint32_t k = 0; k < d->threads; k++) own[k] = MAX(own[k], other[k]);
    takes_from(d, source);
}

/* The event is an interference of its own. */
static void interferes(Degrees *d) {
    uint32_t bit = vec_last(&d->used)++;
    invariant(bit / 64 < d->words); /* degrees_step made room */
    degrees_set(d, d->len)[bit / 64] |= 1ull << bit % 64;
}

/* --- where events take something from --------------------------------------------------------- */

/* The events before this one on its objects, the newest first. */
static void find_related(Degrees *d, Run *r, const Action *a) {
    Objects touched, objects;
    Related all;
    size_t at;
    d->related.len = 0;
    history_objects(&r->history, a, &touched, &objects);
    history_related(&r->history, &objects, d->len, true, &all);
    while (related_next(&all, &at)) vec_push(&d->related, at);
}

/* A load reads from the newest store of each byte. It is an interference for each store that is not
 * before it anyway. */
static void load_takes(Degrees *d, Run *r, const Action *a, const uint32_t *before) {
    const EventList *path = &r->history.path;
    size_t taken[MOST_LOADED];
    unsigned n = 0;
    for (uint64_t byte = a->op.object; byte < a->op.object + a->op.size; byte++)
        for (size_t k = 0; k < d->related.len; k++) {
            size_t at = d->related.data[k];
            const Action *x = &path->data[at]->action;
            if (!operation_on_memory(&x->op) || x->op.kind == OPERATION_LOAD ||
                byte - x->op.object >= operation_extent(&x->op))
                continue;
            bool known = before[x->thread] >= x->index;
            for (unsigned j = 0; j < n; j++) known |= taken[j] == at;
            if (known) break;
            taken[n++] = at;
            takes_from(d, at);
            interferes(d);
            break;
        }
}

/* Where the thread that has a mutex took it. */
static bool find_lock_taken(const Degrees *d, const Run *r, uint64_t mutex, size_t *taken) {
    bool found = false;
    for (size_t k = d->related.len; k-- > 0;) {
        const Action *x = &r->history.path.data[d->related.data[k]]->action;
        uint64_t own;
        if (!operation_mutex(&x->op, &own) || own != mutex) continue;
        unsigned change = operation_hold_change(x).change;
        if (change == HOLD_BEGINS && !found) *taken = d->related.data[k];
        if (change == HOLD_BEGINS) found = true;
        if (change == HOLD_ENDS) found = false;
    }
    return found;
}

/* What works on an object with a state comes after all that did before; who is refused a mutex,
 * after who has it. */
static void uses_after(Degrees *d, const Run *r, const Action *a) {
    size_t taken;
    if (!forest_is_stateful(&a->op)) {
        if (find_lock_taken(d, r, a->op.object, &taken)) takes_from(d, taken);
        return;
    }
    for (size_t k = 0; k < d->related.len; k++) {
        const Operation *x = &r->history.path.data[d->related.data[k]]->action.op;
        if (!forest_is_stateful(x) || x->object != a->op.object) continue;
        takes_from(d, d->related.data[k]);
        return;
    }
}

/* Learns of the event at a position; those before are known. */
static void learn_at(Degrees *d, Run *r, size_t at) {
    const EventList *path = &r->history.path;
    const Event *e = path->data[at], *own = history_before(&r->history, e);
    const Action *a = &e->action;
    d->len = d->used.len = d->pushed.len = at;
    vec_push(&d->pushed, e->pushed);
    uint32_t used = at ? vec_last(&d->used) : 0;
    make_room(d, r->machine->nslots, used);
    memset(degrees_clock(d, at), 0, d->threads * sizeof *d->clocks.data);
    memset(degrees_set(d, at), 0, d->words * sizeof *d->sets.data);
    vec_push(&d->used, used);
    if (own) comes_after(d, own->position);
    for (size_t k = at; a->op.kind == OPERATION_START && k-- > 0;)
        if (path->data[k]->action.op.kind == OPERATION_CREATE &&
            path->data[k]->action.op.target == a->thread) {
            comes_after(d, k);
            break;
        }
    if (a->op.kind == OPERATION_JOIN)
        comes_after(d, history_last(&r->history, (uint32_t)a->op.target)->position);
    uint32_t before[MAX_THREADS];
    memcpy(before, degrees_clock(d, at), d->threads * sizeof *before);
    bool reads = a->op.kind == OPERATION_LOAD || a->op.kind == OPERATION_RMW,
         uses = forest_is_stateful(&a->op) || forest_is_refused(a);
    if (reads || uses) find_related(d, r, a);
    if (reads) load_takes(d, r, a, before);
    if (uses) uses_after(d, r, a);
    degrees_clock(d, at)[a->thread] = a->index;
    d->len = at + 1;
}

uint32_t degrees_step(Degrees *d, Run *r) {
    History *h = &r->history;
    /* What was taken back is the end of what is known. */
    d->len = MIN(d->len, h->path.len);
    while (d->len && d->pushed.data[d->len - 1] != h->path.data[d->len - 1]->pushed) d->len--;
    for (size_t at = d->len; at < h->path.len; at++) learn_at(d, r, at);
    uint32_t degree = 0;
    for (uint32_t k = 0; k < d->words; k++)
        degree += (uint32_t)__builtin_popcountll(degrees_set(d, d->len - 1)[k]);
    return degree;
}
