/* k: 1 */
/* An attempt that fails has read that nothing is there; one that succeeds has read that something is. */
#include "pair.h"
#include <errno.h>
#include <heddle/heddle.h>
#include <semaphore.h>
#include <time.h>
static sem_t s;
static void *reader(void *unused) {
    struct timespec soon = {1, 0}, wrong = {1, -1};
    if (sem_trywait(&s)) {
        heddle_assert(errno == EAGAIN);
        if (sem_timedwait(&s, &wrong)) heddle_assert(errno == EINVAL);
        heddle_assert(sem_timedwait(&s, &soon)); /* here */
    }
    return unused;
}
static void *writer(void *unused) {
    sem_post(&s);
    return unused;
}
int main(void) {
    sem_init(&s, 0, 0);
    RUN(NULL, reader, writer);
    return 0;
}
