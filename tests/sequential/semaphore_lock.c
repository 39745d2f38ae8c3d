/* k: none */
/* A semaphore as a lock. */
#include "pair.h"
#include <heddle/heddle.h>
#include <semaphore.h>
static sem_t lock;
static int x, y;
static void *reader(void *unused) {
    sem_wait(&lock);
    int a = x, b = y;
    sem_post(&lock);
    heddle_assert(a == b);
    return unused;
}
static void *writer(void *unused) {
    sem_wait(&lock);
    x = 1;
    y = 1;
    sem_post(&lock);
    return unused;
}
int main(void) {
    sem_init(&lock, 0, 1);
    RUN(NULL, reader, writer);
    return 0;
}
