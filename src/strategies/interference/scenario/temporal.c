/* temporal.c — see temporal.h. */
#include "strategies/interference/scenario/temporal.h"
#include <stdlib.h>

#define FEW_EVENTS 100 /* of a closure that is looked at as a whole in builds with invariants */
#define FEW_REASONS 6  /* of a core that is tried without each of them */

void temporal_begin(Temporal *t, uint32_t n) {
    t->n = n;
    t->reasons = 0;
    t->known.len = t->demands.len = t->closed = 0;
}

void temporal_free(Temporal *t) {
    vec_free(&t->known);
    vec_free(&t->demands);
    free(t->closure);
    free(t->first);
    *t = (Temporal){0};
}

/* The closure while one question is worked on: bit b of row a says that a comes before b. */
typedef struct Closure {
    uint32_t n, words;
    uint64_t *after, *before; /* rows */
} Closure;

static bool comes_before(const Closure *c, uint32_t a, uint32_t b) {
    return c->after[(size_t)a * c->words + b / 64] >> b % 64 & 1;
}

static void join_row(uint64_t *row, const uint64_t *with, uint32_t extra, uint32_t words) {
    for (uint32_t w = 0; w < words; w++) row[w] |= with[w];
    row[extra / 64] |= 1ull << extra % 64;
}

/* Adds that a comes before b. False where b comes before a. */
static bool closure_add(Closure *c, Precedence p) {
    uint32_t a = p.before, b = p.after, words = c->words;
    if (a == b || comes_before(c, b, a)) return false;
    if (comes_before(c, a, b)) return true;
    const uint64_t *later = c->after + (size_t)b * words, *earlier = c->before + (size_t)a * words;
    for (uint32_t w = 0; w < words; w++)
        for (uint64_t bits = earlier[w] | (a / 64 == w ? 1ull << a % 64 : 0); bits;
             bits &= bits - 1)
            join_row(c->after + (size_t)(64 * w + (uint32_t)__builtin_ctzll(bits)) * words, later,
                     b, words);
    for (uint32_t w = 0; w < words; w++)
        for (uint64_t bits = later[w] | (b / 64 == w ? 1ull << b % 64 : 0); bits; bits &= bits - 1)
            join_row(c->before + (size_t)(64 * w + (uint32_t)__builtin_ctzll(bits)) * words,
                     earlier, a, words);
    return true;
}

/* What a demand says now. */
enum { DEMAND_HOLDS, DEMAND_BROKEN, DEMAND_EITHER, DEMAND_OTHER, DEMAND_OPEN };
static int look_at(const Closure *c, const OrderDemand *d) {
    if (comes_before(c, d->either.before, d->either.after) ||
        comes_before(c, d->other.before, d->other.after))
        return DEMAND_HOLDS;
    bool either = d->either.before != d->either.after &&
                  !comes_before(c, d->either.after, d->either.before),
         other =
             d->other.before != d->other.after && !comes_before(c, d->other.after, d->other.before);
    return either && other ? DEMAND_OPEN
           : either        ? DEMAND_EITHER
           : other         ? DEMAND_OTHER
                           : DEMAND_BROKEN;
}

/* Adds what follows until nothing does; *open: the first demand that is left. False at a
 * contradiction. */
static bool propagate(const Temporal *t, Closure *c, const bool *on, uint32_t *open) {
    for (bool again = true; again;) {
        again = false;
        *open = UINT32_MAX;
        for (uint32_t k = 0; k < t->demands.len; k++) {
            const OrderDemand *d = &t->demands.data[k];
            if (d->reason && on && !on[d->reason]) continue;
            int now = look_at(c, d);
            if (now == DEMAND_BROKEN) return false;
            if (now == DEMAND_OPEN && *open == UINT32_MAX) *open = k;
            if (now != DEMAND_EITHER && now != DEMAND_OTHER) continue;
            if (!closure_add(c, now == DEMAND_EITHER ? d->either : d->other)) return false;
            again = true;
        }
    }
    return true;
}

static bool temporal_search(Temporal *t, Closure *c, const bool *on) {
    uint32_t open;
    if (!propagate(t, c, on, &open)) return false;
    if (open == UINT32_MAX) return true;
    size_t bytes = (size_t)c->n * c->words * 2 * sizeof *c->after;
    t->steps += bytes / sizeof *c->after;
    uint64_t *kept = xmalloc(bytes);
    memcpy(kept, c->after, bytes);
    const OrderDemand *d = &t->demands.data[open];
    bool found = closure_add(c, d->either) && temporal_search(t, c, on);
    if (!found) {
        memcpy(c->after, kept, bytes);
        found = closure_add(c, d->other) && temporal_search(t, c, on);
    }
    free(kept);
    return found;
}

/* The closure of what is known becomes the first one. False at a contradiction. */
static bool close_known(Temporal *t, size_t bytes) {
    Closure c = {.n = t->n, .words = (t->n + 63) / 64};
    if (bytes > t->room) {
        free(t->closure);
        free(t->first);
        t->closure = xmalloc(bytes);
        t->first = xmalloc(bytes);
        t->room = bytes;
        t->closed = 0;
    }
    if (!t->closed) memset(t->first, 0, bytes);
    c.after = t->first;
    c.before = t->first + (size_t)c.n * c.words;
    for (; t->closed < t->known.len; t->closed++)
        if (!closure_add(&c, t->known.data[t->closed])) return false;
    return true;
}

