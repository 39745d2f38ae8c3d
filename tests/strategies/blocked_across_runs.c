/* A thread waits for one of two others to give something, which each does only by what it read in a pair of
 * its own: that both did not is no event. WITH: what is given. */
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <unistd.h>

#define SEMAPHORE 1
#define CONDITION 2
#define BARRIER 3
#define PIPE 4

static atomic_int x, y;
static int given, pipe_ends[2];
static sem_t permits;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t some = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t barrier;

static void give(void) {
    if (WITH == SEMAPHORE) sem_post(&permits);
    if (WITH == CONDITION) {
        pthread_mutex_lock(&mutex);
        given++;
        pthread_cond_signal(&some);
        pthread_mutex_unlock(&mutex);
    }
    if (WITH == BARRIER) pthread_barrier_wait(&barrier);
    if (WITH == PIPE) (void)!write(pipe_ends[1], "x", 1);
}

static void *take(void *p) {
    char c;
    if (WITH == SEMAPHORE) sem_wait(&permits);
    if (WITH == CONDITION) {
        pthread_mutex_lock(&mutex);
        while (!given) pthread_cond_wait(&some, &mutex);
        pthread_mutex_unlock(&mutex);
    }
    if (WITH == BARRIER) pthread_barrier_wait(&barrier);
    if (WITH == PIPE) (void)!read(pipe_ends[0], &c, 1);
    return p;
}

static void *set_x(void *p) {
    atomic_store(&x, 1);
    return p;
}

static void *set_y(void *p) {
    atomic_store(&y, 1);
    return p;
}

static void *before_x(void *p) {
    if (!atomic_load(&x)) give();
    return p;
}

static void *after_y(void *p) {
    if (atomic_load(&y)) give();
    return p;
}

int main(void) {
    pthread_t t[5];
    sem_init(&permits, 0, 0);
    pthread_barrier_init(&barrier, 0, 2);
    if (WITH == PIPE && pipe(pipe_ends)) return 1;
    pthread_create(&t[0], 0, set_x, 0);
    pthread_create(&t[1], 0, set_y, 0);
    pthread_create(&t[2], 0, before_x, 0);
    pthread_create(&t[3], 0, after_y, 0);
    pthread_create(&t[4], 0, take, 0);
    for (int k = 0; k < 5; k++) pthread_join(t[k], 0);
    return 0;
}
