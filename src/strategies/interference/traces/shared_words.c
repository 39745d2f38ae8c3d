/* shared_words.c — see shared_words.h. */
#include "strategies/interference/traces/shared_words.h"
#include <stdlib.h>

void shared_words_free(SharedWords *s) {
    for (size_t k = 0; k < s->words.len; k++) vec_free(&s->words.data[k].uses);
    vec_free(&s->words);
    index_free(&s->by_word);
}

uint8_t shared_words_add(SharedWords *s, uint64_t word, WordUse use) {
    uint32_t n = index_find(&s->by_word, hash_mix(word), k, s->words.data[k].word == word);
    if (n == INDEX_NONE) {
        SharedWord new = {.word = word};
        n = (uint32_t)s->words.len;
        index_add(&s->by_word, hash_mix(word), n);
        vec_push(&s->words, new);
    }
    SharedWord *w = &s->words.data[n];
    WordUse *own = NULL;
    unsigned shared = 0;
    for (size_t k = 0; k < w->uses.len; k++) {
        const WordUse *x = &w->uses.data[k];
        if (x->thread == use.thread)
            own = &w->uses.data[k];
        else
            shared |= (x->writes & (use.reads | use.writes)) | (x->reads & use.writes);
    }
    if (own) {
        own->reads |= use.reads;
        own->writes |= use.writes;
    } else
        vec_push(&w->uses, use);
    return (uint8_t)shared;
}
