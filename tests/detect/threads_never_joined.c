/* expect: safe */
/* Three hundred threads that nobody joins, each with a place of its own. */
#include <pthread.h>
static int x[300];
static void *worker(void *arg) {
    ++*(int *)arg;
    return arg;
}
int main(void) {
    pthread_t t;
    for (int k = 0; k < 300; k++) pthread_create(&t, NULL, worker, &x[k]);
    return 0;
}
