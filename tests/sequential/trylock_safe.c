/* k: none */
/* Who finds the lock taken, and later free, sees the whole change; who gets it sees it whole or not at all.
 */
#include "pair.h"
#include <heddle/heddle.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int a, b;
static void *reader(void *unused) {
    if (pthread_mutex_trylock(&lock)) {
        pthread_mutex_lock(&lock);
        heddle_assert(a == 1);
    }
    heddle_assert(a == b);
    heddle_assert(pthread_mutex_trylock(&lock));
    pthread_mutex_unlock(&lock);
    return unused;
}
static void *writer(void *unused) {
    pthread_mutex_lock(&lock);
    a = 1;
    b = 1;
    pthread_mutex_unlock(&lock);
    return unused;
}
MAIN(reader, writer)
