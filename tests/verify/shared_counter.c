/* expect: safe */
/* options: --interleave=memory */
/* Two threads count with a lock, main checks the sum; in the wrong version one of them forgets the lock. */
#include <assert.h>
#include <pthread.h>
extern void abort(void);
void reach_error(void) { assert(0); }
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int counter;
void *up(void *arg) {
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&m);
        counter++;
        pthread_mutex_unlock(&m);
    }
    return 0;
}
void *up_too(void *arg) {
    for (int i = 0; i < 2; i++) {
#ifndef WRONG
        pthread_mutex_lock(&m);
#endif
        counter++;
#ifndef WRONG
        pthread_mutex_unlock(&m);
#endif
    }
    return 0;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, up, 0);
    pthread_create(&b, 0, up_too, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    if (counter != 4) {
    ERROR:
        reach_error();
        abort();
    }
    return 0;
}
