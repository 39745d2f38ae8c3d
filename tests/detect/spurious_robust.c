/* expect: assertion @a */
/* options: --checks=none,assertion */
/* The owner of a robust mutex ends while another thread waits in a loop. Who comes later is told by the lock,
 * and only who wakes by the wait. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_mutex_t m;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void *owner(void *a) {
    int told = pthread_mutex_lock(&m);
    if (told == EOWNERDEAD) pthread_mutex_consistent(&m);
    return a;
}

int main(void) {
    pthread_mutexattr_t attr;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&m, &attr);
    pthread_t t;
    pthread_create(&t, 0, owner, 0);
    int told = pthread_mutex_lock(&m);
    while (!ready && !told) {
        int woken = pthread_cond_wait(&c, &m);
        assert(woken != EOWNERDEAD); /*a*/
    }
    return 0;
}
