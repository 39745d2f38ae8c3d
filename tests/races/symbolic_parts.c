/* expect: safe */
/* Two threads write at places that are inputs, in different parts of one large array. */
#include <heddle/heddle.h>
#include <pthread.h>
static int array[4096];
static void *upper(void *arg) {
    unsigned j = heddle_uint("j");
    heddle_assume(j >= 2048 && j < 4096);
    array[j] = 2;
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, upper, NULL);
    unsigned i = heddle_uint("i");
    heddle_assume(i < 2048);
    array[i] = 1;
    pthread_join(t, NULL);
    return 0;
}
