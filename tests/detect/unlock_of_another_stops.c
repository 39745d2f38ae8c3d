/* expect: api @a "is unlocked by a thread that does not own it" */
/* options: --keep-going=none */
/* The thread stops before the unlock, so nobody else gets the mutex. */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *gives(void *arg) {
    pthread_mutex_unlock(&m); /*a*/
    assert(0);
    return arg;
}
static void *takes(void *arg) {
    pthread_mutex_lock(&m);
    assert(0);
    return arg;
}
int main(void) {
    pthread_t t, u;
    pthread_mutex_lock(&m);
    pthread_create(&t, NULL, gives, NULL);
    pthread_create(&u, NULL, takes, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
