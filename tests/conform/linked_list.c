/* A singly linked list: insert sorted, reverse, remove, free. */
#include <stdio.h>
#include <stdlib.h>

struct node { int v; struct node *next; };

static void insert(struct node **at, int v) {
    while (*at && (*at)->v < v) at = &(*at)->next;
    struct node *n = malloc(sizeof *n);
    n->v = v;
    n->next = *at;
    *at = n;
}
static struct node *reverse(struct node *l) { struct node *r = NULL; while (l) { struct node *n = l->next; l->next = r; r = l; l = n; } return r; }
static int drop(struct node **at, int v) {
    int n = 0;
    while (*at)
        if ((*at)->v == v) { struct node *d = *at; *at = d->next; free(d); n++; } else at = &(*at)->next;
    return n;
}
static void show(struct node *l) { for (; l; l = l->next) printf("%d ", l->v); printf("\n"); }

int main(void) {
    struct node *l = NULL;
    for (int i = 0; i < 20; i++) insert(&l, i * 37 % 11);
    show(l);
    l = reverse(l);
    show(l);
    int n = drop(&l, 5) + drop(&l, 10) + drop(&l, 77);
    show(l);
    while (l) { struct node *d = l; l = l->next; free(d); }
    return n;
}
