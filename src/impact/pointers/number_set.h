/*
 * number_set.h — sparse, ordered sets of numbers. The propagation of points-to sets spends its time
 * in them, so everything is inline.
 */
#ifndef HEDDLE_IMPACT_POINTERS_NUMBER_SET_H
#define HEDDLE_IMPACT_POINTERS_NUMBER_SET_H

#include "base/base.h"
#include <stdlib.h>

/* Numbers, as the non-zero words of a bit set, in order. */
typedef struct NumberSet {
    struct NumberWord {
        uint32_t index;
        uint64_t bits;
    } *words;
    uint32_t len, cap;
} NumberSet;

/* Returns the place of the word with this index, or the place to insert it. */
static inline uint32_t number_set_place(const NumberSet *s, uint32_t index) {
    uint32_t low = 0, high = s->len;
    while (low < high) {
        uint32_t mid = (low + high) / 2;
        if (s->words[mid].index < index)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

static inline bool number_set_has(const NumberSet *s, uint32_t x) {
    uint32_t at = number_set_place(s, x / 64);
    return at < s->len && s->words[at].index == x / 64 && s->words[at].bits >> x % 64 & 1;
}

static inline void number_set_reserve(NumberSet *s, uint32_t n) {
    if (n <= s->cap) return;
    s->cap = MAX(n, s->cap * 2);
    s->words = xrealloc(s->words, s->cap * sizeof *s->words);
}

/* Adds a number. Whether it was not there. */
static inline bool number_set_put(NumberSet *s, uint32_t x) {
    uint32_t at = number_set_place(s, x / 64);
    uint64_t bit = 1ull << x % 64;
    if (at < s->len && s->words[at].index == x / 64) {
        bool more = !(s->words[at].bits & bit);
        s->words[at].bits |= bit;
        return more;
    }
    number_set_reserve(s, s->len + 1);
    memmove(s->words + at + 1, s->words + at, (s->len - at) * sizeof *s->words);
    s->words[at] = (struct NumberWord){x / 64, bit};
    s->len++;
    return true;
}

/* Adds a set. Whether that adds any number. */
static inline bool number_set_add(NumberSet *to, const NumberSet *from) {
    uint32_t fresh = 0, a = 0;
    uint64_t more = 0;
    for (uint32_t b = 0; b < from->len; b++) {
        while (a < to->len && to->words[a].index < from->words[b].index) a++;
        if (a < to->len && to->words[a].index == from->words[b].index) {
            more |= from->words[b].bits & ~to->words[a].bits;
            to->words[a].bits |= from->words[b].bits;
        } else
            fresh++;
    }
    if (!fresh) return more != 0;
    number_set_reserve(to, to->len + fresh);
    /* From the end, so that nothing is overwritten. */
    uint32_t at = to->len + fresh, x = to->len, y = from->len;
    to->len = at;
    while (y > 0) {
        if (x > 0 && to->words[x - 1].index > from->words[y - 1].index)
            to->words[--at] = to->words[--x];
        else if (x > 0 && to->words[x - 1].index == from->words[y - 1].index) {
            to->words[--at] = to->words[--x];
            y--;
        } else
            to->words[--at] = from->words[--y];
    }
    return true;
}

/* Returns the numbers in `s` that are not in `without`. */
static inline NumberSet number_set_less(const NumberSet *s, const NumberSet *without) {
    NumberSet out = {0};
    uint32_t b = 0;
    for (uint32_t a = 0; a < s->len; a++) {
        while (b < without->len && without->words[b].index < s->words[a].index) b++;
        struct NumberWord w = s->words[a];
        if (b < without->len && without->words[b].index == w.index)
            w.bits &= ~without->words[b].bits;
        if (!w.bits) continue;
        number_set_reserve(&out, out.len + 1);
        out.words[out.len++] = w;
    }
    return out;
}

static inline void number_set_free(NumberSet *s) {
    free(s->words);
    *s = (NumberSet){0};
}

/* Executes the following statement with `x` as each number of the set in turn. */
#define FOR_EACH_NUMBER(x, s)                                                                   \
    for (uint32_t w_##x = 0; w_##x < (s)->len; w_##x++)                                         \
        for (uint64_t bits_##x = (s)->words[w_##x].bits, x; bits_##x; bits_##x &= bits_##x - 1) \
            if ((x = (uint64_t)(s)->words[w_##x].index * 64 +                                   \
                     (uint32_t)__builtin_ctzll(bits_##x)),                                      \
                true)

#endif
