/* expect: assertion "alone" */
/* Six readers never give the lock back: only a writer that comes before all of them gets it. */
#include <heddle/heddle.h>
#include <pthread.h>
#define READERS 6
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static void *reader(void *arg) {
    pthread_rwlock_rdlock(&lock);
    heddle_assume(0);
    return arg;
}
static void *writer(void *arg) {
    int alone = 0;
    pthread_rwlock_wrlock(&lock);
    heddle_assert(alone);
    return arg;
}
int main(void) {
    pthread_t t[READERS + 1];
    for (int i = 0; i < READERS; i++) pthread_create(&t[i], 0, reader, 0);
    pthread_create(&t[READERS], 0, writer, 0);
    for (int i = 0; i <= READERS; i++) pthread_join(t[i], 0);
    return 0;
}
