/* expect: safe */
#include <pthread.h>
static int a[4];
static void *worker(void *arg) {
    a[0] = 1;
    a[2] = 1;
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    a[1] = 1;
    a[3] = 1;
    pthread_join(t, NULL);
    return 0;
}
