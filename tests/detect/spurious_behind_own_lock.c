/* expect: assertion @a */
/* options: --checks=none,assertion */
/* A function of the program has the name of one that locks, and tells others that the thread waits. */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int waits, ready, done;

int mtx_lock(pthread_mutex_t *unused) {
    (void)unused;
    return waits = 1;
}

static void *writer(void *a) {
    pthread_mutex_lock(&m);
    ready = waits;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    done = ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return a;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    pthread_mutex_lock(&m);
    mtx_lock(&m);
    while (!ready) pthread_cond_wait(&c, &m);
    assert(done); /*a*/
    pthread_mutex_unlock(&m);
    return 0;
}
