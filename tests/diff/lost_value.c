/*
 * A bug that the published rules lose: what changed is no choice, and stands after the last statement that
 * may affect it, so a summary of the old version covers the state before it.
 */
#include <assert.h>
#include <pthread.h>
static int a, b, c, seen;
static void *worker(void *arg) {
    a = 1;
    c = 1;
    b = VERSION + 1;
    assert(b == 2);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    seen = a;
    seen += c;
    pthread_join(t, NULL);
    return 0;
}
