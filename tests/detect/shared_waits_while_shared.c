/* expect: deadlock @waits; assertion @fails */
/*
 * A thread shares a lock and ends with it; another one shares it until the first has posted. The
 * writer is enabled only without both: the second one's release goes with the first one's events.
 */
#include <heddle/heddle.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t posted;

static void *keeps(void *unused) {
    pthread_rwlock_rdlock(&lock);
    sem_post(&posted);
    return unused;
}

static void *waits(void *unused) {
    pthread_rwlock_rdlock(&lock);
    sem_wait(&posted);
    pthread_rwlock_unlock(&lock);
    return unused;
}

static void *writes(void *unused) {
    pthread_rwlock_wrlock(&lock); /*waits*/
    heddle_assert(0);             /*fails*/
    return unused;
}

int main(void) {
    pthread_t t;
    sem_init(&posted, 0, 0);
    pthread_create(&t, NULL, keeps, NULL);
    pthread_detach(t);
    pthread_create(&t, NULL, waits, NULL);
    pthread_detach(t);
    pthread_create(&t, NULL, writes, NULL);
    pthread_detach(t);
    pthread_exit(NULL);
}
