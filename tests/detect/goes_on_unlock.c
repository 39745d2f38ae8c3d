/* expect: api @a "not locked"; assertion @b */
/* assumption: behind the unlock of a mutex that is not locked: it did nothing */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
    pthread_mutex_unlock(&m);          /*a*/
    assert(pthread_mutex_trylock(&m)); /*b*/
    return 0;
}
