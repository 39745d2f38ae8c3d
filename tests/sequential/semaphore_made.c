/* k: 2 */
/* A thread makes a semaphore, or the other one tries it when there is nothing yet. */
#include "pair.h"
#include <heddle/heddle.h>
#include <semaphore.h>
#include <stdatomic.h>
static sem_t s;
static atomic_int made;
static void *reader(void *unused) {
    if (atomic_load(&made)) heddle_assert(sem_trywait(&s));
    return unused;
}
static void *writer(void *unused) {
    sem_init(&s, 0, 1);
    atomic_store(&made, 1);
    return unused;
}
MAIN(reader, writer)
