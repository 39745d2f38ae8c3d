/* expect: assertion @a */
/* options: --checks=none,assertion */
/* The lock right before the loop is refused, since the thread has the mutex already: it wrote under it. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_mutex_t m;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int started, ready, done;

static void *writer(void *a) {
    pthread_mutex_lock(&m);
    ready = started;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    done = ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return a;
}

int main(void) {
    pthread_mutexattr_t a;
    pthread_t t;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&m, &a);
    pthread_create(&t, NULL, writer, NULL);
    pthread_mutex_lock(&m);
    started = 1;
    pthread_mutex_lock(&m); /* EDEADLK */
    while (!ready) pthread_cond_wait(&c, &m);
    assert(done); /*a*/
    pthread_mutex_unlock(&m);
    return 0;
}
