/* expect: assertion @a; assertion @b */
/* Who wakes from a wait may find the owner of the mutex dead, too. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_mutex_t m;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;
static void *worker(void *arg) {
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_mutexattr_t a;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&m, &a);
    pthread_create(&t, NULL, worker, NULL);
    assert(pthread_mutex_lock(&m) == 0); /*a*/
    if (!ready) {
        int e = pthread_cond_wait(&c, &m);
        assert(e == 0); /*b*/
    }
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}
