/* expect: safe */
/* Who waits for a routine whose thread ends in it runs it; nobody passes before one has returned. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int begun, done;
static void initialise(void) {
    if (begun++ == 0) pthread_exit(NULL);
    done++;
}
static void *child(void *p) {
    pthread_once(&once, initialise);
    assert(done == 1 && begun == 2);
    return p;
}
int main(void) {
    pthread_t t[3];
    for (int k = 0; k < 3; k++) pthread_create(&t[k], NULL, child, NULL);
    for (int k = 0; k < 3; k++) pthread_join(t[k], NULL);
    assert(done == 1 && begun == 2);
    return 0;
}
