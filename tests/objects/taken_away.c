/* An unlock by a thread that does not hold the mutex: before, between and behind the operations of those that
 * take it. N threads take it, each once. */
#include <pthread.h>
#ifndef N
#define N 1
#endif
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *takes(void *arg) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return arg;
}
static void *gives(void *arg) {
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    pthread_t t[N + 1];
    for (int k = 0; k < N; k++) pthread_create(&t[k], 0, takes, 0);
    pthread_create(&t[N], 0, gives, 0);
    for (int k = 0; k <= N; k++) pthread_join(t[k], 0);
    return 0;
}
