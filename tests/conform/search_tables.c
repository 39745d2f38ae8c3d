/* hsearch, tsearch, lfind and insque from search.h. */
#define _GNU_SOURCE
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int cmp(const void *a, const void *b) { return strcmp(a, b); }
static int icmp(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static void visit(const void *n, VISIT v, int depth) { if (v == postorder || v == leaf) printf("%s ", *(char *const *)n); }

int main(void) {
    const char *w[] = {"pear", "apple", "fig", "kiwi", "date", "lime"};
    void *root = NULL;
    hcreate(20);
    for (int i = 0; i < 6; i++) { hsearch((ENTRY){(char *)w[i], (void *)(long)i}, ENTER); tsearch(w[i], &root, cmp); }
    ENTRY *e = hsearch((ENTRY){"fig", 0}, FIND);
    printf("%ld %d\n", (long)e->data, hsearch((ENTRY){"plum", 0}, FIND) == NULL);
    twalk(root, visit);
    tdelete("fig", &root, cmp);
    printf("%d %d\n", tfind("fig", &root, cmp) == NULL, tfind("kiwi", &root, cmp) != NULL);
    int v[10] = {5, 3, 9}, key = 9;
    size_t n = 3;
    int *at = lfind(&key, v, &n, sizeof *v, icmp);
    key = 77;
    lsearch(&key, v, &n, sizeof *v, icmp);
    printf("%td %zu %d\n", at - v, n, v[3]);
    hdestroy();
    return 0;
}
