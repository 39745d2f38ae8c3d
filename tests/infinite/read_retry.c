/* expect: assertion "" */
/* A reader of a sequence lock tries again until it saw a quiet moment, while a writer writes for ever: as the
 * numbers wrap after two, it can be fooled. */
#include <pthread.h>
#include <stdatomic.h>
#include "bound.h"
extern void reach_error(void);
static atomic_int sequence, a, b;
static void *writer(void *arg) {
    int v = 0;
    FOREVER {
        v = 1 - v;
        atomic_store(&sequence, 1 + 2 * v);
        atomic_store(&a, v);
        atomic_store(&b, v);
        atomic_store(&sequence, 2 * v);
    }
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    int x, y, before;
    SPIN_BODY_WHILE(1) {
        before = atomic_load(&sequence);
        if (before & 1) continue;
        x = atomic_load(&a);
        y = atomic_load(&b);
        if (atomic_load(&sequence) != before) continue;
        if (x != y) reach_error();
        break;
    }
    return 0;
}
