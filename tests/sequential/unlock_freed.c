/* k: 1 memory */
/* told: 0 */
/* Freed by the other thread while this one holds the lock in it. */
#include "pair.h"
#include <heddle/heddle.h>
#include <stdlib.h>
static void *reader(void *argument) {
    pthread_mutex_lock(argument);
    pthread_mutex_unlock(argument);
    return NULL;
}
static void *writer(void *argument) {
    free(argument);
    return NULL;
}
int main(void) {
    pthread_mutex_t *lock = calloc(1, sizeof *lock);
    pthread_mutex_init(lock, NULL);
    RUN(lock, reader, writer);
    return 0;
}
