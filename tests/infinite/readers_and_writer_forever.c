/* expect: safe */
/* A writer sets a pair under a lock for ever, two readers compare its parts for ever. Wrong: the writer gives
 * the lock back in between. */
#include <pthread.h>
#include "bound.h"
extern void reach_error(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int a, b;
static void *writer(void *arg) {
    int v = 0;
    FOREVER {
        v = 1 - v;
        pthread_mutex_lock(&m);
        a = v;
#ifdef WRONG
        pthread_mutex_unlock(&m);
        pthread_mutex_lock(&m);
#endif
        b = v;
        pthread_mutex_unlock(&m);
    }
    return 0;
}
static void *reader(void *arg) {
    FOREVER {
        pthread_mutex_lock(&m);
        if (a != b) reach_error();
        pthread_mutex_unlock(&m);
    }
    return 0;
}
int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, reader, 0);
    pthread_create(&u, 0, reader, 0);
    writer(0);
    return 0;
}
