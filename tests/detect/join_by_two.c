/* expect: api @a "joined a second time"; api @b "joined a second time" */
#include <pthread.h>
static pthread_t t;
static void *worker(void *arg) { return arg; }
static void *other(void *arg) {
    pthread_join(t, NULL); /*b*/
    return arg;
}
int main(void) {
    pthread_t u;
    pthread_create(&t, NULL, worker, NULL);
    pthread_create(&u, NULL, other, NULL);
    pthread_join(t, NULL); /*a*/
    pthread_join(u, NULL);
    return 0;
}
