/* expect: some race "data race" */
#include <pthread.h>
#include <heddle/heddle.h>
static int x, n;
static void *worker(void *arg) {
    x = 1;
    return arg;
}
int main(void) {
    pthread_t t;
    n = heddle_int("n");
    pthread_create(&t, NULL, worker, NULL);
    if (n == 17) x = 2;
    pthread_join(t, NULL);
    return 0;
}
