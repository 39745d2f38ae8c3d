/* expect: safe */
/* Three threads take turns by a number under one lock and one condition. Wrong: signal wakes one, perhaps the
 * wrong one. */
#include <pthread.h>
extern void reach_error(void);
#define N 3
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int turn, order[N], n;
static void *worker(void *arg) {
    int me = (int)(long)arg;
    pthread_mutex_lock(&m);
    while (turn != me) pthread_cond_wait(&changed, &m);
    order[n++] = me;
    turn++;
#ifdef WRONG
    pthread_cond_signal(&changed);
#else
    pthread_cond_broadcast(&changed);
#endif
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void) {
    pthread_t t[N];
    for (long i = 0; i < N; i++) pthread_create(&t[i], 0, worker, (void *)i);
    for (int i = 0; i < N; i++) pthread_join(t[i], 0);
    for (int i = 0; i < N; i++)
        if (order[i] != i) reach_error();
    return 0;
}
