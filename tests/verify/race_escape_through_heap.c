/* expect: safe */
/* A heap object is filled, handed over under a lock and not touched any more. Race: it is touched once
 * more. */
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int *slot;
static void *maker(void *arg) {
    int *p = malloc(sizeof *p);
    *p = 1;
    pthread_mutex_lock(&m);
    slot = p;
    pthread_mutex_unlock(&m);
#ifdef WRONG
    *p = 2;
#endif
    return 0;
}
static void *taker(void *arg) {
    pthread_mutex_lock(&m);
    int *p = slot;
    slot = NULL;
    pthread_mutex_unlock(&m);
    if (p) *p += 1;
    return p;
}
int main(void) {
    pthread_t t, u;
    void *p;
    pthread_create(&t, 0, maker, 0);
    pthread_create(&u, 0, taker, 0);
    pthread_join(t, 0);
    pthread_join(u, &p);
    free(p);
    free(slot);
    return 0;
}
