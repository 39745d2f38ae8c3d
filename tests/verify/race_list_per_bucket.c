/* expect: safe */
/* A table of lists with a lock for each bucket; the bucket is an input. Race: the lock is that of the next
 * bucket. */
#include <pthread.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
#define BUCKETS 3
typedef struct Node {
    unsigned key;
    struct Node *next;
} Node;
static struct {
    pthread_mutex_t lock;
    Node *list;
} table[BUCKETS];
static void insert(unsigned key) {
    unsigned b = key % BUCKETS, l = b;
#ifdef WRONG
    if (key == 1000) l = (b + 1) % BUCKETS;
#endif
    Node *n = malloc(sizeof *n);
    n->key = key;
    pthread_mutex_lock(&table[l].lock);
    n->next = table[b].list;
    table[b].list = n;
    pthread_mutex_unlock(&table[l].lock);
}
static void *worker(void *arg) {
    insert(__VERIFIER_nondet_uint());
    return 0;
}
int main(void) {
    pthread_t t[2];
    for (int i = 0; i < BUCKETS; i++) pthread_mutex_init(&table[i].lock, 0);
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, 0);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    return 0;
}
