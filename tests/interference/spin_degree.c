/* A thread that waits by looking, alone, would look for ever: what follows takes two interferences all the
 * same. With UNSEEN what it waits for never comes: its branch has one side. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static int x;

static void *waits(void *a) {
#ifdef UNSEEN
    while (atomic_load(&flag) < 2) {}
#else
    while (!atomic_load(&flag)) {}
#endif
    if (x == 4) assert(0);
    return a;
}

static void *writes(void *a) {
    x = 4;
    atomic_store(&flag, 1);
    return a;
}

int main(void) {
    pthread_t p, q;
    pthread_create(&p, 0, waits, 0);
    pthread_create(&q, 0, writes, 0);
    pthread_join(p, 0);
    pthread_join(q, 0);
    return 0;
}
