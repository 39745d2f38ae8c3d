/* expect: api "initialised again: it has a static initialiser" */
#define _GNU_SOURCE
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
int main(void) {
    pthread_mutex_init(&m, NULL);
    return 0;
}
