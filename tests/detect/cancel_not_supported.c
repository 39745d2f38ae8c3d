/* expect: incomplete */
/* incomplete: pthread_cancel */
#include <pthread.h>
static void *worker(void *arg) {
    pthread_testcancel();
    return arg;
}
int main(void) {
    pthread_t t;
    int old;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
    pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &old);
    pthread_create(&t, NULL, worker, NULL);
    pthread_cancel(t);
    return 0;
}
