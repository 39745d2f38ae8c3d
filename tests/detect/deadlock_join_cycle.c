/* expect: deadlock "joins" */
#include <pthread.h>
static pthread_t first, second;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *a(void *arg) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_join(second, NULL);
    return arg;
}
static void *b(void *arg) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_join(first, NULL);
    return arg;
}
int main(void) {
    pthread_mutex_lock(&m);
    pthread_create(&first, NULL, a, NULL);
    pthread_create(&second, NULL, b, NULL);
    pthread_mutex_unlock(&m);
    pthread_exit(NULL);
}
