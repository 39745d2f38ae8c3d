/* expect: api @a "the mutex `m` is unlocked by a thread that does not own it"; api @c "is not locked"; assertion @b */
/* assumption: behind the unlock of a mutex that another thread holds: it became free */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int result = -1;
static void *other(void *arg) {
    pthread_mutex_unlock(&m); /*a*/
    result = pthread_mutex_trylock(&m);
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, NULL, other, NULL);
    pthread_join(t, NULL);
    assert(pthread_mutex_unlock(&m) == 0); /*c*/
    assert(result);                        /*b*/
    return 0;
}
