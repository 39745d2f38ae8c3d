/* expect: assertion @had; assertion @ended; assertion @late; assertion @latewith */
/* A handler posts the semaphore that its thread waits for: the wait may end with EINTR all the same, but with
 * SA_RESTART. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <time.h>
static sem_t items;
static void handler(int n) {
    (void)n;
    sem_post(&items);
}
static void *sender(void *main) {
    pthread_kill(*(pthread_t *)main, SIGUSR1);
    return NULL;
}
int main(void) {
    pthread_t t, self = pthread_self();
    struct sigaction a = {.sa_handler = handler, .sa_flags = SA_RESTART};
    const struct timespec at = {1l << 40, 0};
    int left;
    sem_init(&items, 0, 0);
    sigaction(SIGUSR1, &a, NULL);
    pthread_create(&t, NULL, sender, &self);
    assert(!sem_wait(&items) && sem_trywait(&items));
    pthread_join(t, NULL);
    a.sa_flags = 0;
    sigaction(SIGUSR1, &a, NULL);
    pthread_create(&t, NULL, sender, &self);
    int r = sem_timedwait(&items, &at), error = r ? errno : 0;
    sem_getvalue(&items, &left);
    pthread_join(t, NULL);
    if (!error) assert(left);                        /*had*/
    if (error == EINTR) assert(!left);               /*ended*/
    if (error == ETIMEDOUT && !left) assert(!error); /*late*/
    if (error == ETIMEDOUT && left) assert(!error);  /*latewith*/
    return 0;
}
