/* expect: deadlock "waits for the mutex" */
/* A thread locks its own mutex again, while others try to get it, one of them for ever: that is the deadlock
 * alone, whoever looks on. */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *twice(void *p) {
    if (pthread_mutex_trylock(&m) == 0) {
        pthread_mutex_lock(&m);
        pthread_mutex_unlock(&m);
        pthread_mutex_unlock(&m);
    }
    return p;
}
static void *until_it_has_it(void *p) {
    while (pthread_mutex_trylock(&m)) {}
    pthread_mutex_unlock(&m);
    return p;
}
static void *once(void *p) {
    if (pthread_mutex_trylock(&m) == 0) pthread_mutex_unlock(&m);
    return p;
}
int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, 0, twice, 0);
    pthread_create(&b, 0, until_it_has_it, 0);
    pthread_create(&c, 0, once, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_join(c, 0);
    return 0;
}
