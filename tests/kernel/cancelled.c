/* Cancellation: where the thread is when it is cancelled, and what becomes of it. -DTESTS: it looks itself;
 * -DREADS: it waits in a read; -DSLEEPS: on a condition variable, whose mutex its clean-up handler gives
 * back; -DSEMAPHORE: in sem_wait; -DJOINS: in a join; -DNAPS: it sleeps; -DDISABLED: it cannot be cancelled;
 * -DLATER: only afterwards; -DNEVER: it comes to no cancellation point; -DHOLDS: it holds a mutex, and has no
 * handler; -DASYNC: it can be cancelled anywhere; -DITSELF: it cancels itself. */
#include <heddle/heddle.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_key_t key;
static sem_t s;
static int ends[2], cleaned, destroyed;
static atomic_int shared;

static void clean(void *mutex) {
    cleaned++;
    if (mutex) pthread_mutex_unlock(mutex);
}
static void destroy(void *value) { destroyed += value == &key; }
static void *nothing(void *arg) {
    sem_wait(&s);
    return arg;
}

static void *target(void *arg) {
    pthread_t other;
    char x;
    struct timespec t = {0, 1};
    (void)other, (void)x, (void)t;
    pthread_setspecific(key, &key);
    pthread_cleanup_push(clean, NULL);
#if defined TESTS
    pthread_testcancel();
#elif defined READS
    read(ends[0], &x, 1);
#elif defined SLEEPS
    pthread_mutex_lock(&m);
    pthread_cleanup_push(clean, &m);
    while (!shared) pthread_cond_wait(&c, &m);
    pthread_cleanup_pop(1);
#elif defined SEMAPHORE
    sem_wait(&s);
#elif defined JOINS
    pthread_create(&other, 0, nothing, 0);
    pthread_detach(other);
    pthread_create(&other, 0, nothing, 0);
    pthread_join(other, 0);
#elif defined NAPS
    nanosleep(&t, 0);
#elif defined DISABLED || defined LATER
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, 0);
    pthread_testcancel();
    shared = 1;
    pthread_testcancel();
#ifdef LATER
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, 0);
    pthread_testcancel();
#endif
#elif defined HOLDS
    pthread_mutex_lock(&m);
    pthread_testcancel();
    pthread_mutex_unlock(&m);
#elif defined ASYNC
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, 0);
    shared = 1;
    shared = 2;
#elif defined ITSELF
    pthread_cancel(pthread_self());
    shared = 1;
    pthread_testcancel();
    heddle_assert(0);
#else
    pthread_mutex_lock(&m);
    shared = 1;
    pthread_mutex_unlock(&m);
#endif
    pthread_cleanup_pop(0);
    return arg;
}

int main(void) {
    pthread_t t;
    void *result;
    sem_init(&s, 0, 0);
    pthread_key_create(&key, destroy);
    pipe(ends);
    heddle_assert(pthread_create(&t, 0, target, &t) == 0);
#ifndef ITSELF
    heddle_assert(pthread_cancel(t) == 0);
#endif
#ifdef HOLDS
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
#endif
    heddle_assert(pthread_join(t, &result) == 0);
    int cancelled = result == PTHREAD_CANCELED;
    heddle_assert(cancelled || result == &t);
    heddle_assert(destroyed == 1);
#if defined ASYNC
    heddle_assert(cleaned <= cancelled); /* the handler may be gone already */
#elif defined SLEEPS
    heddle_assert(cancelled && (cleaned == 1 || cleaned == 2));
    heddle_assert(pthread_mutex_trylock(&m) == 0);
#else
    heddle_assert(cleaned == cancelled);
#endif
#if defined READS || defined SEMAPHORE || defined JOINS || defined ITSELF
    heddle_assert(cancelled);
#endif
#if defined DISABLED || defined NEVER
    heddle_assert(!cancelled && shared == 1);
#endif
#ifdef LATER
    heddle_assert(shared == 1);
#endif
#ifdef SEEN
    heddle_assert(!cancelled || shared != 1);
#endif
    return 0;
}
