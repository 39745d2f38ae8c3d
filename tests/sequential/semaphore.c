/* k: 2 */
/* The semaphore that the other thread posted, and the value that it wrote before. */
#include "pair.h"
#include <heddle/heddle.h>
#include <semaphore.h>
static sem_t there;
static int x;
static void *reader(void *unused) {
    sem_wait(&there);
    heddle_assert(x != 5);
    return unused;
}
static void *writer(void *unused) {
    x = 5;
    sem_post(&there);
    return unused;
}
int main(void) {
    sem_init(&there, 0, 0);
    RUN(NULL, reader, writer);
    return 0;
}
