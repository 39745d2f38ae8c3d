/* expect: safe */
/* Two threads hand a ball to and fro for ever; each looks under the lock until the ball is on its side.
 * Wrong: the second also plays when it is not. */
#include <pthread.h>
#include "bound.h"
extern void reach_error(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int ball, last = 1;
static void *player(void *arg) {
    int me = (int)(long)arg;
    FOREVER {
        pthread_mutex_lock(&m);
#ifdef WRONG
        if (ball == me || me == 1) {
#else
        if (ball == me) {
#endif
            if (last == me) reach_error();
            last = me;
            ball = 1 - me;
        }
        pthread_mutex_unlock(&m);
    }
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, player, (void *)1);
    player((void *)0);
    return 0;
}
