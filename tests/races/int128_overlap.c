/* expect: some race "data race" */
#include <pthread.h>
static __int128 x;
static void *worker(void *arg) {
    x = 1;
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    ((char *)&x)[15] = 2;
    pthread_join(t, NULL);
    return 0;
}
