/* fruitless.c — see fruitless.h. */
#include "state/loops/fruitless.h"
#include "state/event_symbols.h"
#include "event/accesses/touched.h"
#include "vm/state/fingerprint.h"

/* The most events of a round. */
#define LONGEST_ROUND 64

/* An operation that looks at an object, takes nothing and leaves nothing. */
static bool is_refused(const Action *a) {
    switch (a->op.kind) {
    case OPERATION_TRYLOCK:
    case OPERATION_TRYRDLOCK:
    case OPERATION_TRYWRLOCK:
    case OPERATION_SEM_TRYWAIT: return a->outcome == 0;
    case OPERATION_SEM_VALUE: return true;
    default: return false;
    }
}

bool fruitless_is_unnoticed(const History *h, const Event *lock, const Event *unlock) {
    const Action *a = &lock->action, *b = &unlock->action;
    invariant(a->thread == b->thread && a->index + 1 == b->index &&
              lock->position < unlock->position);
    bool took =
        (a->op.kind == OPERATION_LOCK || a->op.kind == OPERATION_TRYLOCK) && a->outcome == 1;
    if (!took || b->outcome != 1 || a->op.object != b->op.object) return false;
    for (uint32_t k = lock->position + 1; k < unlock->position; k++) {
        const Event *other = h->path.data[k];
        if (other->action.op.object == a->op.object && operation_dependent(a, &other->action))
            return false;
    }
    return true;
}

/* Where the thread is and what it did so far, without what it touched since its last event. */
static Fingerprint without_accesses(const Event *e, uint64_t region) {
    Fingerprint f = e->state;
    if (e->open) fingerprint_subtract(&f, fragment(region, e->open));
    return f;
}

bool fruitless_ends(const History *h, const Machine *m, const Event *e) {
    const EventList *own = &h->own.data[e->action.thread];
    uint64_t region = m->threads[e->action.thread]->region;
    invariant(own->len && own->data[own->len - 1] == e && e->action.index == own->len);
    size_t last = own->len - 1, first = last > LONGEST_ROUND ? last - LONGEST_ROUND : 0;
    for (size_t k = last; k > first; k--) {
        const Event *y = own->data[k];
        bool looks = (operation_on_memory(&y->action.op) && y->action.op.kind != OPERATION_FREE) ||
                     y->action.op.kind == OPERATION_SECTION || is_refused(&y->action);
        if (!looks) {
            if (y->action.op.kind != OPERATION_UNLOCK || k - 1 == first ||
                !fruitless_is_unnoticed(h, own->data[k - 1], y))
                return false;
            k--;
        }
        /* What it changed for a while it changed back before anybody could see it. */
        const Event *before = own->data[k - 1];
        invariant(before->action.index < e->action.index && before->position < e->position);
        if (!fingerprint_same(before->changes, e->changes)) return false;
        /* What it touched last either was touched by the round before, or is nothing. */
        if ((e->open == before->open || !e->open) &&
            fingerprint_same(without_accesses(before, region), without_accesses(e, region)) &&
            (!h->judges || touched_nothing_new(before, e)) && event_symbols_same(before, e))
            return true;
    }
    return false;
}
