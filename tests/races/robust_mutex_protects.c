/* expect: safe */
#include <errno.h>
#include <pthread.h>
static pthread_mutex_t m;
static int x;
static void *worker(void *arg) {
    if (pthread_mutex_lock(&m) == EOWNERDEAD) pthread_mutex_consistent(&m);
    x++;
    if (!arg) pthread_mutex_unlock(&m);
    return NULL; /* or leaves it to the next */
}
int main(void) {
    pthread_t t[3];
    pthread_mutexattr_t a;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&m, &a);
    for (int k = 0; k < 3; k++) pthread_create(&t[k], NULL, worker, k ? &x : NULL);
    for (int k = 0; k < 3; k++) pthread_join(t[k], NULL);
    return x - 3;
}
