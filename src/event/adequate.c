/* adequate.c — see adequate.h. */
#include "event/adequate.h"

/* Weights are below 2^36, so that sums over 2^27 events do not overflow. */
static inline uint64_t weight(uint64_t x) { return hash_mix(x) >> 28; }

static uint64_t label(const Action *a) {
    uint64_t x =
        (uint64_t)a->thread << 48 ^ (uint64_t)a->op.kind << 40 ^ (uint64_t)a->op.size << 32 ^ a->outcome;
    x = hash_combine(x, a->op.object);
    x = hash_combine(x, a->op.detail);
    return a->op.condition ? hash_combine(x, operation_content(&a->op)) : x;
}

/* The component of an action, with counts by thread: of operations that are ordered only with those that
 * order (even), and of these (odd). NULL where it counts in none besides its thread. */
static ObjectTrace *component_at(History *h, const Action *a, bool *ordering) {
    uint64_t key;
    if (!operation_component(a, &key, ordering)) return NULL;
    uint32_t number = history_number(h, key);
    ObjectTrace *o = &h->objects.data[number];
    while (o->counts.len <= 2 * (size_t)a->thread + 1) vec_push(&o->counts, 0);
    return o;
}

void adequate_record(History *h, Event *e) {
    const Action *a = &e->action;
    const Event *before = history_before(h, e);
    uint64_t what = label(a), thread = hash_mix((uint64_t)a->thread + 77);
    bool ordering;
    EventWeights w = before ? before->weights : (EventWeights){0};
    w.lengths += weight(thread);
    w.orders += weight(hash_combine(thread + a->index, what));
    ObjectTrace *o = component_at(h, a, &ordering);
    if (o) {
        /* How many came before it by threads of higher number, and how many at all. */
        uint32_t position = 0;
        for (size_t k = 0; k < o->counts.len; k++) {
            if (k % 2 == 0 && !ordering) continue;
            position += o->counts.data[k];
            if (k / 2 > (size_t)a->thread) w.inversions += o->counts.data[k];
        }
        w.lengths += weight(hash_combine(o->key + ordering, thread));
        w.orders += weight(hash_combine(o->key + position, what));
        o->counts.data[2 * a->thread + ordering]++;
    }
    e->weights = w;
}

void adequate_count(History *h, const Event *e, bool more) {
    bool ordering;
    ObjectTrace *o = component_at(h, &e->action, &ordering);
    if (o) o->counts.data[2 * e->action.thread + ordering] += more ? 1 : UINT32_MAX;
}

void adequate_add(AdequateSize *sum, const Event *last) {
    sum->events += last->action.index;
    sum->weights.lengths += last->weights.lengths;
    sum->weights.inversions += last->weights.inversions;
    sum->weights.orders += last->weights.orders;
}

bool adequate_smaller(const AdequateSize *x, const AdequateSize *y) {
    const EventWeights *v = &x->weights, *w = &y->weights;
    return x->events != y->events           ? x->events < y->events
           : v->lengths != w->lengths       ? v->lengths < w->lengths
           : v->inversions != w->inversions ? v->inversions < w->inversions
                                            : v->orders < w->orders;
}
