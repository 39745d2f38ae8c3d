/* expect: safe */
/* Workers count modulo three until main tells them to stop and joins them. Wrong: main frees what they use
 * before it joined them. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include "bound.h"
typedef struct {
    atomic_int stop;
    int count;
    pthread_mutex_t lock;
} Shared;
static void *worker(void *arg) {
    Shared *s = arg;
    SPIN_BODY_WHILE(!atomic_load(&s->stop)) {
        pthread_mutex_lock(&s->lock);
        s->count = (s->count + 1) % 3;
        pthread_mutex_unlock(&s->lock);
    }
    return 0;
}
int main(void) {
    pthread_t t;
    Shared *s = calloc(1, sizeof *s);
    pthread_mutex_init(&s->lock, 0);
    pthread_create(&t, 0, worker, s);
    atomic_store(&s->stop, 1);
#ifdef WRONG
    free(s);
    pthread_join(t, 0);
#else
    pthread_join(t, 0);
    free(s);
#endif
    return 0;
}
