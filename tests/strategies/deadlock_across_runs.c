/* Two threads take two locks crosswise, each only by what it read in a pair of its own: every event shows in
 * runs of which none has both. WITH: the kind of lock. FAILS: a further thread fails, so that a deadlock is
 * only what is a circle. LEAVES: main does not wait for the others. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

#define MUTEX 1
#define READ_WRITE 2
#define SEMAPHORE 3

static atomic_int x, y;
static struct {
    pthread_mutex_t mutex;
    pthread_rwlock_t shared;
    sem_t semaphore;
} locks[2];

static void take(int lock) {
    if (WITH == MUTEX) pthread_mutex_lock(&locks[lock].mutex);
    if (WITH == READ_WRITE) pthread_rwlock_wrlock(&locks[lock].shared);
    if (WITH == SEMAPHORE) sem_wait(&locks[lock].semaphore);
}

static void share(int lock) {
    if (WITH == READ_WRITE)
        pthread_rwlock_rdlock(&locks[lock].shared);
    else
        take(lock);
}

static void give(int lock) {
    if (WITH == MUTEX) pthread_mutex_unlock(&locks[lock].mutex);
    if (WITH == READ_WRITE) pthread_rwlock_unlock(&locks[lock].shared);
    if (WITH == SEMAPHORE) sem_post(&locks[lock].semaphore);
}

static void both(int first) {
    share(first);
    take(1 - first);
    give(1 - first);
    give(first);
}

static void *set_x(void *p) {
    atomic_store(&x, 1);
    return p;
}

static void *set_y(void *p) {
    atomic_store(&y, 1);
    return p;
}

static void *after_x(void *p) {
    if (atomic_load(&x)) both(0);
    return p;
}

static void *before_y(void *p) {
    if (!atomic_load(&y)) both(1);
    return p;
}

static void *fail(void *p) {
    assert(!p);
    return p;
}

int main(void) {
    pthread_t t[5];
    for (int k = 0; k < 2; k++) {
        pthread_mutex_init(&locks[k].mutex, 0);
        pthread_rwlock_init(&locks[k].shared, 0);
        sem_init(&locks[k].semaphore, 0, 1);
    }
    pthread_create(&t[0], 0, set_x, 0);
    pthread_create(&t[1], 0, set_y, 0);
    pthread_create(&t[2], 0, after_x, 0);
    pthread_create(&t[3], 0, before_y, 0);
#ifdef FAILS
    pthread_create(&t[4], 0, fail, t);
#endif
#ifndef LEAVES
    for (int k = 0; k < 4; k++) pthread_join(t[k], 0);
#endif
    return 0;
}
