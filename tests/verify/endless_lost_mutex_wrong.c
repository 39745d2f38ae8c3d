/* expect: deadlock */
/* options: --hunt=off --stop-at-first */
/* The third thread ends while it holds the mutex that main takes. No thread waits for main, so nobody waits
 * in a circle, and two threads at once, or any number without a third, meet nothing. */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void *worker(void *arg) {
    pthread_mutex_lock(&m);
    if (n == 2) return arg;
    n++;
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    pthread_t t;
    while (1) {
        pthread_create(&t, 0, worker, 0);
        pthread_mutex_lock(&m);
        pthread_mutex_unlock(&m);
    }
}
