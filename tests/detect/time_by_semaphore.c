/* expect: assertion @late */
/* A post that comes after a wait knows of the time at which it was made, one before it does not; the
 * semaphore and what the threads do are the same. */
#include <heddle/heddle.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>
static int x0;
static atomic_int a0;
static sem_t xm;
static void *thread1(void *r) {
    if (atomic_load(&a0) != 0) sleep(1);
    sem_wait(&xm);
    return r;
}
static void *thread2(void *r) {
    x0 = 3;
    return r;
}
int main(void) {
    pthread_t h1, h2;
    long begun = time(0);
    sem_init(&xm, 0, 0);
    pthread_create(&h1, 0, thread1, 0);
    pthread_create(&h2, 0, thread2, 0);
    atomic_store(&a0, 1);
    sem_post(&xm);
    sem_post(&xm);
    pthread_join(h2, 0);
    heddle_assert(time(0) == begun); /*late*/
    return 0;
}
