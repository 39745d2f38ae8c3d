/* expect: assertion "" */
/* The bug comes only where a thread looked 300 times in vain, and one that looked twice goes on. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag, late;

static void *worker(void *unused) {
    atomic_store(&flag, 1);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    for (int n = 0; n < 1000000; n++) {
        int now = atomic_load(&flag);
        if (now && n >= 300) assert(!atomic_load(&flag));
        if (now && n <= 2) break;
    }
    atomic_store(&late, 1);
    pthread_join(t, NULL);
    return 0;
}
