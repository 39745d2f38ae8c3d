/* k: 1 */
#include "pair.h"
#include <heddle/heddle.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *reader(void *unused) {
    heddle_assert(!pthread_mutex_trylock(&lock));
    return unused;
}
static void *writer(void *unused) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return unused;
}
MAIN(reader, writer)
