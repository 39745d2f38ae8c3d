/* expect: race "`ready`"; race @own "`b`" */
/* The second write of `b` comes after the flag. */
#include <pthread.h>
static int a, b, ready, sum;
static void *reader(void *arg) {
    if (ready) sum = a + b; /*own*/
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, reader, NULL);
    a = 1;
    b = 2;
    ready = 1;
    b = 3;
    pthread_join(t, NULL);
    return 0;
}
