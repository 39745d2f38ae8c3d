/* k: 2 */
/* The thread has waited: the other one must wake it, which it does behind its section. */
#include "pair.h"
#include <heddle/heddle.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int x, y;
static void *reader(void *unused) {
    int waited = 0;
    pthread_mutex_lock(&lock);
    while (!x) {
        waited = 1;
        pthread_cond_wait(&changed, &lock);
    }
    pthread_mutex_unlock(&lock);
    heddle_assert(!waited || y != 7);
    return unused;
}
static void *writer(void *unused) {
    pthread_mutex_lock(&lock);
    y = 7;
    x = 1;
    pthread_mutex_unlock(&lock);
    pthread_cond_broadcast(&changed);
    return unused;
}
MAIN(reader, writer)
