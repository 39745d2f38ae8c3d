/* expect: safe */
#include <pthread.h>
static struct {
    unsigned a : 4;
    unsigned : 0;
    unsigned b : 4;
} s;
static void *worker(void *arg) {
    s.a = 1;
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    s.b = 2;
    pthread_join(t, NULL);
    return 0;
}
