/* expect: some race "data race" */
#include <pthread.h>
static struct big {
    long a, b, c, d;
} s, copy;
static void *worker(void *arg) {
    copy = s;
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    s.c = 1;
    pthread_join(t, NULL);
    return 0;
}
