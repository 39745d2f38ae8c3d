/* expect: assertion @a */
/* options: --checks=no-api */
/* assumption: behind a second initialisation: the object is a new one */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
    pthread_mutex_init(&m, NULL);
    assert(0); /*a*/
}
