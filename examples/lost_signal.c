/*
 * lost_signal.c — a thread looks at a flag in one critical section and waits in another: the signal may come
 * in between, and nobody sends another one.
 *
 * Known answer: a deadlock in both interleave modes (main waits for a thread that waits for ever), no data
 * race. With -DFIXED the flag is looked at under the lock that the wait releases: safe.
 */
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool ready;

static void *wait_for_it(void *unused) {
    pthread_mutex_lock(&lock);
#ifdef FIXED
    while (!ready) pthread_cond_wait(&changed, &lock);
#else
    bool seen = ready;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    if (!seen) pthread_cond_wait(&changed, &lock);
#endif
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *tell(void *unused) {
    pthread_mutex_lock(&lock);
    ready = true;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t waiter, teller;
    pthread_create(&waiter, NULL, wait_for_it, NULL);
    pthread_create(&teller, NULL, tell, NULL);
    pthread_join(waiter, NULL);
    pthread_join(teller, NULL);
    return 0;
}
