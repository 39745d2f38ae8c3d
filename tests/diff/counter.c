/* Two threads and a mutex; what the second version counts in is more than what the first one had. */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
#if VERSION == 2
static int calls;
#endif
static void *worker(void *arg) {
    for (int k = 0; k < 2; k++) {
        pthread_mutex_lock(&m);
        x++;
#if VERSION == 2
        calls++;
#endif
        pthread_mutex_unlock(&m);
    }
    return arg;
}
int main(void) {
    pthread_t t[2];
    for (int k = 0; k < 2; k++) pthread_create(&t[k], NULL, worker, NULL);
    for (int k = 0; k < 2; k++) pthread_join(t[k], NULL);
    assert(x == 4);
    return 0;
}
