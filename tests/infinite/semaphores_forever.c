/* expect: safe */
/* Two semaphores carry two tokens round for ever: where the tokens are is told by the counts of the
 * semaphores alone. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include "bound.h"
static sem_t empty, full;
static int value;
static void *consumer(void *arg) {
    FOREVER {
        sem_wait(&full);
        value = 1 - value;
        sem_post(&empty);
    }
    return arg;
}
int main(void) {
    sem_init(&empty, 0, 2);
    sem_init(&full, 0, 0);
    pthread_t t;
    pthread_create(&t, 0, consumer, 0);
    FOREVER {
        sem_wait(&empty);
#ifdef WRONG
        int left = -1;
        sem_getvalue(&empty, &left);
        assert(left > 0);
#endif
        sem_post(&full);
    }
    return 0;
}
