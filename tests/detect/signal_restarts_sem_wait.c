/* expect: safe */
/* With SA_RESTART, or where somebody else posts first, the wait goes on until it has what the handler posts.
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
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
    sigaction(SIGUSR1, &a, NULL);
    sem_init(&items, 0, 0);
    pthread_create(&t, NULL, sender, &self);
    assert(!sem_wait(&items));
    pthread_join(t, NULL);
    assert(sem_trywait(&items));
    return 0;
}
