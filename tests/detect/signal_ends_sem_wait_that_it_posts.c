/* expect: assertion @had; assertion @ended; assertion @late; assertion @latewith */
/* A handler posts the semaphore that its thread waits for: the wait may end with EINTR all the same. */
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
    struct sigaction a = {.sa_handler = handler};
    const struct timespec at = {1l << 40, 0};
    int left;
    sigaction(SIGUSR1, &a, NULL);
    sem_init(&items, 0, 0);
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
