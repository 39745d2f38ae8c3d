/* expect: assertion @LOST */
/* Who does not look at EINTR takes the signal for a post. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
static sem_t items;
static atomic_int made;
static void handler(int n) { (void)n; }
static void *worker(void *arg) {
    sem_wait(&items);
    assert(made); /* LOST */
    return arg;
}
int main(void) {
    pthread_t t;
    struct sigaction a = {.sa_handler = handler};
    sigaction(SIGUSR1, &a, NULL);
    sem_init(&items, 0, 0);
    pthread_create(&t, NULL, worker, NULL);
    pthread_kill(t, SIGUSR1);
    made = 1;
    sem_post(&items);
    pthread_join(t, NULL);
    return 0;
}
