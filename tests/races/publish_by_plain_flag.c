/* expect: some race "data race" */
#include <pthread.h>
static int x, y, ready;
static void *worker(void *arg) {
    x = 5;
    ready = 1;
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    if (ready) y = x;
    pthread_join(t, NULL);
    return 0;
}
