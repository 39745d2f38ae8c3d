/* k: 1 */
/* The lock is given back and y is written at once: the other thread comes after both, or before. */
#include "pair.h"
#include <heddle/heddle.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x, y;
static void *reader(void *unused) {
    if (x) {
        pthread_mutex_lock(&lock);
        heddle_assert(0);
    }
    return unused;
}
static void *writer(void *unused) {
    pthread_mutex_lock(&lock);
    x = 1;
    heddle_atomic_begin();
    pthread_mutex_unlock(&lock);
    y = 1;
    heddle_atomic_end();
    return unused;
}
MAIN(reader, writer)
