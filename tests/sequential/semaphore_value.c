/* k: 1 */
/* sem_getvalue writes to memory that the other thread reads. */
#include "pair.h"
#include <heddle/heddle.h>
#include <semaphore.h>
static sem_t s;
static int value;
static void *reader(void *unused) {
    heddle_assert(value != 1);
    return unused;
}
static void *writer(void *unused) {
    sem_getvalue(&s, &value);
    value = 0;
    return unused;
}
int main(void) {
    sem_init(&s, 0, 1);
    RUN(NULL, reader, writer);
    return 0;
}
