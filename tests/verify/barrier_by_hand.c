/* expect: safe */
/* A barrier of a mutex, a condition and a counter: after it, everybody sees what all wrote before it. Wrong:
 * the last one forgets to tell. */
#include <pthread.h>
extern void reach_error(void);
#define N 3
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all_here = PTHREAD_COND_INITIALIZER;
static int arrived, value[N];
static void barrier(void) {
    pthread_mutex_lock(&m);
    arrived++;
    if (arrived == N) {
#ifdef WRONG
        pthread_cond_signal(&all_here);
#else
        pthread_cond_broadcast(&all_here);
#endif
    } else {
        while (arrived < N) pthread_cond_wait(&all_here, &m);
    }
    pthread_mutex_unlock(&m);
}
static void *worker(void *arg) {
    int me = (int)(long)arg;
    value[me] = me + 1;
    barrier();
    int sum = 0;
    for (int i = 0; i < N; i++) sum += value[i];
    if (sum != N * (N + 1) / 2) reach_error();
    return 0;
}
int main(void) {
    pthread_t t[N];
    for (long i = 0; i < N; i++) pthread_create(&t[i], 0, worker, (void *)i);
    for (int i = 0; i < N; i++) pthread_join(t[i], 0);
    return 0;
}
