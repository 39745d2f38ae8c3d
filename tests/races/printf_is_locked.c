/* expect: safe */
#include <pthread.h>
#include <stdio.h>
static int x;
static void *worker(void *arg) {
    printf("a %d\n", 1);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    printf("b %d\n", 2);
    pthread_join(t, NULL);
    return 0;
}
