/* expect: api @a "without having been destroyed"; assertion @b */
/* Behind the second initialisation the mutex is free: two threads are in the section. */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m;
static int inside;
static void *enter(void *arg) {
    pthread_mutex_lock(&m);
    inside++;
    assert(inside == 1); /*b*/
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_mutex_init(&m, NULL);
    pthread_mutex_lock(&m);
    inside++;
    pthread_mutex_init(&m, NULL); /*a*/
    pthread_create(&t, NULL, enter, NULL);
    pthread_join(t, NULL);
    return 0;
}
