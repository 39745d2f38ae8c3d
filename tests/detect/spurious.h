/* spurious.h — what the programs about spurious wake-ups share: a writer that makes the condition true before
 * it is done. Who looks at the condition first, and at nothing else, may come in between; so may who wakes
 * spuriously. */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, done;

static void *writer(void *a) {
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    done = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return a;
}

static void reader(void);

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    pthread_mutex_lock(&m);
    reader();
    pthread_mutex_unlock(&m);
    return 0;
}
