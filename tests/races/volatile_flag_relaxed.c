/* expect: safe */
/* options: --volatile=relaxed */
/* assumption: weak atomic orders are explored as sequentially consistent */
#include <pthread.h>
static int x, y;
static volatile int ready;
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
