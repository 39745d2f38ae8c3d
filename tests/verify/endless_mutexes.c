/* expect: safe */
/* Two mutexes, taken in one order by threads without end, keep two variables equal; nothing races. Wrong:
 * some threads take them in the other order. */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static int x, y;
static void *worker(void *arg) {
    pthread_mutex_lock(&first);
    pthread_mutex_lock(&second);
    assert(x == y);
    x = !x;
    y = !y;
    pthread_mutex_unlock(&second);
    pthread_mutex_unlock(&first);
    return arg;
}
#ifdef WRONG
static void *other(void *arg) {
    pthread_mutex_lock(&second);
    pthread_mutex_lock(&first);
    pthread_mutex_unlock(&first);
    pthread_mutex_unlock(&second);
    return arg;
}
#endif
int main(void) {
    pthread_t t;
#ifdef WRONG
    pthread_create(&t, 0, other, 0);
#endif
    for (;;) pthread_create(&t, 0, worker, 0);
}
