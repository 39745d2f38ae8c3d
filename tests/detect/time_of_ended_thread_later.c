/* expect: assertion @here */
/* As time_of_ended_thread.c, with the other way the longer one. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t s;
static int x;
static void *child(void *p) {
    pthread_mutex_lock(&m);
    int v = x;
    pthread_mutex_unlock(&m);
    if (v == 1) sleep(5);
    sem_wait(&s);
    return p;
}
int main(void) {
    pthread_t t;
    sem_init(&s, 0, 0);
    pthread_create(&t, NULL, child, NULL);
    pthread_mutex_lock(&m);
    x = 1;
    pthread_mutex_unlock(&m);
    sem_post(&s);
    pthread_join(t, NULL);
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    assert(now.tv_sec < 3); /*here*/
    return 0;
}
