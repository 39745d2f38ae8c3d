/* expect: safe */
/* A sleeper on a condition variable that looks for signals misses no notification by that. */
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int go, seen;
static void handler(int n) { seen += n; }
static void *sleeper(void *p) {
    pthread_mutex_lock(&m);
    while (!go) pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return p;
}
int main(void) {
    pthread_t t, u;
    signal(SIGUSR1, handler);
    pthread_create(&t, NULL, sleeper, NULL);
    pthread_create(&u, NULL, sleeper, NULL);
    pthread_kill(t, SIGUSR1);
    pthread_mutex_lock(&m);
    go = 1;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
