/* expect: safe */
/*
 * hashtable: a lock-free hash table whose buckets are ordered lists; after Michael, SPAA 2002.
 * Nodes are not freed once others saw them. The first version.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#define BUCKETS 2

typedef struct Node {
    int key;
    _Atomic(uintptr_t) next; /* the next node; the lowest bit is set where this node is deleted */
} Node;

static Node *node_of(uintptr_t link) { return (Node *)(link & ~(uintptr_t)1); }
static bool is_marked(uintptr_t link) { return link & 1; }

static _Atomic(uintptr_t) buckets[BUCKETS];
static atomic_int count;

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

static _Atomic(uintptr_t) *bucket_of(int key) { return &buckets[(unsigned)key % BUCKETS]; }

static bool table_insert(int key) {
    if (!list_insert(bucket_of(key), key)) return false;
    atomic_fetch_add(&count, 1);
    return true;
}

static bool table_remove(int key) {
    if (!list_remove(bucket_of(key), key)) return false;
    atomic_fetch_sub(&count, 1);
    return true;
}

static bool table_has(int key) {
    _Atomic(uintptr_t) *link;
    Node *n = search(bucket_of(key), key, &link);
    return n && n->key == key;
}

static void *one(void *unused) {
    table_insert(3);
    table_remove(1);
    table_insert(4);
    table_insert(2);
    table_remove(3);
    return unused;
}

static void *two(void *unused) {
    table_insert(4);
    table_insert(1);
    table_remove(3);
    table_insert(2);
    return unused;
}

int main(void) {
    pthread_t t, u;
    table_insert(1);
    pthread_create(&t, NULL, one, NULL);
    pthread_create(&u, NULL, two, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(table_has(2) && table_has(4));
    assert(count == 2 + table_has(1) + table_has(3));
    return 0;
}
