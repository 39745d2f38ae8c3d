/* expect: assertion @a "x != 1" */
/* The thread of the false assumption stops while it holds the lock; the bug needs no lock. */
#include <heddle/heddle.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int zero;
static void *assumes(void *arg) {
    pthread_mutex_lock(&m);
    heddle_assume(zero);
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, assumes, NULL);
    int x = heddle_int("x");
    heddle_assert(x != 1); /*a*/
    return 0;
}
