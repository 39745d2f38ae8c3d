/* expect: some race "data race" */
#include <pthread.h>
#include <heddle/heddle.h>
static int a[4];
static unsigned i, j;
static void *worker(void *arg) {
    a[i] = 1;
    return arg;
}
int main(void) {
    pthread_t t;
    i = heddle_uint("i") & 3;
    j = heddle_uint("j") & 3;
    pthread_create(&t, NULL, worker, NULL);
    a[j] = 2;
    pthread_join(t, NULL);
    return 0;
}
