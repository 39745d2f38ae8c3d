/*
 * lists.c — collections of hashes and of texts.
 */
#include "lists.h"
#include <stdlib.h>
#include <string.h>

static int compare_hashes(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

void hashes_sort(Hashes *h) {
    if (!h->len) return;
    qsort(h->data, h->len, sizeof *h->data, compare_hashes);
    size_t n = 1;
    for (size_t k = 1; k < h->len; k++)
        if (h->data[k] != h->data[n - 1]) h->data[n++] = h->data[k];
    h->len = n;
}

void hashes_add(Hashes *h, uint64_t x) {
    vec_push(h, x);
    if (h->len > 65536) {
        size_t before = h->len;
        hashes_sort(h);
        if (h->len > before / 2) vec_reserve(h, before * 4); /* many different ones: sort less often */
    }
}

bool hashes_equal(const Hashes *a, const Hashes *b) {
    return a->len == b->len && (!a->len || !memcmp(a->data, b->data, a->len * sizeof *a->data));
}

static int compare_texts(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

bool texts_has(const Texts *t, const char *text) {
    for (size_t k = 0; k < t->len; k++)
        if (!strcmp(t->data[k], text)) return true;
    return false;
}

void text_list_add(Texts *t, const char *text) {
    if (texts_has(t, text)) return;
    char *copy = xstrdup(text);
    vec_push(t, copy);
}

void texts_sort(Texts *t) {
    if (t->len) qsort(t->data, t->len, sizeof *t->data, compare_texts);
}

char *texts_joined(const Texts *t, bool races) {
    StrBuf b = {0};
    str_add(&b, "");
    for (size_t k = 0; k < t->len; k++)
        if (races || strncmp(t->data[k], "race", 4)) str_addf(&b, "  %s\n", t->data[k]);
    return b.data;
}

void text_list_free(Texts *t) {
    for (size_t k = 0; k < t->len; k++) free(t->data[k]);
    vec_free(t);
}
