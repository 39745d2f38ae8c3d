/* expect: assertion @a "x == 0" */
/* Found only when the lock is taken before the other thread stops with it. */
#include <heddle/heddle.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int zero, x;
static void *assumes(void *arg) {
    pthread_mutex_lock(&m);
    x = 1;
    heddle_assume(zero);
    return arg;
}
static void *fails(void *arg) {
    pthread_mutex_lock(&m);
    heddle_assert(x == 0 && zero); /*a*/
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], NULL, assumes, NULL);
    pthread_create(&t[1], NULL, fails, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return 0;
}
