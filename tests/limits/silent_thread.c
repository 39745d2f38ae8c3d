/* One thread computes for long between two visible operations, another one fails: to execute the finding
 * again takes longer than the time that is left. It is told nevertheless, as not confirmed. */
#include <assert.h>
#include <pthread.h>
static void *fails(void *p) {
    assert(!p);
    return 0;
}
int main(void) {
    pthread_t a;
    volatile unsigned long s = 0;
    pthread_create(&a, 0, fails, &a);
    for (unsigned long i = 0; i < 10000000000ul; i++) s += i;
    pthread_join(a, 0);
    return 0;
}
