/* expect: assertion "gave_up != 2" */
/* Threads look a million times and ask the count afterwards whether they gave up. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define MOST 1000000

static atomic_int flag;
static atomic_int gave_up;

static void *looks_first(void *unused) {
    int n = 0;
    while (n < MOST && !atomic_load(&flag)) n++;
    if (n == MOST) atomic_fetch_add(&gave_up, 1);
    return unused;
}

static void *counts_first(void *unused) {
    int n = 0;
    do {
        if (atomic_load(&flag)) break;
    } while (++n < MOST);
    if (n >= MOST) atomic_fetch_add(&gave_up, 1);
    return unused;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], NULL, looks_first, NULL);
    pthread_create(&t[1], NULL, counts_first, NULL);
    atomic_store(&flag, 1);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    assert(gave_up != 2);
    return 0;
}
