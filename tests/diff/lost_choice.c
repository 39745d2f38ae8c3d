/* A bug that the published rules lose: the branch is not affected by the change, but the change sees its
 * sides. */
#include <assert.h>
#include <pthread.h>
static int y, z;
static void *worker(void *arg) {
    y = 1;
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    if (y)
        z = 1;
    else
        z = 0;
    pthread_join(t, NULL);
    assert(z < (VERSION == 1 ? 2 : 1));
    return 0;
}
