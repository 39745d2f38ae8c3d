/* expect: safe */
/*
 * skiplist: a lock-free skip list; after Fraser, 2004, and Herlihy and Shavit, The Art of
 * Multiprocessor Programming, 14.4. Nodes are never freed, heights follow from keys. The first
 * version.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#define LEVELS 2

typedef struct Node {
    int key, height;
    _Atomic(uintptr_t) next[LEVELS]; /* the lowest bit is set where this node is deleted there */
} Node;

static Node head = {0, LEVELS, {0}};
static bool inserted[2], removed[2];

static Node *node_of(uintptr_t link) { return (Node *)(link & ~(uintptr_t)1); }
static bool is_marked(uintptr_t link) { return link & 1; }
static int height_of(int key) { return key % 2 ? 1 : LEVELS; }

/* Where the key belongs at each level; nodes that are deleted are taken out on the way. Whether it
 * is there. */
static bool search(int key, Node *before[LEVELS], Node *after[LEVELS]) {
again:;
    Node *previous = &head;
    for (int level = LEVELS - 1; level >= 0; level--) {
        Node *n = node_of(atomic_load(&previous->next[level]));
        while (n) {
            uintptr_t next = atomic_load(&n->next[level]);
            if (is_marked(next)) {
                uintptr_t expected = (uintptr_t)n;
                if (!atomic_compare_exchange_strong(&previous->next[level], &expected,
                                                    next & ~(uintptr_t)1))
                    goto again;
                n = node_of(next);
            } else if (n->key < key) {
                previous = n;
                n = node_of(next);
            } else {
                break;
            }
        }
        before[level] = previous;
        after[level] = n;
    }
    return after[0] && after[0]->key == key;
}

static bool skip_insert(int key) {
    Node *before[LEVELS], *after[LEVELS], *new = malloc(sizeof *new);
    new->key = key;
    new->height = height_of(key);
    uintptr_t expected;
    do {
        if (search(key, before, after)) return false;
        for (int level = 0; level < LEVELS; level++)
            atomic_store(&new->next[level], (uintptr_t)after[level]);
        expected = (uintptr_t)after[0];
    } while (!atomic_compare_exchange_strong(&before[0]->next[0], &expected, (uintptr_t)new));
    for (int level = 1; level < new->height; level++) {
        for (;;) {
            uintptr_t next = atomic_load(&new->next[level]);
            if (is_marked(next)) return true;
            if (node_of(next) != after[level] &&
                !atomic_compare_exchange_strong(&new->next[level], &next, (uintptr_t)after[level]))
                return true;
            expected = (uintptr_t)after[level];
            if (atomic_compare_exchange_strong(&before[level]->next[level], &expected,
                                               (uintptr_t)new))
                break;
            search(key, before, after);
            if (after[0] != new) return true;
        }
    }
    return true;
}

static bool skip_remove(int key) {
    Node *before[LEVELS], *after[LEVELS];
    if (!search(key, before, after)) return false;
    Node *n = after[0];
    for (int level = n->height - 1; level > 0; level--) atomic_fetch_or(&n->next[level], 1);
    if (is_marked(atomic_fetch_or(&n->next[0], 1))) return false;
    search(key, before, after);
    return true;
}

static void *one(void *unused) {
    removed[0] = skip_remove(2);
    inserted[0] = skip_insert(3);
    skip_insert(4);
    return unused;
}

static void *two(void *unused) {
    inserted[1] = skip_insert(3);
    skip_insert(6);
    return unused;
}

int main(void) {
    pthread_t t, u;
    skip_insert(2);
    pthread_create(&t, NULL, one, NULL);
    pthread_create(&u, NULL, two, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(removed[0]);
    assert(inserted[0] + inserted[1] == 1);
    return 0;
}
