/* expect: race @ready "`ready`" */
#include <pthread.h>
static int a, b, sum;
static volatile int ready;
static void *writer(void *arg) {
    a = 1;
    b = 2;
    ready = 1;
    return arg;
}
static void *reader(void *arg) {
    while (!ready) {} /*ready*/
    sum = a + b;
    return arg;
}
int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, writer, NULL);
    pthread_create(&u, NULL, reader, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
