/* expect: assertion @LOST */
/* Not every wait that fails before a distant deadline is late: a signal ends it, too. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <time.h>
static sem_t items;
static void handler(int n) { (void)n; }
static void *worker(void *arg) {
    const struct timespec never = {1l << 40, 0};
    if (sem_timedwait(&items, &never)) assert(errno == ETIMEDOUT); /* LOST */
    return arg;
}
int main(void) {
    pthread_t t;
    struct sigaction a = {.sa_handler = handler};
    sigaction(SIGUSR1, &a, NULL);
    sem_init(&items, 0, 0);
    pthread_create(&t, NULL, worker, NULL);
    pthread_kill(t, SIGUSR1);
    sem_post(&items);
    pthread_join(t, NULL);
    return 0;
}
