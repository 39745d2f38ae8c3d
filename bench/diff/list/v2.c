/* expect: safe */
/*
 * list: a lock-free ordered list; after Harris, DISC 2001, and Michael, SPAA 2002. Nodes are not
 * freed once others saw them. Version 2: main checks the order and the number of what is left.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct Node {
    int key;
    _Atomic(uintptr_t) next; /* the next node; the lowest bit is set where this node is deleted */
} Node;

static Node *node_of(uintptr_t link) { return (Node *)(link & ~(uintptr_t)1); }
static bool is_marked(uintptr_t link) { return link & 1; }

static _Atomic(uintptr_t) list;
static bool inserted[2], removed[2];

static Node *node_new(int key) {
    Node *n = malloc(sizeof *n);
    n->key = key;
    atomic_init(&n->next, 0);
    return n;
}

/* The first node with at least this key, or NULL, and the link to it. Nodes that are deleted are
 * taken out on the way. */
static Node *search(_Atomic(uintptr_t) *head, int key, _Atomic(uintptr_t) **link) {
again:
    *link = head;
    for (Node *n = node_of(atomic_load(head)); n;) {
        uintptr_t next = atomic_load(&n->next);
        if (is_marked(next)) {
            uintptr_t expected = (uintptr_t)n;
            if (!atomic_compare_exchange_strong(*link, &expected, next & ~(uintptr_t)1)) goto again;
            n = node_of(next);
        } else {
            if (n->key >= key) return n;
            *link = &n->next;
            n = node_of(next);
        }
    }
    return NULL;
}

static bool list_insert(_Atomic(uintptr_t) *head, int key) {
    Node *new = node_new(key);
    for (;;) {
        _Atomic(uintptr_t) *link;
        Node *n = search(head, key, &link);
        if (n && n->key == key) {
            free(new);
            return false;
        }
        uintptr_t expected = (uintptr_t)n;
        atomic_store(&new->next, (uintptr_t)n);
        if (atomic_compare_exchange_strong(link, &expected, (uintptr_t)new)) return true;
    }
}

static bool list_remove(_Atomic(uintptr_t) *head, int key) {
    for (;;) {
        _Atomic(uintptr_t) *link;
        Node *n = search(head, key, &link);
        if (!n || n->key != key) return false;
        uintptr_t next = atomic_load(&n->next);
        if (is_marked(next) || !atomic_compare_exchange_strong(&n->next, &next, next | 1)) continue;
        uintptr_t expected = (uintptr_t)n;
        atomic_compare_exchange_strong(link, &expected, next);
        return true;
    }
}

static void *one(void *unused) {
    inserted[0] = list_insert(&list, 2);
    removed[0] = list_remove(&list, 1);
    list_remove(&list, 3);
    list_insert(&list, 5);
    return unused;
}

static void *two(void *unused) {
    removed[1] = list_remove(&list, 1);
    inserted[1] = list_insert(&list, 2);
    list_insert(&list, 4);
    return unused;
}

int main(void) {
    pthread_t t, u;
    list_insert(&list, 1);
    list_insert(&list, 3);
    pthread_create(&t, NULL, one, NULL);
    pthread_create(&u, NULL, two, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(inserted[0] + inserted[1] == 1);
    assert(removed[0] + removed[1] == 1);
    int length = 0, last = 0;
    for (Node *n = node_of(atomic_load(&list)); n; n = node_of(atomic_load(&n->next))) {
        if (is_marked(atomic_load(&n->next))) continue;
        assert(n->key > last);
        last = n->key;
        length++;
    }
    assert(length == 3);
    return 0;
}
