/* k: 0 memory */
/* lost: the other thread fails while it holds a lock */
/* What the reader does while the other thread holds the lock and has not failed yet is not explored. */
#include "pair.h"
#include <heddle/heddle.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *reader(void *unused) {
    heddle_assert(!x);
    return unused;
}
static void *writer(void *unused) {
    pthread_mutex_lock(&lock);
    x = 1;
    *(volatile int *)0 = 1;
    pthread_mutex_unlock(&lock);
    return unused;
}
MAIN(reader, writer)
