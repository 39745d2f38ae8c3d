/* A sleeper is woken by a signal, by the broadcast after it, or never: three maximal configurations, as a
 * broadcast wakes nobody whom the signal woke. What covers events looks for the deadlock once more. */
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t some = PTHREAD_COND_INITIALIZER;

static void *sleeper(void *p) {
    pthread_mutex_lock(&mutex);
    pthread_cond_wait(&some, &mutex);
    pthread_mutex_unlock(&mutex);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, sleeper, 0);
    pthread_cond_signal(&some);
    pthread_cond_broadcast(&some);
    pthread_join(t, 0);
    return 0;
}
