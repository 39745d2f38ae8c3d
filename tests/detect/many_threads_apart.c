/* expect: safe */
/* More threads at a time than have a bit of their own where it is noted who touched which word. */
#include <pthread.h>
enum { N = 70 };
static long own[N], twice[N];
static void *work(void *at) {
    long k = (long)at;
    own[k] = k;
    twice[k] = 2 * own[k];
    return at;
}
int main(void) {
    pthread_t t[N];
    for (long k = 0; k < N; k++) pthread_create(&t[k], 0, work, (void *)k);
    long sum = 0;
    for (int k = 0; k < N; k++) pthread_join(t[k], 0);
    for (int k = 0; k < N; k++) sum += twice[k] - 2 * own[k];
    return sum != 0;
}
