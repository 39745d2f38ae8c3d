/* expect: safe */
/* A thread that was notified is not cancelled in that wait: the notification would be lost. One that is
 * cancelled while it sleeps leaves the notification to the other. */
#include <heddle/heddle.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int tasks;

static void unlock(void *p) { pthread_mutex_unlock(p); }
static void *takes(void *p) {
    pthread_mutex_lock(&mutex);
    pthread_cleanup_push(unlock, &mutex);
    while (!tasks) pthread_cond_wait(&changed, &mutex);
    tasks--;
    pthread_cleanup_pop(1);
    return p;
}

int main(void) {
    pthread_t first, second;
    void *result;
    pthread_create(&first, 0, takes, 0);
    pthread_create(&second, 0, takes, 0);
    pthread_mutex_lock(&mutex);
    tasks = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
    pthread_cancel(first);
    pthread_join(first, &result);
    if (result != PTHREAD_CANCELED) pthread_cancel(second);
    int both = result == PTHREAD_CANCELED;
    pthread_join(second, &result);
    heddle_assert(!both || result != PTHREAD_CANCELED);
    heddle_assert(!tasks);
    return 0;
}
