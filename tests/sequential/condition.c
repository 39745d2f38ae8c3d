/* k: 1 */
/* With x as the other thread wrote it there is nothing to wait for. */
#include "pair.h"
#include <heddle/heddle.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int x;
static void *reader(void *unused) {
    pthread_mutex_lock(&lock);
    while (!x) pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    heddle_assert(0);
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
