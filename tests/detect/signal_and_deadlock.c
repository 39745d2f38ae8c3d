/* expect: deadlock "thread 0.1 waits on the condition variable `c` and nobody signals it" */
/* Who sleeps on a condition variable looks for signals: that nobody notifies it is a deadlock nevertheless.
 */
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
    pthread_t t;
    signal(SIGUSR1, handler);
    pthread_create(&t, NULL, sleeper, NULL);
    pthread_kill(t, SIGUSR1);
    pthread_join(t, NULL);
    return 0;
}
