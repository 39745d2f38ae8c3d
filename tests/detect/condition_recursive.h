/* condition_recursive.h — what the programs about waits with a recursive mutex share: one that is begun as
 * such, and a writer that makes the condition true. */
#include <pthread.h>
static pthread_mutex_t m;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void *writer(void *a) {
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return a;
}

static pthread_t start(void) {
    pthread_mutexattr_t a;
    pthread_t t;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&m, &a);
    pthread_create(&t, NULL, writer, NULL);
    return t;
}
