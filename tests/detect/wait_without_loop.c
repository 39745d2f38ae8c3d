/* expect: assertion @a */
/* A wait that is not in a loop: a spurious wake-up lets the reader go on before the writer wrote. */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, value;

static void *reader(void *a) {
    pthread_mutex_lock(&m);
    if (!ready) pthread_cond_wait(&c, &m);
    assert(value == 1); /*a*/
    pthread_mutex_unlock(&m);
    return a;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, reader, 0);
    pthread_mutex_lock(&m);
    value = 1;
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
