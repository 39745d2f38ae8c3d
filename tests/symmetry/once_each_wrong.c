/* expect: assertion "largest < 5" */
/* Eight threads exchange a counter in two steps; at most so many of them get different numbers. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define N 8
static atomic_int next, largest;
static void *work(void *unused) {
    int mine = atomic_fetch_add(&next, 1);
    if (mine == 5) atomic_store(&largest, mine);
    assert(largest < 5);
    return unused;
}
int main(void) {
    for (int k = 0; k < N; k++) {
        pthread_t t;
        pthread_create(&t, NULL, work, NULL);
    }
    pthread_exit(NULL);
}
