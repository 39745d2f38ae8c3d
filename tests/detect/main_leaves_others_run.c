/* expect: assertion @a "0" */
#include <assert.h>
#include <pthread.h>
static void *worker(void *arg) {
    assert(0); /*a*/
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_exit(NULL);
}
