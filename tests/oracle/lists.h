/*
 * lists.h — what an exploration found, collected without repetitions: hashes of states, and texts.
 */
#ifndef HEDDLE_ORACLE_LISTS_H
#define HEDDLE_ORACLE_LISTS_H

#include "base/base.h"

typedef struct Hashes {
    uint64_t *data;
    size_t len, cap;
} Hashes;
/* Sorted, and each only once. */
void hashes_sort(Hashes *h);
void hashes_add(Hashes *h, uint64_t x);
/* Both are sorted. */
bool hashes_equal(const Hashes *a, const Hashes *b);

typedef struct Texts {
    char **data;
    size_t len, cap;
} Texts;
bool texts_has(const Texts *t, const char *text);
/* A copy of `text`, where it is not there yet. */
void text_list_add(Texts *t, const char *text);
void texts_sort(Texts *t);
/* One in each line, those about races only where `races`; the caller frees. */
char *texts_joined(const Texts *t, bool races);
void text_list_free(Texts *t);

#endif
