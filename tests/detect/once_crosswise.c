/* expect: deadlock */
#include <pthread.h>
static pthread_once_t o = PTHREAD_ONCE_INIT, p = PTHREAD_ONCE_INIT;
static void nothing(void) {}
static void first(void) { pthread_once(&p, nothing); }
static void second(void) { pthread_once(&o, nothing); }
static void *worker(void *arg) {
    pthread_once(&p, second);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_once(&o, first);
    pthread_join(t, NULL);
    return 0;
}
