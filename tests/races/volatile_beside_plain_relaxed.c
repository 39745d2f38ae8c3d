/* expect: some race "data race on the variable `plain`" */
/* options: --volatile=relaxed */
#include <pthread.h>
static volatile char c;
static volatile double d;
static int *volatile p;
static struct {
    volatile unsigned bits : 3;
    volatile short s;
} f;
static int plain;
static void *worker(void *arg) {
    volatile int local = 3;
    c = 1, d = 2, p = &plain, f.bits = 5, f.s = 2;
    plain = local;
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    if (c && d > 1 && p && f.bits && f.s) plain++;
    *(volatile int *)&plain = 3;
    plain = 4;
    pthread_join(t, NULL);
    return 0;
}
