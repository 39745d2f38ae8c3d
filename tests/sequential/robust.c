/* k: none */
/* lost: robust mutexes are taken as others */
#include "pair.h"
#include <heddle/heddle.h>
static pthread_mutex_t m;
static void *reader(void *unused) {
    heddle_assert(!pthread_mutex_lock(&m));
    return unused;
}
static void *writer(void *unused) {
    pthread_mutex_lock(&m);
    return unused;
}
int main(void) {
    pthread_mutexattr_t robust;
    pthread_mutexattr_init(&robust);
    pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&m, &robust);
    RUN(NULL, reader, writer);
    return 0;
}
