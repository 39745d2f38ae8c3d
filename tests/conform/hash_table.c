/* A growing open-addressing hash table of strings that counts words. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct slot { char *word; int n; };
static struct slot *slots;
static size_t cap, used;
static unsigned hash(const char *s) { unsigned h = 0; while (*s) h = h * 131 + (unsigned char)*s++; return h; }
static struct slot *find(struct slot *t, size_t c, const char *w) {
    size_t i = hash(w) % c;
    while (t[i].word && strcmp(t[i].word, w)) i = (i + 1) % c;
    return &t[i];
}
static void count(const char *w) {
    if (2 * used >= cap) {
        size_t bigger = cap ? 2 * cap : 4;
        struct slot *t = calloc(bigger, sizeof *t);
        for (size_t i = 0; i < cap; i++) if (slots[i].word) *find(t, bigger, slots[i].word) = slots[i];
        free(slots);
        slots = t, cap = bigger;
    }
    struct slot *s = find(slots, cap, w);
    if (!s->word) { s->word = strdup(w); used++; }
    s->n++;
}
static int order(const void *a, const void *b) { const struct slot *x = a, *y = b; return x->n != y->n ? y->n - x->n : strcmp(x->word ? x->word : "", y->word ? y->word : ""); }

int main(void) {
    const char *text = "It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of foolishness";
    char w[32];
    size_t n = 0;
    for (;; text++) {
        if (isalpha((unsigned char)*text)) w[n++] = (char)tolower((unsigned char)*text);
        else if (n) { w[n] = 0; count(w); n = 0; }
        if (!*text) break;
    }
    qsort(slots, cap, sizeof *slots, order);
    for (size_t i = 0; i < used; i++) { printf("%s=%d ", slots[i].word, slots[i].n); free(slots[i].word); }
    printf("\n%zu %zu\n", used, cap);
    free(slots);
    return (int)used;
}
