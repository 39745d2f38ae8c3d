/* expect: safe */
/* options: --checks=no-api */
/* assumption: behind the unlock of a mutex that another thread holds: it became free */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *takes(void *arg) {
    pthread_mutex_lock(&m);
    return arg;
}
static void *gives(void *arg) {
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, takes, NULL);
    pthread_create(&u, NULL, gives, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
