/* expect: assertion @a "n == 2" */
/* options: --interleave=memory */
#include <assert.h>
#include <pthread.h>
static int n;
static void *worker(void *arg) {
    n++;
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    worker(NULL);
    pthread_join(t, NULL);
    assert(n == 2); /*a*/
    return 0;
}
