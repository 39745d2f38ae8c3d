/* Callbacks that carry a context pointer; closures by hand; recursion through pointers. */
#include <stdio.h>

typedef int (*visit)(int, void *);
static int each(const int *v, int n, visit f, void *x) { for (int i = 0; i < n; i++) { int r = f(v[i], x); if (r) return r; } return 0; }
static int sum(int v, void *x) { *(long *)x += v; return 0; }
struct find { int wanted, index; };
static int find(int v, void *x) { struct find *f = x; if (v == f->wanted) return 1; f->index++; return 0; }
struct chain { visit f; void *x; struct chain *next; };
static int both(int v, void *x) { for (struct chain *c = x; c; c = c->next) if (c->f(v, c->x)) return 2; return 0; }

int main(void) {
    int v[] = {4, 8, 15, 16, 23, 42};
    long total = 0, part = 0;
    each(v, 6, sum, &total);
    struct find f = {16, 0};
    int found = each(v, 6, find, &f), none = each(v, 6, find, &(struct find){99, 0});
    struct find g = {15, 0};
    struct chain b = {find, &g, NULL}, a = {sum, &part, &b};
    int r = each(v, 6, both, &a);
    printf("%ld %d %d %d %ld %d\n", total, found, f.index, none, part, r);
    return (int)total;
}
