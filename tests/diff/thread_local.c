/* The initial value of a thread-local variable, which threads begin with that are created later. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static _Thread_local int step = VERSION;
static atomic_int sum;
static void *add(void *p) {
    sum += step;
    return p;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, add, NULL);
    sum += 1;
    pthread_join(t, NULL);
    assert(sum == 2);
    return 0;
}
