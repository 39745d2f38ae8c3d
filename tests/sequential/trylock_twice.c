/* k: 2 */
/* Each attempt that fails counts: of two critical sections, or of one. */
#include "pair.h"
#include <heddle/heddle.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *reader(void *unused) {
    int failed = 0;
    for (int k = 0; k < 3; k++)
        if (pthread_mutex_trylock(&lock))
            failed++;
        else
            pthread_mutex_unlock(&lock), failed *= 2;
    heddle_assert(failed != 3);
    return unused;
}
static void *writer(void *unused) {
    for (int k = 0; k < 2; k++) {
        pthread_mutex_lock(&lock);
        pthread_mutex_unlock(&lock);
    }
    return unused;
}
MAIN(reader, writer)
