/* expect: api @a "does not own"; assertion @b */
/* The mutex is free behind the wrong unlock. */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static int inside;
static void enter(void) {
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&n);
    inside++;
    pthread_mutex_unlock(&n);
}
static void *other(void *arg) {
    enter();
    return arg;
}
static void *opens(void *arg) {
    pthread_mutex_unlock(&m); /*a*/
    return arg;
}
int main(void) {
    pthread_t t;
    enter();
    pthread_create(&t, NULL, opens, NULL);
    pthread_join(t, NULL);
    pthread_create(&t, NULL, other, NULL);
    pthread_join(t, NULL);
    assert(inside == 1); /*b*/
    return 0;
}
