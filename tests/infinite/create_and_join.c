/* expect: safe */
/* Two threads are created and joined for ever: their numbers come back, and so does the state. Wrong: one of
 * them does not undo what it did. */
#include <pthread.h>
#include "bound.h"
extern void reach_error(void);
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *arg) {
    pthread_mutex_lock(&m);
    if (++x > 12) reach_error();
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
#ifdef WRONG
    if (arg)
#endif
        x--;
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void) {
    FOREVER {
        pthread_t t, u;
        pthread_create(&t, 0, worker, 0);
        pthread_create(&u, 0, worker, &x);
        pthread_join(t, 0);
        pthread_join(u, 0);
    }
    return 0;
}
