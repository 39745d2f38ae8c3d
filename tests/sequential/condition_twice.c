/* k: 2 */
/* Two waits, one after the other, for what the other thread does in two sections; the second value of x is
 * seen in neither. */
#include "pair.h"
#include <heddle/heddle.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int x, y;
static void *reader(void *unused) {
    int first = 0;
    pthread_mutex_lock(&lock);
    while (!x) {
        first = 1;
        pthread_cond_wait(&changed, &lock);
    }
    int seen = x;
    while (!y) {
        first = 2;
        pthread_cond_wait(&changed, &lock);
    }
    pthread_mutex_unlock(&lock);
    heddle_assert(first != 2 || seen != 1);
    return unused;
}
static void *writer(void *unused) {
    pthread_mutex_lock(&lock);
    x = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    x = 2;
    y = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return unused;
}
MAIN(reader, writer)
