/* expect: race */
/* The same on its stack. */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int *arr, n;
static void *worker(void *x) {
    (void)x;
    pthread_mutex_lock(&m);
    int k = n++;
    pthread_mutex_unlock(&m);
    arr[16 * k] = 1;
    return NULL;
}
int main(void) {
    pthread_t t[4];
    int a[64] = {0};
    arr = a;
    for (int k = 0; k < 4; k++) pthread_create(&t[k], NULL, worker, NULL);
    pthread_join(t[0], NULL);
    int v = a[0];
    for (int k = 1; k < 4; k++) pthread_join(t[k], NULL);
    return v;
}
