/* Cancellation (explored by: por) of a thread by itself or while it waits: what runs, in which order, what
 * joins say. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static void clean(void *what) { printf(" clean %s", (const char *)what); }
static void destroy(void *what) { printf(" destroy %s", (const char *)what); }
static pthread_key_t key;

static void *tests(void *unused) {
    int old;
    (void)unused;
    pthread_setspecific(key, "key");
    pthread_cleanup_push(clean, "outer");
    pthread_cleanup_push(clean, "inner");
    printf("tests: %d", pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old));
    printf(" %d", old == PTHREAD_CANCEL_ENABLE);
    pthread_cancel(pthread_self());
    pthread_testcancel();
    printf(" disabled");
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old);
    printf(" %d enabled", old == PTHREAD_CANCEL_DISABLE);
    pthread_cleanup_push(clean, "popped");
    pthread_cleanup_pop(1);
    pthread_cleanup_push(clean, "never");
    pthread_cleanup_pop(0);
    pthread_testcancel();
    printf(" not reached");
    pthread_cleanup_pop(0);
    pthread_cleanup_pop(0);
    return NULL;
}
static void *at_once(void *unused) {
    int old;
    (void)unused;
    pthread_cleanup_push(clean, "it");
    printf("asynchronous: %d", pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &old));
    printf(" %d", old == PTHREAD_CANCEL_DEFERRED);
    pthread_cancel(pthread_self());
    printf(" not reached");
    pthread_cleanup_pop(0);
    return NULL;
}
static void *never_tests(void *unused) {
    (void)unused;
    pthread_cancel(pthread_self());
    printf("no cancellation point: goes on");
    return "done";
}
static void *exits(void *unused) {
    (void)unused;
    pthread_setspecific(key, "key");
    pthread_cleanup_push(clean, "one");
    pthread_cleanup_push(clean, "two");
    printf("exits:");
    pthread_exit("left");
    pthread_cleanup_pop(0);
    pthread_cleanup_pop(0);
    return NULL;
}

/* Waiting: for what does not come. */
static int ends[2];
static sem_t none;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static void unlock(void *m) { printf(" unlock %d", pthread_mutex_unlock(m)); }
static void *reads(void *unused) {
    char c;
    printf("read:");
    read(ends[0], &c, 1);
    return unused;
}
static void *waits(void *unused) {
    printf("sem_wait:");
    sem_wait(&none);
    return unused;
}
static void *waits_for_condition(void *unused) {
    printf("pthread_cond_wait:");
    pthread_mutex_lock(&mutex);
    pthread_cleanup_push(unlock, &mutex);
    for (;;) pthread_cond_wait(&cond, &mutex);
    pthread_cleanup_pop(0);
    return unused;
}
static void *sleeps(void *unused) {
    printf("pause:");
    for (;;) pause();
    return unused;
}

static void run(void *(*routine)(void *), int cancel) {
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, routine, NULL);
    if (cancel) pthread_cancel(t);
    int error = pthread_join(t, &result);
    printf(" -> %d %s\n", error,
           result == PTHREAD_CANCELED ? "cancelled"
           : result                   ? (const char *)result
                                      : "nothing");
}

int main(void) {
    int old;
    pthread_key_create(&key, destroy);
    printf("%d\n", pipe(ends));
    sem_init(&none, 0, 0);
    run(tests, 0);
    run(at_once, 0);
    run(never_tests, 0);
    run(exits, 0);
    run(reads, 1);
    run(waits, 1);
    run(waits_for_condition, 1);
    run(sleeps, 1);
    printf("%d %d\n", pthread_setcancelstate(77, &old) == EINVAL, pthread_setcanceltype(77, &old) == EINVAL);
    printf("%d %d\n", pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL),
           pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, NULL));
    printf("%d\n", PTHREAD_CANCELED == (void *)-1);
    printf("%d\n", pthread_mutex_trylock(&mutex));
    return 0;
}
