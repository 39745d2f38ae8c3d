/* adequate.c — see adequate.h. */
#include "state/cutoff/adequate.h"

/* Weights are below 2^36, so that sums over 2^27 events do not overflow. */
static inline uint64_t weight(uint64_t x) { return hash_mix(x) >> 28; }

/* A label of an event that is equal for events which do the same after equal states. A branch
 * counts without its condition, since its inputs may have other names there. */
static uint64_t label(const Action *a, int32_t thread) {
    uint64_t x = (uint64_t)thread << 48 ^ (uint64_t)a->op.kind << 40 ^ (uint64_t)a->op.size << 32 ^
                 a->outcome;
    x = hash_combine(x, a->op.object);
    x = hash_combine(x, a->op.detail);
    return a->op.kind == OPERATION_KERNEL ? hash_combine(x, operation_content(&a->op)) : x;
}

/* What an event of `a` adds to the weights of its thread: its component, if it has one, the number
 * of operations on the component before it, and the number of these by threads of higher number. */
typedef struct Place {
    int32_t thread; /* that it counts for */
    bool any, ordering;
    uint64_t key;
    uint32_t position, inversions;
} Place;

static void add_event(EventWeights *w, const Action *a, const Place *p, uint64_t standing) {
    uint64_t what = label(a, p->thread) ^ standing, thread = hash_mix((uint64_t)p->thread + 77);
    w->lengths += weight(thread);
    w->orders += weight(hash_combine(thread + a->index, what));
    if (!p->any) return;
    w->inversions += p->inversions;
    w->lengths += weight(hash_combine(p->key + p->ordering, thread));
    w->orders += weight(hash_combine(p->key + p->position, what));
}

/* The component of an action, with counts by thread: of operations that are ordered only with those
 * that order (even), and of these (odd). NULL where it counts in none besides its thread. */
static ObjectTrace *component_at(History *h, const Action *a, int32_t thread, bool *ordering) {
    uint64_t key;
    if (!operation_component(a, &key, ordering)) return NULL;
    uint32_t number = history_number(h, key);
    ObjectTrace *o = &h->objects.data[number];
    while (o->counts.len <= 2 * (size_t)thread + 1) vec_push(&o->counts, 0);
    return o;
}

#define SAMPLE 16 /* one of this number of events has its component counted again */
#define LONGEST_PATH 1000

/* Invariant: the counts of a component are those of the path. */
static void check_counts(const History *h, const ObjectTrace *o, const Event *e) {
    static _Thread_local uint64_t n;
    uint32_t counted = 0, met = 0;
    if (++n % SAMPLE || h->path.len > LONGEST_PATH) return;
    for (size_t k = 0; k < o->counts.len; k++) counted += o->counts.data[k];
    for (size_t k = 0; k < h->path.len; k++) {
        uint64_t key;
        bool ordering;
        const Event *y = h->path.data[k];
        met += y != e && operation_component(&y->action, &key, &ordering) && key == o->key;
    }
    invariant(counted == met);
}

void adequate_record(History *h, Event *e, uint64_t standing) {
    const Action *a = &e->action;
    const Event *before = history_before(h, e);
    EventWeights w = before ? before->weights : (EventWeights){0};
    Place p = {.thread = history_stands_for(h, a->thread)};
    ObjectTrace *o = component_at(h, a, p.thread, &p.ordering);
    if (o) {
        p.any = true;
        p.key = o->key;
        if (unlikely(base_invariants)) check_counts(h, o, e);
        for (size_t k = 0; k < o->counts.len; k++) {
            if (k % 2 == 0 && !p.ordering) continue;
            p.position += o->counts.data[k];
            if (k / 2 > (size_t)p.thread) p.inversions += o->counts.data[k];
        }
        o->counts.data[2 * p.thread + p.ordering]++;
    }
    /* A search that prefers threads of low number lets one thread run far before another one
     * begins. */
    if (history_is_one_of_many(h, a->thread)) p.inversions += p.position * a->index;
    /* Unless threads stand for each other, inversions are a part of the operations before it. */
    invariant(p.inversions <= p.position || history_is_one_of_many(h, a->thread));
    add_event(&w, a, &p, standing);
    /* Each event increases the lengths, so a configuration is larger than its parts. */
    invariant(w.lengths > (before ? before->weights.lengths : 0));
    e->weights = w;
}

EventWeights adequate_weights(const Action *a, const EventWeights *before,
                              const Action *const *causes, size_t n) {
    EventWeights w = before ? *before : (EventWeights){0};
    Place p = {.thread = a->thread};
    p.any = operation_component(a, &p.key, &p.ordering);
    for (size_t k = 0; p.any && k < n; k++) {
        uint64_t key;
        bool ordering;
        if (!operation_component(causes[k], &key, &ordering) || key != p.key ||
            !(ordering || p.ordering))
            continue;
        p.position++;
        p.inversions += causes[k]->thread > a->thread;
    }
    add_event(&w, a, &p, 0);
    return w;
}

void adequate_count(History *h, const Event *e, bool more) {
    bool ordering;
    int32_t thread = history_stands_for(h, e->action.thread);
    ObjectTrace *o = component_at(h, &e->action, thread, &ordering);
    invariant(!o || more || o->counts.data[2 * thread + ordering]);
    if (o) o->counts.data[2 * thread + ordering] += more ? 1 : UINT32_MAX;
}

void adequate_add_number(AdequateSize *sum, uint32_t thread, uint32_t events) {
    sum->numbers += hash_mix((uint64_t)thread << 32 | events);
}

void adequate_add(AdequateSize *sum, uint32_t events, const EventWeights *w) {
    sum->events += events;
    sum->weights.lengths += w->lengths;
    sum->weights.inversions += w->inversions;
    sum->weights.orders += w->orders;
}

static bool smaller(const AdequateSize *x, const AdequateSize *y) {
    const EventWeights *v = &x->weights, *w = &y->weights;
    return x->events != y->events           ? x->events < y->events
           : v->lengths != w->lengths       ? v->lengths < w->lengths
           : x->numbers != y->numbers       ? false
           : v->inversions != w->inversions ? v->inversions < w->inversions
                                            : v->orders < w->orders;
}

bool adequate_smaller(const AdequateSize *x, const AdequateSize *y) {
    bool is_smaller = smaller(x, y);
    /* The order is asymmetric: else two configurations could cut off each other. */
    invariant(!is_smaller || !smaller(y, x));
    /* A configuration with fewer events is smaller, so a configuration is larger than each of its
     * parts. */
    invariant(x->events >= y->events || is_smaller);
    return is_smaller;
}
