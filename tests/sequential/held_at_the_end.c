/* k: none */
/* The other thread never gives its lock back: who sees what it wrote there does not get the lock. */
#include "pair.h"
#include <heddle/heddle.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *reader(void *unused) {
    pthread_mutex_lock(&lock);
    heddle_assert(!x);
    pthread_mutex_unlock(&lock);
    return unused;
}
static void *writer(void *unused) {
    pthread_mutex_lock(&lock);
    x = 1;
    return unused;
}
MAIN(reader, writer)
