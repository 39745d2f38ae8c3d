/* expect: hang @tries "waits in a loop for ever" */
/* Tries to join a thread that is blocked for ever. */
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
static sem_t never;
static void *thread(void *p) {
    sem_wait(&never);
    return p;
}
int main(void) {
    pthread_t t;
    sem_init(&never, 0, 0);
    pthread_create(&t, 0, thread, 0);
    while (pthread_tryjoin_np(t, 0)) {} /*tries*/
    return 0;
}
