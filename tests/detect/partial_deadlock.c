/* expect: deadlock "" */
#include <pthread.h>
/* Two threads block each other for ever while a third one, and main, end. */
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
static void *bystander(void *u) { return u; }
int main(void) {
    pthread_t t, v, w;
    pthread_create(&t, NULL, one, NULL);
    pthread_create(&v, NULL, two, NULL);
    pthread_create(&w, NULL, bystander, NULL);
    pthread_join(w, NULL);
    return 0;
}
