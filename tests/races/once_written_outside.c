/* expect: race */
#include <pthread.h>
static pthread_once_t o = PTHREAD_ONCE_INIT;
static int x;
static void routine(void) { x = 1; }
static void *worker(void *arg) {
    pthread_once(&o, routine);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    int y = x; /* without passing the control */
    pthread_join(t, NULL);
    return y < 0;
}
