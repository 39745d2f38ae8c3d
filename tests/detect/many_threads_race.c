/* expect: race */
/* Two of those that share a bit write the same word. */
#include <pthread.h>
#include <stdatomic.h>
enum { N = 70 };
static long shared;
static atomic_int go;
static void *work(void *at) {
    long k = (long)at;
    if (k == N - 1 || (k == N - 3 && atomic_load(&go))) shared = k;
    if (k == N - 2) atomic_store(&go, 1);
    return at;
}
int main(void) {
    pthread_t t[N];
    for (long k = 0; k < N; k++) pthread_create(&t[k], 0, work, (void *)k);
    for (int k = 0; k < N; k++) pthread_join(t[k], 0);
    return 0;
}
