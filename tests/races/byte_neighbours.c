/* expect: safe */
#include <pthread.h>
static struct {
    char a, b;
    short c;
    int d;
} s;
static void *worker(void *arg) {
    s.a = 1;
    s.c = 3;
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    s.b = 2;
    s.d = 4;
    pthread_join(t, NULL);
    return 0;
}
