/* bsearch: each key present, each gap between, before and after all, empty tables, and records by a member. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry { const char *word; int value; };
static int calls;
static int compare_int(const void *a, const void *b) {
    calls++;
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}
static int compare_entry(const void *key, const void *e) { return strcmp(key, ((const struct entry *)e)->word); }

int main(void) {
    static const int sorted[] = {-50, -7, 0, 3, 8, 8000, 2000000000};
    int hits = 0, misses = 0;
    for (int i = 0; i < 7; i++)
        for (int d = -1; d <= 1; d++) {
            int key = sorted[i] + d;
            const int *p = bsearch(&key, sorted, 7, sizeof *sorted, compare_int);
            if (p) hits += (int)(p - sorted) == i;
            else misses++;
        }
    printf("%d %d %d\n", hits, misses, calls <= 21 * 3);
    for (size_t n = 0; n <= 7; n++) {
        int key = 3;
        printf("%d", bsearch(&key, sorted, n, sizeof *sorted, compare_int) != NULL);
    }
    puts("");
    static const struct entry table[] = {{"and", 1}, {"if", 2}, {"or", 3}, {"then", 4}, {"while", 5}};
    const char *keys[] = {"if", "iff", "a", "while", "zebra", "then", ""};
    int sum = 0;
    for (int i = 0; i < 7; i++) {
        const struct entry *e = bsearch(keys[i], table, 5, sizeof *table, compare_entry);
        printf("%s=%d ", keys[i], e ? e->value : -1);
        if (e) sum += e->value;
    }
    puts("");
    return sum;
}
