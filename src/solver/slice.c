/* slice.c — see slice.h. */
#include "solver/slice.h"
#include <stdlib.h>

void slice_free(Slice *s) {
    vec_free(&s->list);
    vec_free(&s->rest);
    free(s->mask);
    free(s->stamp);
}

static bool slice_reaches(const Slice *s, const ExprSupport *u) {
    for (uint32_t i = 0; i < u->len && u->part[i].input < s->mask_cap; i++)
        if (s->mask[u->part[i].input] & u->part[i].mask) return true;
    return false;
}

void slice_begin(Slice *s) {
    s->list.len = 0;
    if (s->mask_cap) memset(s->mask, 0, s->mask_cap * sizeof(*s->mask));
    if (++s->round == 0) {
        if (s->stamp_cap) memset(s->stamp, 0, s->stamp_cap * sizeof(*s->stamp));
        s->round = 1;
    }
}

void slice_add(Slice *s, const Expr *e) {
    if (slice_has(s, e->id)) return;
    if (e->id >= s->stamp_cap) {
        size_t cap = (size_t)e->id + e->id / 2 + 1024;
        s->stamp = xrealloc(s->stamp, cap * sizeof(*s->stamp));
        memset(s->stamp + s->stamp_cap, 0, (cap - s->stamp_cap) * sizeof(*s->stamp));
        s->stamp_cap = cap;
    }
    s->stamp[e->id] = s->round;
    const ExprSupport *u = expr_support(s->pool, e);
    for (uint32_t i = 0; i < u->len; i++) {
        uint32_t input = u->part[i].input;
        if (input >= s->mask_cap) {
            size_t cap = (size_t)input * 2 + 64;
            s->mask = xrealloc(s->mask, cap * sizeof(*s->mask));
            memset(s->mask + s->mask_cap, 0, (cap - s->mask_cap) * sizeof(*s->mask));
            s->mask_cap = cap;
        }
        s->mask[input] |= u->part[i].mask;
    }
    vec_push(&s->list, e);
}

void slice_close(Slice *s, const Expr *const *constraints, size_t n) {
    s->rest.len = 0;
    for (size_t i = 0; i < n; i++)
        if (!slice_has(s, constraints[i]->id)) vec_push(&s->rest, i);
    for (bool again = true; again;) {
        again = false;
        size_t kept = 0;
        for (size_t j = 0; j < s->rest.len; j++) {
            const Expr *e = constraints[s->rest.data[j]];
            if (slice_reaches(s, expr_support(s->pool, e))) {
                slice_add(s, e);
                again = true;
            } else {
                s->rest.data[kept++] = s->rest.data[j];
            }
        }
        s->rest.len = kept;
    }
}

static int by_id(const void *a, const void *b) {
    const Expr *x = *(const Expr *const *)a, *y = *(const Expr *const *)b;
    return x->id < y->id ? -1 : x->id > y->id;
}

uint64_t slice_order(Slice *s) {
    if (s->list.len) qsort(s->list.data, s->list.len, sizeof(*s->list.data), by_id);
    uint64_t h = s->list.len;
    for (size_t i = 0; i < s->list.len; i++) h = hash_combine(h, s->list.data[i]->id);
    return h;
}
