/* k: 1 */
/* Values by key are each thread's own. */
#include "pair.h"
#include <heddle/heddle.h>
static pthread_key_t key;
static int one, two, x;
static void *reader(void *unused) {
    pthread_setspecific(key, &one);
    int y = x;
    heddle_assert(pthread_getspecific(key) == &one);
    heddle_assert(y != 2);
    return unused;
}
static void *writer(void *unused) {
    pthread_setspecific(key, &two);
    x = pthread_getspecific(key) == &two ? 2 : 1;
    return unused;
}
int main(void) {
    pthread_key_create(&key, NULL);
    RUN(NULL, reader, writer);
    return 0;
}
