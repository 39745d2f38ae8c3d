/* values.c — which values variables had, and which may have any. See docs/proofs/any-threads.md. */
#include "strategies/parametric/parametric.h"
#include <stdlib.h>

/* A variable that had more values than that may have any in the next attempt, if it is not larger
 * than that: mutexes are. */
#define MANY_VALUES 8
#define MOST_BYTES 32

/* The first attempt ends once a variable has more values than that. */
#define ENOUGH_VALUES 256

void proof_note_value(Proof *p, size_t variable, uint64_t hash) {
    Variable *x = &p->variables.data[variable];
    VisibleRange v = p->visible.data[variable];
    if (x->values.len > ENOUGH_VALUES) return;
    hash_set_add(&x->values, hash | 1);
    p->limited |= x->values.len > ENOUGH_VALUES && !p->unlimited && v.end - v.start <= MOST_BYTES;
}

bool proof_widen(Proof *p, const Variables *other) {
    bool some = false;
    invariant(p->variables.len == other->len);
    for (size_t k = 0; k < p->variables.len; k++) {
        VisibleRange v = p->visible.data[k];
        p->variables.data[k].any =
            other->data[k].values.len > MANY_VALUES && v.end - v.start <= MOST_BYTES;
        some |= p->variables.data[k].any;
    }
    return some;
}

void proof_free_variables(Variables *all) {
    for (size_t k = 0; k < all->len; k++) hash_set_free(&all->data[k].values);
    vec_free(all);
}
