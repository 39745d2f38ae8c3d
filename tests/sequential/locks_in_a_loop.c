/* k: 2 */
/* Locks of an array, taken at one place in the program; of both the other thread is seen. */
#include "pair.h"
#include <heddle/heddle.h>
static pthread_mutex_t lock[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int a[2];
static void *reader(void *unused) {
    int seen = 0;
    for (int k = 0; k < 2; k++) {
        pthread_mutex_lock(&lock[k]);
        seen = seen * 2 + a[k];
    }
    heddle_assert(seen != 3);
    for (int k = 0; k < 2; k++) pthread_mutex_unlock(&lock[k]);
    return unused;
}
static void *writer(void *unused) {
    for (int k = 0; k < 2; k++) {
        pthread_mutex_lock(&lock[k]);
        a[k] = 1;
        pthread_mutex_unlock(&lock[k]);
    }
    return unused;
}
MAIN(reader, writer)
