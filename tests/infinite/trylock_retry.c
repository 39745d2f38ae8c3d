/* expect: safe */
/* Two locks in opposite orders; whoever does not get the second gives back the first and tries again: no
 * deadlock, but no bound. Wrong: the first is kept. */
#include <pthread.h>
#include "bound.h"
extern void reach_error(void);
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int inside;
static void *worker(void *arg) {
    pthread_mutex_t *first = arg ? &a : &b, *second = arg ? &b : &a;
    FOREVER {
        pthread_mutex_lock(first);
#ifdef WRONG
        pthread_mutex_lock(second);
#else
        if (pthread_mutex_trylock(second) != 0) {
            pthread_mutex_unlock(first);
            continue;
        }
#endif
        if (++inside != 1) reach_error();
        inside--;
        pthread_mutex_unlock(second);
        pthread_mutex_unlock(first);
        break;
    }
    return 0;
}
int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, worker, &a);
    pthread_create(&u, 0, worker, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
