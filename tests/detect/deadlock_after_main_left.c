/* expect: deadlock "" */
#include <pthread.h>
/* Main leaves by pthread_exit; the others deadlock after that. */
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *one(void *u) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return u;
}
static void *two(void *u) {
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return u;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, one, NULL);
    pthread_create(&t, NULL, two, NULL);
    pthread_exit(NULL);
}
