/* expect: safe */
/* What is looked at before the loop, but not remembered, makes no difference: writer and reader in two
 * orders. */
#include "spurious.h"

static struct Queue {
    int *filled;
} queue = {&ready}, *q = &queue;

static void reader(void) {
    while (!*q->filled || !ready) pthread_cond_wait(&c, &m);
    assert(ready);
}
