/* expect: safe */
/* A reader looks under the lock until the writer is done, and then reads without it. Wrong: the writer says
 * so too early. */
#include <pthread.h>
#include "bound.h"
extern void reach_error(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int done, value;
static int is_done(void) {
    pthread_mutex_lock(&m);
    int d = done;
    pthread_mutex_unlock(&m);
    return d;
}
static void *writer(void *arg) {
#ifdef WRONG
    pthread_mutex_lock(&m);
    done = 1;
    pthread_mutex_unlock(&m);
    value = 42;
#else
    value = 42;
    pthread_mutex_lock(&m);
    done = 1;
    pthread_mutex_unlock(&m);
#endif
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    SPIN_WHILE(!is_done());
    if (value != 42) reach_error();
    pthread_join(t, 0);
    return 0;
}
