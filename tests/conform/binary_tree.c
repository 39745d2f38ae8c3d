/* A binary search tree with deletion, traversal and height. */
#include <stdio.h>
#include <stdlib.h>

struct t { int k; struct t *l, *r; };

static struct t *put(struct t *t, int k) {
    if (!t) { t = calloc(1, sizeof *t); t->k = k; }
    else if (k < t->k) t->l = put(t->l, k);
    else if (k > t->k) t->r = put(t->r, k);
    return t;
}
static struct t *cut(struct t *t, int k) {
    if (!t) return NULL;
    if (k < t->k) t->l = cut(t->l, k);
    else if (k > t->k) t->r = cut(t->r, k);
    else if (!t->l || !t->r) { struct t *c = t->l ? t->l : t->r; free(t); return c; }
    else { struct t *m = t->r; while (m->l) m = m->l; t->k = m->k; t->r = cut(t->r, m->k); }
    return t;
}
static int height(const struct t *t) { if (!t) return 0; int a = height(t->l), b = height(t->r); return 1 + (a > b ? a : b); }
static void walk(const struct t *t, void (*f)(int)) { if (t) { walk(t->l, f); f(t->k); walk(t->r, f); } }
static void show(int k) { printf("%d ", k); }
static void destroy(struct t *t) { if (t) { destroy(t->l); destroy(t->r); free(t); } }

int main(void) {
    struct t *t = NULL;
    for (int i = 0; i < 30; i++) t = put(t, i * 17 % 31);
    walk(t, show);
    printf("\n%d\n", height(t));
    for (int i = 0; i < 30; i += 3) t = cut(t, i);
    walk(t, show);
    printf("\n");
    int h = height(t);
    destroy(t);
    return h;
}
