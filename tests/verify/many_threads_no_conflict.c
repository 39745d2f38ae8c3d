/* expect: safe */
/* options: --interleave=memory */
/* Twenty threads that share nothing: one order is enough. */
#include <pthread.h>
extern void reach_error(void);
#define N 20
static int own[N];
static void *worker(void *arg) {
    long me = (long)arg;
    for (int i = 0; i < 10; i++) own[me] += i;
    return 0;
}
int main(void) {
    pthread_t t[N];
    for (long i = 0; i < N; i++) pthread_create(&t[i], 0, worker, (void *)i);
    for (int i = 0; i < N; i++) pthread_join(t[i], 0);
    for (int i = 0; i < N; i++)
        if (own[i] != 45) reach_error();
    return 0;
}
