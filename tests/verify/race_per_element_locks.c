/* expect: safe */
/* An array of counters with a lock each; two threads go over it in opposite directions. Race: one uses the
 * lock of the mirrored element. */
#include <pthread.h>
#define N 3
static pthread_mutex_t lock[N];
static int a[N];
static void *up(void *arg) {
    for (int i = 0; i < N; i++) {
        pthread_mutex_lock(&lock[i]);
        a[i]++;
        pthread_mutex_unlock(&lock[i]);
    }
    return 0;
}
static void *down(void *arg) {
    for (int i = N - 1; i >= 0; i--) {
        int l = i;
#ifdef WRONG
        l = N - 1 - i;
#endif
        pthread_mutex_lock(&lock[l]);
        a[i]--;
        pthread_mutex_unlock(&lock[l]);
    }
    return 0;
}
int main(void) {
    pthread_t t, u;
    for (int i = 0; i < N; i++) pthread_mutex_init(&lock[i], 0);
    pthread_create(&t, 0, up, 0);
    pthread_create(&u, 0, down, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
