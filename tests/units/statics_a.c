/* Static functions and variables; case same_names gives those of the two units one name. */
#include <assert.h>
#include <pthread.h>
#ifndef IN_A
#define IN_A(name) name##_a
#endif
static int IN_A(count);
static void *IN_A(add)(void *n) {
    IN_A(count) += *(int *)n;
    return n;
}
int run_b(void);
int main(void) {
    pthread_t t;
    int one = 1;
    pthread_create(&t, NULL, IN_A(add), &one);
    int b = run_b();
    pthread_join(t, NULL);
    assert(b != 3);
    return IN_A(count);
}
