/*
 * shared_words.h — memory that threads share, over all runs: words that two threads touched without
 * a visible operation, one of them writing, whatever orders the two. Memory that a thread prepares
 * for one it creates is among it; the interferences are the same where that is visible, too.
 */
#ifndef HEDDLE_STRATEGIES_INTERFERENCE_TRACES_SHARED_WORDS_H
#define HEDDLE_STRATEGIES_INTERFERENCE_TRACES_SHARED_WORDS_H

#include "base/tables/index.h"
#include "vm/machine/machine.h"

/* The bytes of a word that a thread touched. */
typedef struct WordUse {
    int32_t thread;
    uint8_t reads, writes;
} WordUse;
typedef struct SharedWord {
    uint64_t word;
    VEC(WordUse) uses;
} SharedWord;
typedef struct SharedWords {
    VEC(SharedWord) words;
    Index by_word;
} SharedWords;

void shared_words_free(SharedWords *s);
/* Notes an access of a thread to bytes of a word. Returns the bytes that are shared by it. */
uint8_t shared_words_add(SharedWords *s, uint64_t word, WordUse use);

#endif
