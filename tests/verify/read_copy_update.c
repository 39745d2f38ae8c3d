/* expect: safe */
/* A new version of a structure is published by one atomic store; the old one is freed when no reader is left.
 * Wrong: it is freed at once. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
extern void reach_error(void);
typedef struct {
    int x, y;
} Pair;
static _Atomic(Pair *) current;
static atomic_int readers;
static Pair *make(int v) {
    Pair *p = malloc(sizeof *p);
    p->x = v;
    p->y = -v;
    return p;
}
static void *reader(void *arg) {
    atomic_fetch_add(&readers, 1);
    Pair *p = atomic_load(&current);
    if (p->x + p->y != 0) reach_error();
    atomic_fetch_sub(&readers, 1);
    return arg;
}
static void *updater(void *arg) {
    Pair *new = make(2), *old = atomic_exchange(&current, new);
#ifndef WRONG
    if (atomic_load(&readers) != 0) return old;
#endif
    free(old);
    return arg;
}
int main(void) {
    pthread_t r[2], u;
    atomic_store(&current, make(1));
    for (int i = 0; i < 2; i++) pthread_create(&r[i], NULL, reader, NULL);
    pthread_create(&u, NULL, updater, NULL);
    for (int i = 0; i < 2; i++) pthread_join(r[i], NULL);
    void *left;
    pthread_join(u, &left);
    free(left);
    free(atomic_load(&current));
    return 0;
}
