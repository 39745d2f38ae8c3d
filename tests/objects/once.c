/* N threads pass one control. */
#include <pthread.h>
#ifndef N
#define N 3
#endif
static pthread_once_t o = PTHREAD_ONCE_INIT;
static int count;
static void routine(void) { count++; }
static void *worker(void *arg) {
    pthread_once(&o, routine);
    return count == 1 ? arg : NULL;
}
int main(void) {
    pthread_t t[N];
    for (int k = 0; k < N; k++) pthread_create(&t[k], NULL, worker, NULL);
    for (int k = 0; k < N; k++) pthread_join(t[k], NULL);
    return count - 1;
}
