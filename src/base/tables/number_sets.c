/* number_sets.c — see number_sets.h. A set is a row of bits, without words of zeros at its end. */
#include "base/tables/number_sets.h"
#include <stdlib.h>

void number_sets_free(NumberSets *s) {
    vec_free(&s->words);
    vec_free(&s->sets);
    index_free(&s->by_words);
    vec_free(&s->unions);
    index_free(&s->by_pair);
}

static const uint64_t *words_of(const NumberSets *s, uint32_t set) {
    return s->words.data + s->sets.data[set].start;
}

static void begin_sets(NumberSets *s) {
    if (!s->sets.len) vec_push(&s->sets, ((NumberSet){0, 0}));
}

/* Returns the set of the words from `start` on, which were just put at the end; takes them away
 * where it is known. */
static uint32_t number_of_words(NumberSets *s, size_t start) {
    while (s->words.len > start && !vec_last(&s->words)) s->words.len--;
    uint32_t size = (uint32_t)(s->words.len - start);
    if (!size) return NUMBER_SET_EMPTY;
    const uint64_t *w = s->words.data + start;
    uint64_t hash = size;
    for (uint32_t k = 0; k < size; k++) hash = hash_combine(hash, w[k]);
    hash = hash_mix(hash);
    uint32_t found =
        index_find(&s->by_words, hash, n,
                   s->sets.data[n].size == size && !memcmp(words_of(s, n), w, size * sizeof *w));
    if (found != INDEX_NONE) {
        s->words.len = start;
        return found;
    }
    found = (uint32_t)s->sets.len;
    index_add(&s->by_words, hash, found);
    vec_push(&s->sets, ((NumberSet){start, size}));
    return found;
}

uint32_t number_sets_of(NumberSets *s, const uint32_t *numbers, size_t n) {
    size_t start = s->words.len;
    begin_sets(s);
    for (size_t k = 0; k < n; k++) {
        while (s->words.len <= start + numbers[k] / 64) vec_push(&s->words, 0);
        s->words.data[start + numbers[k] / 64] |= 1ull << numbers[k] % 64;
    }
    return number_of_words(s, start);
}

static uint32_t make_union(NumberSets *s, uint32_t a, uint32_t b) {
    size_t start = s->words.len;
    uint32_t na = s->sets.data[a].size, nb = s->sets.data[b].size, most = MAX(na, nb);
    vec_reserve(&s->words, start + most);
    for (uint32_t k = 0; k < most; k++)
        vec_push(&s->words, (k < na ? words_of(s, a)[k] : 0) | (k < nb ? words_of(s, b)[k] : 0));
    return number_of_words(s, start);
}

uint32_t number_sets_unite(NumberSets *s, uint32_t a, uint32_t b) {
    if (a == b || b == NUMBER_SET_EMPTY) return a;
    if (a == NUMBER_SET_EMPTY) return b;
    if (a > b) {
        uint32_t x = a;
        a = b;
        b = x;
    }
    uint64_t hash = hash_mix((uint64_t)a << 32 | b);
    uint32_t found =
        index_find(&s->by_pair, hash, n, s->unions.data[n].a == a && s->unions.data[n].b == b);
    if (found != INDEX_NONE) return s->unions.data[found].both;
    NumberUnion new = {a, b, make_union(s, a, b)};
    index_add(&s->by_pair, hash, (uint32_t)s->unions.len);
    vec_push(&s->unions, new);
    return new.both;
}

uint32_t number_sets_next(const NumberSets *s, uint32_t set, uint32_t from) {
    if (set == NUMBER_SET_EMPTY) return UINT32_MAX;
    const uint64_t *w = words_of(s, set);
    for (uint32_t k = from / 64; k < s->sets.data[set].size; k++) {
        uint64_t rest = k == from / 64 ? w[k] & ~0ull << from % 64 : w[k];
        if (rest) return k * 64 + (uint32_t)__builtin_ctzll(rest);
    }
    return UINT32_MAX;
}
