/* expect: race @ready "`ready`"; race @own "`c`" */
/* `c` is read whatever the flag says, so its race is one of its own, although the first run hands it over. */
#include <pthread.h>
static int a, b, c, ready, sum;
static void *reader(void *arg) {
    if (ready) /*ready*/
        sum = a + b;
    sum += c; /*own*/
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, reader, NULL);
    a = 1;
    b = 2;
    c = 3;
    ready = 1;
    pthread_join(t, NULL);
    return 0;
}
