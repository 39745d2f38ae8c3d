/* expect: api @a "is unlocked by a thread that does not own it"; assertion @b */
/* Who waits for the mutex gets it, and a failed assertion follows. Without the unlock it would wait for ever.
 */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int taken;
static void *waits(void *arg) {
    pthread_mutex_lock(&m);
    taken = 1;
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    pthread_t t, u;
    pthread_mutex_lock(&m);
    pthread_create(&t, NULL, waits, NULL);
    void *gives(void *);
    pthread_create(&u, NULL, gives, NULL);
    pthread_join(u, NULL);
    pthread_join(t, NULL);
    assert(!taken); /*b*/
    return 0;
}
void *gives(void *arg) {
    pthread_mutex_unlock(&m); /*a*/
    return arg;
}
