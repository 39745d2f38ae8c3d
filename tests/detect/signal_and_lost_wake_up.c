/* expect: deadlock "thread 0.2 joins thread 0.1" */
/* The notification comes too early where the flag is not looked at under the mutex, in some orders only; a
 * third thread goes on with signals meanwhile. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static atomic_int go, seen;
static pthread_t first, second;
static void handler(int n) { seen += n; }
static void *sleeper(void *p) {
    if (!go) {
        pthread_mutex_lock(&m);
        pthread_cond_wait(&c, &m);
        pthread_mutex_unlock(&m);
    }
    return p;
}
static void *joiner(void *p) {
    pthread_join(first, NULL);
    return p;
}
int main(void) {
    signal(SIGUSR1, handler);
    pthread_create(&first, NULL, sleeper, NULL);
    pthread_create(&second, NULL, joiner, NULL);
    pthread_kill(second, SIGUSR1);
    go = 1;
    pthread_mutex_lock(&m);
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_join(second, NULL);
    return 0;
}
