/* expect: assertion */
/* options: --volatile=relaxed */
#include <heddle/heddle.h>
#include <pthread.h>
static volatile int x;
static void *worker(void *arg) {
    x++;
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    x++;
    pthread_join(t, NULL);
    heddle_assert(x == 2);
    return 0;
}
