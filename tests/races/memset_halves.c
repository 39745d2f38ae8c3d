/* expect: safe */
/* Two threads set the halves of an array, each as one range; the border lies within a word. */
#include <pthread.h>
#include <string.h>
#ifndef OVERLAP
#define OVERLAP 0
#endif
static char array[20001];
static void *worker(void *arg) {
    memset(array, 1, 10001 + OVERLAP);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    memset(array + 10001, 2, 10000);
    pthread_join(t, NULL);
    return 0;
}
