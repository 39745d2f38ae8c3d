/* expect: api @a "static initialiser" */
/* options: --keep-going=none */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
    pthread_mutex_init(&m, NULL); /*a*/
    assert(0);
}
