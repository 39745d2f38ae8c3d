/* A buffer of one place with a condition variable: version 2 waits with if, so who comes second finds
 * nothing. */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int items, taken;
static void *take(void *arg) {
    pthread_mutex_lock(&m);
#if VERSION == 1
    while (items == 0)
#else
    if (items == 0)
#endif
        pthread_cond_wait(&filled, &m);
    items--;
    assert(items >= 0);
    taken++;
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    pthread_t t[2];
    for (int k = 0; k < 2; k++) pthread_create(&t[k], NULL, take, NULL);
    for (int k = 0; k < 2; k++) {
        pthread_mutex_lock(&m);
        items++;
        pthread_cond_broadcast(&filled);
        pthread_mutex_unlock(&m);
    }
    for (int k = 0; k < 2; k++) pthread_join(t[k], NULL);
    return 0;
}
