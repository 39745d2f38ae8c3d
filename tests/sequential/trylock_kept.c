/* k: 2 */
/* An attempt that fails, and a read: the other thread has done both halves of its change by then, and still
 * holds the lock. */
#include "pair.h"
#include <heddle/heddle.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int a;
static void *reader(void *unused) {
    if (pthread_mutex_trylock(&lock))
        heddle_assert(a != 2);
    else
        pthread_mutex_unlock(&lock);
    return unused;
}
static void *writer(void *unused) {
    pthread_mutex_lock(&lock);
    a = 1;
    a = 2;
    a = 3;
    pthread_mutex_unlock(&lock);
    return unused;
}
MAIN(reader, writer)
