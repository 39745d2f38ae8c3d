/* expect: api @a "holds it neither for reading nor for writing" */
#include <pthread.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static void *worker(void *arg) {
    pthread_rwlock_unlock(&l); /*a*/
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_rwlock_rdlock(&l);
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    pthread_rwlock_unlock(&l);
    return 0;
}
