/* expect: hang @looks "waits in a loop for ever" */
/* Threads that look under a read-write lock, under a semaphore, and whether a pipe has something. */
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>
static int flag, count, ends[2];
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t once;
static int reads(void) {
    pthread_rwlock_rdlock(&lock); /*looks*/
    int seen = flag;
    pthread_rwlock_unlock(&lock);
    return seen;
}
static int takes(void) {
    sem_wait(&once);
    int seen = count;
    sem_post(&once);
    return seen;
}
static int polls(void) {
    struct pollfd f = {ends[0], POLLIN, 0};
    return poll(&f, 1, 0);
}
static void *thread(void *p) {
    int (*look)(void) = (int (*)(void))p;
    while (!look()) {}
    return p;
}
int main(void) {
    pthread_t t[3];
    pipe(ends);
    sem_init(&once, 0, 1);
    pthread_create(&t[0], 0, thread, (void *)reads);
    pthread_create(&t[1], 0, thread, (void *)takes);
    pthread_create(&t[2], 0, thread, (void *)polls);
    pthread_rwlock_wrlock(&lock);
    flag = 1;
    flag = 0;
    pthread_rwlock_unlock(&lock);
    for (int k = 0; k < 3; k++) pthread_join(t[k], 0);
    return 0;
}
