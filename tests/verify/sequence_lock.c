/* expect: safe */
/* options: --interleave=memory */
/* A sequence lock: a reader that saw the same even number before and after has a consistent pair. Wrong: it
 * looks only before. */
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
atomic_uint sequence;
int a, b;
static void *writer(void *arg) {
    for (int i = 1; i <= 2; i++) {
        atomic_fetch_add(&sequence, 1);
        a = i;
        b = i;
        atomic_fetch_add(&sequence, 1);
    }
    return arg;
}
static void *reader(void *arg) {
    unsigned before = atomic_load(&sequence);
    if (before & 1) return arg;
    int x = a, y = b;
#ifndef WRONG
    if (atomic_load(&sequence) != before) return arg;
#endif
    if (x != y) reach_error();
    return arg;
}
int main(void) {
    pthread_t w, r;
    pthread_create(&w, NULL, writer, NULL);
    pthread_create(&r, NULL, reader, NULL);
    pthread_join(w, NULL);
    pthread_join(r, NULL);
    return 0;
}
