/* Minimum spanning tree with union-find and path compression. */
#include <stdio.h>
#include <stdlib.h>

struct e { int a, b, w; };
static int parent[20], size_[20];
static int root(int x) { return parent[x] == x ? x : (parent[x] = root(parent[x])); }
static int join(int a, int b) { a = root(a), b = root(b); if (a == b) return 0; if (size_[a] < size_[b]) { int t = a; a = b; b = t; } parent[b] = a; size_[a] += size_[b]; return 1; }
static int order(const void *x, const void *y) { const struct e *a = x, *b = y; return a->w != b->w ? a->w - b->w : a->a != b->a ? a->a - b->a : a->b - b->b; }

int main(void) {
    struct e e[100];
    int m = 0, total = 0;
    for (int i = 0; i < 20; i++) { parent[i] = i; size_[i] = 1; }
    for (int i = 0; i < 20; i++) for (int j = i + 1; j < 20 && m < 100; j += 1 + i % 3) e[m++] = (struct e){i, j, (i * 31 + j * 17) % 23};
    qsort(e, (size_t)m, sizeof *e, order);
    for (int i = 0; i < m; i++) if (join(e[i].a, e[i].b)) { total += e[i].w; printf("%d-%d:%d ", e[i].a, e[i].b, e[i].w); }
    printf("\n%d %d\n", total, size_[root(0)]);
    return total;
}
