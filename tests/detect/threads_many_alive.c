/* expect: incomplete */
/* options: --max-traces=3 */
/* A thousand threads are there at once; the conditions, the locks and the clocks of events have room for
 * them. */
#include <assert.h>
#include <pthread.h>
#define N 1000
static int x, go;
static pthread_t t[N];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static void *worker(void *arg) {
    pthread_mutex_lock(&m);
    while (!go) pthread_cond_wait(&c, &m);
    x++;
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    for (int k = 0; k < N; k++) assert(!pthread_create(&t[k], NULL, worker, NULL));
    pthread_mutex_lock(&m);
    go = 1;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
    for (int k = 0; k < N; k++) pthread_join(t[k], NULL);
    assert(x == N);
    return 0;
}
