/* expect: api @a "joined although it is detached"; api @b "detached although it was joined" */
#include <pthread.h>
static pthread_t t;
static void *worker(void *arg) { return arg; }
static void *other(void *arg) {
    pthread_detach(t); /*b*/
    return arg;
}
int main(void) {
    pthread_t u;
    pthread_create(&t, NULL, worker, NULL);
    pthread_create(&u, NULL, other, NULL);
    pthread_join(t, NULL); /*a*/
    return 0;
}
