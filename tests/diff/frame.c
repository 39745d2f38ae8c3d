/* Versions with the same instructions, where a local array has another size. */
#include <pthread.h>
static int n = 9;
static void set(volatile char *p, int k) { p[k] = 1; }
static void *worker(void *arg) {
    volatile char a[VERSION == 1 ? 12 : 9];
    set(a, n);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    return 0;
}
