/* expect: safe */
#include <pthread.h>
static int x;
static void *worker(void *arg) {
    x++;
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    ;
    pthread_join(t, NULL);
    x++;
    return 0;
}
