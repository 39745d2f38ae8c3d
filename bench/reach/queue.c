/* N workers that are alike take M numbers from a queue and add them up. */
#include <assert.h>
#include <pthread.h>
#ifndef N
#define N 4
#endif
#ifndef M
#define M 4
#endif
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int left = M, sum;

static void *work(void *unused) {
    for (;;) {
        pthread_mutex_lock(&m);
        int item = left ? left-- : 0;
        if (item) sum += item;
        pthread_mutex_unlock(&m);
        if (!item) return unused;
    }
}

int main(void) {
    pthread_t t[N];
    for (int k = 0; k < N; k++) pthread_create(&t[k], 0, work, 0);
    for (int k = 0; k < N; k++) pthread_join(t[k], 0);
    assert(sum == M * (M + 1) / 2);
    return 0;
}
