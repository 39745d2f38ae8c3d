/* expect: some race "data race" */
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
    return 0;
}
