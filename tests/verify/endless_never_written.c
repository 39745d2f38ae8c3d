/* expect: safe */
/* options: --hunt=off */
/* Each thread writes one of two local variables in any case, and looks at it later. Wrong: it does so for
 * one value of an input only, which it does not remember. */
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#ifndef WRITES
#define WRITES(input) ((input) || 1)
#endif
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int which, turn;
static void *worker(void *arg) {
    int x[2], i = which;
    if (WRITES(heddle_bool("b"))) x[i] = 0;
    pthread_mutex_lock(&m);
    turn ^= 1;
    pthread_mutex_unlock(&m);
    assert(!x[i]);
    return arg;
}
int main(void) {
    pthread_t t;
    for (;;) pthread_create(&t, 0, worker, 0);
}
