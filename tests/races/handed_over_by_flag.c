/* expect: race @ready "`ready`" */
/* The data is handed over by a word that is not atomic: its races follow from that of the word. In the first
 * run the reader sees what main wrote. */
#include <pthread.h>
static int a, b, c, ready, sum;
static void *reader(void *arg) {
    if (ready) /*ready*/
        sum = a + b + c;
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
