/* expect: safe */
/* A producer makes three items and ends; the consumer would take more for ever, and main does not wait for
 * it. Wrong: main waits for it: a deadlock. */
#include <pthread.h>
#include "bound.h"
extern void reach_error(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static int n;
static void *consumer(void *arg) {
    for (;;) {
        pthread_mutex_lock(&m);
        while (n == 0) pthread_cond_wait(&more, &m);
        n--;
        if (n < 0) reach_error();
        pthread_mutex_unlock(&m);
    }
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, consumer, 0);
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock(&m);
        n++;
        pthread_cond_signal(&more);
        pthread_mutex_unlock(&m);
    }
#ifdef WRONG
    pthread_join(t, 0);
#else
    pthread_detach(t);
#endif
    return 0;
}
