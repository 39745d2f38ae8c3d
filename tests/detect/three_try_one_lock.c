/* expect: assertion "x == 3" */
/* The history that fails: thread 3 stores x, thread 2 runs whole, thread 1 runs whole, then main stores z.
 * Alternatives that exclude only some of what was explored lost it once. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y, z;
static pthread_mutex_t m;
static int f0, f1; /* the trylock failed */
static void *t0(void *a) {
    atomic_fetch_add(&x, 1);
    if (!pthread_mutex_trylock(&m))
        pthread_mutex_unlock(&m);
    else
        f0 = 1;
    return 0;
}
static void *t1(void *a) {
    if (!pthread_mutex_trylock(&m)) {
        y = 3;
        x = 2;
        pthread_mutex_unlock(&m);
    } else
        f1 = 1;
    z = 3;
    return 0;
}
static void *t2(void *a) {
    x = 1;
    return 0;
}
int main(void) {
    pthread_t t[3];
    pthread_create(&t[0], 0, t0, 0);
    pthread_create(&t[1], 0, t1, 0);
    pthread_create(&t[2], 0, t2, 0);
    z = 1;
    (void)y;
    for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
    assert(!(x == 3 && z == 1));
    return 0;
}
