/* expect: safe */
/* Main reads what threads wrote after joining them. Race: it joins one fewer than it created. */
#include <pthread.h>
#define N 4
static int result[N];
static void *worker(void *arg) {
    result[(long)arg] = 1;
    return 0;
}
int main(void) {
    pthread_t t[N];
    int sum = 0, joined = N;
#ifdef WRONG
    joined = N - 1;
#endif
    for (long i = 0; i < N; i++) pthread_create(&t[i], 0, worker, (void *)i);
    for (int i = 0; i < joined; i++) pthread_join(t[i], 0);
    for (int i = 0; i < N; i++) sum += result[i];
    return sum > N;
}
