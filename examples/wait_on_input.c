/*
 * wait_on_input.c — a thread waits on a condition variable only for some inputs, and what it waits for is
 * signalled once. It is the running example of the literature on unfoldings with condition variables.
 *
 * Known answer with --no-spurious-wakeups: 4 traces in both interleave modes: the signal comes before or
 * after the waiter's critical section, each with both sides of its branch. In the one where the signal comes
 * first and the thread waits all the same, nobody wakes it: a deadlock. With -DFIXED it looks whether the
 * signal was given before it waits: safe, and 3 traces, as the input makes no difference where it was given.
 * As the wait is in no loop, it may wake spuriously as well: then the signaller comes before the waiter,
 * while it waits or after it, 3 traces more, 2 with -DFIXED.
 */
#include <heddle/heddle.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
#ifdef FIXED
static int given;
#endif

static void *waiter(void *unused) {
    int x = heddle_int("x");
    pthread_mutex_lock(&m);
#ifdef FIXED
    if (!given && x >= 0)
#else
    if (x >= 0)
#endif
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return unused;
}

static void *signaller(void *unused) {
    pthread_mutex_lock(&m);
#ifdef FIXED
    given = 1;
#endif
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, waiter, NULL);
    pthread_create(&u, NULL, signaller, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
