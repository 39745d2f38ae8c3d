/* expect: race @read "data" */
/* options: --volatile=relaxed */
/* Volatile accesses taken as relaxed atomics order nothing. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int data;
static volatile int flag;

static void *first(void *a) {
    data = 1;
    flag = 1;
    return a;
}

static void *second(void *a) {
    int r = 0;
    if (flag) r = data; /*read*/
    return r > 1 ? NULL : a;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
