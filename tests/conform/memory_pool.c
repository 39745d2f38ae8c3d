/* A pool allocator with a free list threaded through unused cells. */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>

union cell { union cell *next; struct { int id; double w; } item; };
struct pool { union cell *free, *blocks[8]; int n, live; };
static void *take(struct pool *p) {
    if (!p->free) {
        union cell *b = malloc(16 * sizeof *b);
        p->blocks[p->n++] = b;
        for (int i = 0; i < 16; i++) { b[i].next = p->free; p->free = &b[i]; }
    }
    union cell *c = p->free;
    p->free = c->next;
    p->live++;
    return c;
}
static void give(struct pool *p, void *v) { union cell *c = v; c->next = p->free; p->free = c; p->live--; }

int main(void) {
    struct pool p = {0};
    union cell *v[50];
    for (int i = 0; i < 50; i++) { v[i] = take(&p); v[i]->item.id = i; v[i]->item.w = i / 2.0; }
    printf("%d %d\n", p.n, p.live);
    for (int i = 0; i < 50; i += 2) give(&p, v[i]);
    double sum = 0;
    for (int i = 1; i < 50; i += 2) sum += v[i]->item.w * v[i]->item.id;
    union cell *again = take(&p);
    printf("%g %d %d\n", sum, p.live, again == v[48]);
    for (int i = 0; i < p.n; i++) free(p.blocks[i]);
    return p.live;
}
