/* expect: safe */
#include <pthread.h>
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int x, y;
static void set(void) { x = 3; }
static void *worker(void *arg) {
    pthread_once(&once, set);
    int mine = x;
    (void)mine;
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_once(&once, set);
    y = x;
    pthread_join(t, NULL);
    return 0;
}