/* Whether there is an order, with the demands whose reason is on (NULL: all). */
static bool temporal_is_possible(Temporal *t, const bool *on, Closure *c) {
    c->n = t->n;
    c->words = (t->n + 63) / 64;
    size_t bytes = (size_t)c->n * c->words * 2 * sizeof *t->closure;
    if (!close_known(t, bytes)) return false;
    if (bytes) memcpy(t->closure, t->first, bytes);
    c->after = t->closure;
    c->before = t->closure + (size_t)c->n * c->words;
    return temporal_search(t, c, on);
}

/* Each event has one place, and what is demanded holds: of two halves, one. */
static void temporal_check_order(const Temporal *t, const uint32_t *order) {
    uint32_t *place = xmalloc((t->n + 1) * sizeof *place);
    memset(place, 255, (t->n + 1) * sizeof *place);
    for (uint32_t k = 0; k < t->n; k++) {
        invariant(order[k] < t->n && place[order[k]] == UINT32_MAX);
        place[order[k]] = k;
    }
    for (size_t k = 0; k < t->known.len; k++)
        invariant(place[t->known.data[k].before] < place[t->known.data[k].after]);
    for (size_t k = 0; k < t->demands.len; k++) {
        const OrderDemand *d = &t->demands.data[k];
        invariant(place[d->either.before] < place[d->either.after] ||
                  place[d->other.before] < place[d->other.after]);
    }
    free(place);
}

/* Both halves of the closure say the same, and nothing comes before itself. */
static void check_closure(const Closure *c) {
    for (uint32_t a = 0; a < c->n && c->n <= FEW_EVENTS; a++)
        for (uint32_t b = 0; b < c->n; b++) {
            bool earlier = c->before[(size_t)b * c->words + a / 64] >> a % 64 & 1;
            invariant(comes_before(c, a, b) == earlier);
            invariant(!comes_before(c, a, b) || (a != b && !comes_before(c, b, a)));
        }
}

bool temporal_order(Temporal *t, const uint32_t *group, uint32_t *order) {
    Closure c;
    if (!temporal_is_possible(t, NULL, &c)) return false;
    if (unlikely(base_invariants)) check_closure(&c);
    uint32_t *left = xcalloc(t->n + 1, sizeof *left),
             last = UINT32_MAX; /* how many come before each */
    for (uint32_t k = 0; k < t->n; k++)
        for (uint32_t w = 0; w < c.words; w++)
            left[k] += (uint32_t)__builtin_popcountll(c.before[(size_t)k * c.words + w]);
    for (uint32_t done = 0; done < t->n; done++) {
        uint32_t next = UINT32_MAX;
        for (uint32_t k = 0; k < t->n; k++) {
            if (left[k]) continue;
            if (next == UINT32_MAX) next = k;
            if (last == UINT32_MAX || group[k] != group[last]) continue;
            next = k;
            break;
        }
        order[done] = last = next;
        left[next] = UINT32_MAX;
        for (uint32_t k = 0; k < t->n; k++)
            if (left[k] != UINT32_MAX && comes_before(&c, next, k)) left[k]--;
    }
    free(left);
    if (unlikely(base_invariants)) temporal_check_order(t, order);
    return true;
}

/* With the reasons of a core there is no order, and without any one of them there is. */
static void check_core(Temporal *t, bool *on, const uint32_t *core, uint32_t n) {
    Closure c;
    if (n > FEW_REASONS) return;
    invariant(!temporal_is_possible(t, on, &c));
    for (uint32_t k = 0; k < n; k++) {
        invariant(core[k] && core[k] <= t->reasons && (!k || core[k] < core[k - 1]));
        on[core[k]] = false;
        invariant(temporal_is_possible(t, on, &c));
        on[core[k]] = true;
    }
}

uint32_t temporal_core(Temporal *t, uint32_t *out) {
    Closure c;
    bool *on = xcalloc(t->reasons + 2, sizeof *on);
    uint32_t n = 0, last = t->reasons;
    /* The smallest number of reasons, in order, that is enough with those that were found to be
     * needed: the last of them is needed, too. */
    while (!temporal_is_possible(t, on, &c) ? false : last > 0) {
        uint32_t low = 1, high = last;
        while (low < high) {
            uint32_t middle = (low + high) / 2;
            for (uint32_t k = 1; k <= middle; k++) on[k] = true;
            bool possible = temporal_is_possible(t, on, &c);
            for (uint32_t k = 1; k <= middle; k++) on[k] = false;
            for (uint32_t k = 0; k < n; k++) on[out[k]] = true;
            if (possible)
                low = middle + 1;
            else
                high = middle;
        }
        out[n++] = low;
        on[low] = true;
        last = low - 1;
    }
    if (unlikely(base_invariants)) check_core(t, on, out, n);
    free(on);
    return n;
}
