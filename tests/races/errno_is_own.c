/* expect: safe */
#include <pthread.h>
#include <errno.h>
static int y, z;
static void *worker(void *arg) {
    errno = 1;
    y = errno;
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    errno = 2;
    z = errno;
    pthread_join(t, NULL);
    return 0;
}
