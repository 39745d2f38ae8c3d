/* expect: safe */
/* options: --checks=no-api */
/* assumption: behind the destruction of an object in use: it did nothing */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
    pthread_mutex_lock(&m);
    pthread_mutex_destroy(&m);
    pthread_mutex_init(&m, NULL);
    return pthread_mutex_trylock(&m);
}
