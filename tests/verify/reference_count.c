/* expect: safe */
/* An object is freed by the thread that drops its last reference. Wrong: decrement and test are two
 * operations, so that two may free it. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
typedef struct {
    atomic_int refs;
    int payload;
} Object;
static void drop(Object *o) {
#ifdef WRONG
    atomic_fetch_sub(&o->refs, 1);
    if (atomic_load(&o->refs) == 0) free(o);
#else
    if (atomic_fetch_sub(&o->refs, 1) == 1) free(o);
#endif
}
static void *user(void *arg) {
    drop(arg);
    return 0;
}
int main(void) {
    pthread_t t[2];
    Object *o = malloc(sizeof *o);
    atomic_init(&o->refs, 3);
    o->payload = 1;
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, user, o);
    drop(o);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    return 0;
}
