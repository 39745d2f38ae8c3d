/* expect: assertion @first "written == 0" */
/* Neither reader gives the lock back without the other one, so that the writer comes first only before
 * both. */
#include <heddle/heddle.h>
#include <pthread.h>
#include <semaphore.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t one, two;
static int written;

static void *reads(void *unused) {
    pthread_rwlock_rdlock(&lock);
    sem_post(&one);
    sem_wait(&two);
    heddle_assert(written == 0); /*first*/
    pthread_rwlock_unlock(&lock);
    return unused;
}
static void *reads_too(void *unused) {
    pthread_rwlock_rdlock(&lock);
    sem_post(&two);
    sem_wait(&one);
    pthread_rwlock_unlock(&lock);
    return unused;
}
static void *writes(void *unused) {
    pthread_rwlock_wrlock(&lock);
    written = 1;
    pthread_rwlock_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t t;
    sem_init(&one, 0, 0);
    sem_init(&two, 0, 0);
    pthread_create(&t, 0, reads, 0);
    pthread_create(&t, 0, reads_too, 0);
    pthread_create(&t, 0, writes, 0);
    pthread_exit(0);
}
