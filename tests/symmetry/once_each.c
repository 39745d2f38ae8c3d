/* expect: safe */
/* Fifty threads take a mutex once; who waits for them finds that all were there. */
#include <assert.h>
#include <pthread.h>
#define N 50
static int count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *unused) {
    pthread_mutex_lock(&lock);
    count++;
    pthread_mutex_unlock(&lock);
    return unused;
}
int main(void) {
    pthread_t all[N];
    for (int k = 0; k < N; k++) pthread_create(&all[k], NULL, work, NULL);
    for (int k = 0; k < N; k++) pthread_join(all[k], NULL);
    assert(count == N);
    return 0;
}
