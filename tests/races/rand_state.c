/* expect: some race "data race" */
#include <pthread.h>
#include <stdlib.h>
static int y, z;
static void *worker(void *arg) {
    y = rand();
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    z = rand();
    pthread_join(t, NULL);
    return 0;
}
