/* A reader waits in one of several ways, whichever the input says. */
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdlib.h>
#include <threads.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, value, closed, waiting, sleeps, way;

static int is_ready(void) { return ready; }
static void sleep_here(void) {
    if (pthread_cond_wait(&c, &m)) abort();
}

static void read_when_ready(int how);

static void *reader(void *a) {
    int how = way; /* not under the mutex: what is seen there may change */
    pthread_mutex_lock(&m);
    read_when_ready(how);
    pthread_mutex_unlock(&m);
    return a;
}

static void test_ways(int ways) {
    pthread_t t;
    way = heddle_int("way");
    heddle_assume(way >= 0 && way < ways);
    pthread_create(&t, 0, reader, 0);
    pthread_mutex_lock(&m);
    value = ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
}
