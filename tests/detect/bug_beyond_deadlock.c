/* expect: deadlock ""; assertion @a "" */
#include <assert.h>
#include <pthread.h>
/* The first schedules deadlock; the failure is on those that do not. */
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int order;
static void *one(void *u) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    order = order * 10 + 1;
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return u;
}
static void *two(void *u) {
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    order = order * 10 + 2;
    assert(order != 21 && order != 2); /*a*/
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return u;
}
int main(void) {
    pthread_t t, v;
    pthread_create(&t, NULL, one, NULL);
    pthread_create(&v, NULL, two, NULL);
    pthread_join(t, NULL);
    pthread_join(v, NULL);
    return 0;
}
