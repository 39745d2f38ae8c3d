/* expect: safe */
/* options: --interleave=memory */
/* A lock-free stack with compare and swap, a bounded number of tries. Wrong: pop swings the top in two
 * steps. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
extern void reach_error(void);
typedef struct Node {
    int value;
    struct Node *next;
} Node;
_Atomic(Node *) top;
static atomic_int taken[3];
static void push(int value) {
    Node *n = malloc(sizeof *n);
    n->value = value;
    Node *old = atomic_load(&top);
    do n->next = old;
    while (!atomic_compare_exchange_strong(&top, &old, n));
}
static int pop(void) {
    for (int tries = 0; tries < 3; tries++) {
        Node *old = atomic_load(&top);
        if (!old) return -1;
#ifdef WRONG
        atomic_store(&top, old->next);
        return old->value;
#else
        if (atomic_compare_exchange_strong(&top, &old, old->next)) return old->value;
#endif
    }
    return -1;
}
static void *worker(void *arg) {
    int value = pop();
    if (value >= 0 && atomic_fetch_add(&taken[value], 1) != 0) reach_error();
    return arg;
}
static void *pusher(void *arg) {
    push(2);
    return arg;
}
int main(void) {
    pthread_t t, u, p;
    push(0);
    push(1);
    pthread_create(&t, NULL, worker, NULL);
    pthread_create(&u, NULL, worker, NULL);
    pthread_create(&p, NULL, pusher, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    pthread_join(p, NULL);
    return 0;
}
