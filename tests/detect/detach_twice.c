/* expect: api @a "detached a second time" */
#include <pthread.h>
static void *worker(void *arg) { return arg; }
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_detach(t);
    pthread_detach(t); /*a*/
    return 0;
}
