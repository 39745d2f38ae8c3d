/* expect: deadlock "operate on semaphores" */
/* One call takes a semaphore twice, whose value is 1: it waits until somebody adds to it. Another call, which
 * is not to wait for the first thing that it needs, does not wait for the second one. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/ipc.h>
#include <sys/sem.h>
static int set;

static void *takes(void *p) {
    struct sembuf much[] = {{0, -200, IPC_NOWAIT}, {1, -1, 0}}, twice[] = {{0, -1, 0}, {0, -1, 0}};
    assert(semop(set, much, 2) < 0 && errno == EAGAIN);
    assert(!semop(set, twice, 2)); /* somebody adds */
    semop(set, twice, 2);          /* nobody does */
    return p;
}

int main(void) {
    pthread_t t;
    struct sembuf adds = {0, 1, 0}, adds_two = {0, 2, 0};
    set = semget(IPC_PRIVATE, 2, 0600);
    semop(set, &adds, 1);
    pthread_create(&t, 0, takes, 0);
    semop(set, &adds_two, 1);
    pthread_join(t, 0);
    return 0;
}
