/* k: 1 */
/* Two may read at a time, so only the attempt to write fails beside one that reads. */
#include "pair.h"
#include <heddle/heddle.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static void *reader(void *unused) {
    if (pthread_rwlock_tryrdlock(&lock)) {
        heddle_assert(0);
    } else {
        pthread_rwlock_unlock(&lock);
        heddle_assert(!pthread_rwlock_trywrlock(&lock)); /* here */
    }
    return unused;
}
static void *writer(void *unused) {
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
    return unused;
}
MAIN(reader, writer)
