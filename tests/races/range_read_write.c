/* expect: race "data race" */
/* A copy reads far from the beginning what another thread writes; that both also read elsewhere is no
 * race. */
#include <pthread.h>
#include <string.h>
static char from[9000], to[2][9000];
static void *worker(void *arg) {
    memcpy(to[0], from, sizeof from);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    memcpy(to[1], from, sizeof from);
    from[8191] = 1;
    pthread_join(t, NULL);
    return 0;
}
