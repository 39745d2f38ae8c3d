/* Structures that point to themselves and each other; circular lists; offsetof and container_of. */
#include <stddef.h>
#include <stdio.h>

struct link { struct link *next, *prev; };
struct task { int id; struct link l; char name[6]; };
#define OF(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))
static void insert(struct link *at, struct link *l) { l->next = at->next; l->prev = at; at->next->prev = l; at->next = l; }

int main(void) {
    struct link ring = {&ring, &ring};
    struct task t[] = {{1, {0}, "one"}, {2, {0}, "two"}, {3, {0}, "three"}};
    for (int i = 0; i < 3; i++) insert(ring.prev, &t[i].l);
    for (struct link *l = ring.next; l != &ring; l = l->next) printf("%d:%s ", OF(l, struct task, l)->id, OF(l, struct task, l)->name);
    t[1].l.prev->next = t[1].l.next;
    t[1].l.next->prev = t[1].l.prev;
    int n = 0;
    for (struct link *l = ring.prev; l != &ring; l = l->prev) n = n * 10 + OF(l, struct task, l)->id;
    printf("%d %zu\n", n, offsetof(struct task, name));
    return n;
}
