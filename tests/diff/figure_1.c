/* Guo et al., Conc-iSE, figure 1: two threads, two variables, the second value changes. */
#include <assert.h>
#include <pthread.h>
static int x, y;
static void *reader(void *arg) {
    int a = x;
    int b = y;
    assert(a >= 0);
    assert(b >= 0);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, reader, NULL);
    x = VERSION;
    y = 1;
    pthread_join(t, NULL);
    return 0;
}
