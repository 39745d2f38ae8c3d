/* k: 3 */
/* Attempts that fail in one critical section count one by one. */
#include "pair.h"
#include <heddle/heddle.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *reader(void *unused) {
    int failed = 0;
    for (int k = 0; k < 3; k++) failed += !!pthread_mutex_trylock(&lock);
    heddle_assert(failed < 3);
    return unused;
}
static void *writer(void *unused) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return unused;
}
MAIN(reader, writer)
