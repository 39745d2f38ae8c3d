/* k: 0 */
/* A wait that is not in a loop may end before anything has changed. */
#include "pair.h"
#include <heddle/heddle.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int x;
static void *reader(void *unused) {
    pthread_mutex_lock(&lock);
    if (!x) pthread_cond_wait(&changed, &lock);
    heddle_assert(x);
    pthread_mutex_unlock(&lock);
    return unused;
}
static void *writer(void *unused) {
    pthread_mutex_lock(&lock);
    x = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return unused;
}
MAIN(reader, writer)
