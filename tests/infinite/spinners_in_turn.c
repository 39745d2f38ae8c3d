/* expect: safe */
/* Two threads wait by looking, each for what the other one will do in the end; and a third one goes round in
 * a loop that has no end, which is not meant to wait for anything. */
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
static atomic_int turn, never;
static void *watch(void *p) {
    for (;;)
        if (atomic_load(&never)) reach_error();
    return p;
}
static void *other(void *p) {
    while (atomic_load(&turn) != 1) {}
    atomic_store(&turn, 2);
    while (atomic_load(&turn) != 3) {}
    return p;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, watch, 0);
    pthread_create(&b, 0, other, 0);
    atomic_store(&turn, 1);
    while (atomic_load(&turn) != 2) {}
    atomic_store(&turn, 3);
    pthread_join(b, 0);
    pthread_join(a, 0); /* for ever */
    return 0;
}
