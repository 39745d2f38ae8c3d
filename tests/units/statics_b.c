#include <pthread.h>
#ifndef IN_B
#define IN_B(name) name##_b
#endif
static int IN_B(count);
static void *IN_B(add)(void *n) {
    IN_B(count) += *(int *)n;
    return n;
}
int run_b(void) {
    pthread_t t;
    int two = 2, one = 1;
    pthread_create(&t, NULL, IN_B(add), &two);
    IN_B(add)(&one);
    pthread_join(t, NULL);
    return IN_B(count);
}
