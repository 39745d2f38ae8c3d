/* expect: race */
/* Main joins another thread, touches a variable, and then joins one of the four alone. */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int arr[64], n, told;
static void *other(void *x) {
    told = 1;
    return x;
}
static void *worker(void *x) {
    (void)x;
    pthread_mutex_lock(&m);
    int k = n++;
    pthread_mutex_unlock(&m);
    arr[16 * k] = 1;
    return NULL;
}
int main(void) {
    pthread_t o, t[4];
    pthread_create(&o, NULL, other, NULL);
    for (int k = 0; k < 4; k++) pthread_create(&t[k], NULL, worker, NULL);
    pthread_join(o, NULL);
#ifndef DIRECT
    told++;
#endif
    pthread_join(t[0], NULL);
    int v = arr[0]; /* a race unless t[0] was the first in the section */
    for (int k = 1; k < 4; k++) pthread_join(t[k], NULL);
    return v;
}
