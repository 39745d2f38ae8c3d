/* expect: memory "" */
/* options: --interleave=memory */
/* A lock-free stack that frees what it pops: another thread may still read the node. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
typedef struct Node {
    int value;
    struct Node *next;
} Node;
_Atomic(Node *) top;
static void push(int value) {
    Node *n = malloc(sizeof *n);
    n->value = value;
    n->next = atomic_load(&top);
    atomic_store(&top, n);
}
static void *pop(void *arg) {
    Node *old = atomic_load(&top);
    if (!old) return arg;
    if (atomic_compare_exchange_strong(&top, &old, old->next)) free(old);
    return arg;
}
int main(void) {
    pthread_t t;
    push(1);
    push(2);
    pthread_create(&t, NULL, pop, NULL);
    pop(NULL);
    pthread_join(t, NULL);
    return 0;
}
