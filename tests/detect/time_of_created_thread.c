/* expect: safe */
/* A thread begins with the time of who creates it. Where main sleeps afterwards, the semaphore that main
 * posts then tells the thread of it. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>
#include <unistd.h>
#ifdef LATE
#define RIGHT(seconds) ((seconds) < 3)
#else
#define RIGHT(seconds) ((seconds) > 3)
#endif
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t s;
static int x;
static void *other(void *p) {
    pthread_mutex_lock(&m);
    x = 1;
    pthread_mutex_unlock(&m);
    return p;
}
static void *child(void *p) {
    struct timespec now;
    sem_wait(&s);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    assert(RIGHT(now.tv_sec)); /*here*/
    return p;
}
int main(void) {
    pthread_t t, u;
    sem_init(&s, 0, 0);
    pthread_create(&u, NULL, other, NULL);
    pthread_mutex_lock(&m);
    int v = x;
    pthread_mutex_unlock(&m);
    pthread_join(u, NULL);
    if (v) sleep(5);
    pthread_create(&t, NULL, child, NULL);
    if (!v) sleep(5);
    v = 0;
    sem_post(&s);
    pthread_join(t, NULL);
    return 0;
}
