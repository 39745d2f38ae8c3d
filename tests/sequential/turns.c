/* k: none */
/* Two semaphores: the threads take turns, and each read of the value is of the other thread's turn. */
#include "pair.h"
#include <heddle/heddle.h>
#include <semaphore.h>
static sem_t full, empty;
static int slot;
static void *reader(void *unused) {
    for (int i = 1; i <= 2; i++) {
        sem_wait(&full);
        heddle_assert(slot == i);
        sem_post(&empty);
    }
    return unused;
}
static void *writer(void *unused) {
    for (int i = 1; i <= 2; i++) {
        sem_wait(&empty);
        slot = i;
        sem_post(&full);
    }
    return unused;
}
int main(void) {
    sem_init(&full, 0, 0);
    sem_init(&empty, 0, 1);
    RUN(NULL, reader, writer);
    return 0;
}
