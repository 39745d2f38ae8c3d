/* expect: safe */
#include <pthread.h>
static int x = 4, y, z;
static void *worker(void *arg) {
    y = x;
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    z = x;
    pthread_join(t, NULL);
    return 0;
}
