/* expect: safe */
#include <pthread.h>
static struct big {
    long a, b, c, d;
} s, first, second;
static void *worker(void *arg) {
    first = s;
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    second = s;
    pthread_join(t, NULL);
    return 0;
}
