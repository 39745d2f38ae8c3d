/* expect: safe */
/* options: --strategy=por --hunt=off */
/* A loop that looks two million times at most. The optimiser compares the count as it was before the round.
 */
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag;

static void *looks(void *a) {
    for (int n = 0;;)
        if (atomic_load(&flag) || ++n >= 2000000) break;
    return a;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, looks, 0);
    pthread_join(t, 0);
    return 0;
}
