/* k: 1 */
/* The inner lock protects nothing on its own. */
#include "pair.h"
#include <heddle/heddle.h>
static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER, inner = PTHREAD_MUTEX_INITIALIZER;
static int x, y;
static void *reader(void *unused) {
    pthread_mutex_lock(&inner);
    int a = x;
    pthread_mutex_unlock(&inner);
    pthread_mutex_lock(&inner);
    heddle_assert(a == y);
    pthread_mutex_unlock(&inner);
    return unused;
}
static void *writer(void *unused) {
    pthread_mutex_lock(&outer);
    pthread_mutex_lock(&inner);
    x = 1;
    y = 1;
    pthread_mutex_unlock(&inner);
    pthread_mutex_unlock(&outer);
    return unused;
}
MAIN(reader, writer)
