/* expect: safe */
#include <pthread.h>
static _Thread_local int x;
static int y;
static void *worker(void *arg) {
    x = 1;
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    x = 2;
    y = x;
    pthread_join(t, NULL);
    return 0;
}
