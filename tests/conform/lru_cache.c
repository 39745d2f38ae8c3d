/* An LRU cache: doubly linked list plus index. */
#include <stdio.h>
#include <string.h>

struct n { int key, value; struct n *prev, *next; };
static struct n pool[4], head = {0, 0, &head, &head}, *map[32];
static int used, hits, misses;
static void unlink_(struct n *x) { x->prev->next = x->next; x->next->prev = x->prev; }
static void front(struct n *x) { x->next = head.next; x->prev = &head; head.next->prev = x; head.next = x; }
static int get(int key) {
    struct n *x = map[key];
    if (x) { hits++; unlink_(x); front(x); return x->value; }
    misses++;
    if (used < 4) x = &pool[used++];
    else { x = head.prev; unlink_(x); map[x->key] = NULL; }
    x->key = key; x->value = key * key; map[key] = x;
    front(x);
    return x->value;
}

int main(void) {
    int sum = 0;
    for (int i = 0; i < 60; i++) sum += get((i * i + i / 3) % 9);
    for (struct n *x = head.next; x != &head; x = x->next) printf("%d ", x->key);
    printf("%d %d %d\n", sum, hits, misses);
    return hits;
}
