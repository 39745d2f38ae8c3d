/* expect: safe */
/* Three threads hand a token round for ever with one lock and one condition. Wrong: signal wakes one waiter,
 * perhaps one whose turn it is not. */
#include <pthread.h>
#include "bound.h"
extern void reach_error(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int token, holders;
static void *member(void *arg) {
    int me = (int)(long)arg;
    FOREVER {
        pthread_mutex_lock(&m);
        while (token != me) pthread_cond_wait(&changed, &m);
        if (++holders != 1) reach_error();
        holders--;
        token = (token + 1) % 3;
#ifdef WRONG
        pthread_cond_signal(&changed);
#else
        pthread_cond_broadcast(&changed);
#endif
        pthread_mutex_unlock(&m);
    }
    return 0;
}
int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, member, (void *)1);
    pthread_create(&u, 0, member, (void *)2);
    member((void *)0);
    return 0;
}
