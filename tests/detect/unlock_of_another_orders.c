/* expect: assertion @a; assertion @b; assertion @c */
/* options: --checks=no-api,no-race */
/* Each order of the stranger's unlock shows elsewhere: it does nothing before the lock, lets two threads in
 * between, and takes the mutex away from the second one behind that. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int inside, gone;
static void *works(void *arg) {
    pthread_mutex_lock(&m);
    assert(inside++ == 0);  /*a*/
    if (gone) assert(!arg); /*b*/
    inside--;
    pthread_mutex_unlock(&m);
    return arg;
}
static void *stranger(void *arg) {
    pthread_mutex_unlock(&m);
    gone = 1;
    assert(!inside); /*c*/
    return arg;
}
int main(void) {
    pthread_t t[3];
    pthread_create(&t[0], NULL, works, NULL);
    pthread_create(&t[1], NULL, works, t);
    pthread_create(&t[2], NULL, stranger, NULL);
    for (int k = 0; k < 3; k++) pthread_join(t[k], NULL);
    return 0;
}
