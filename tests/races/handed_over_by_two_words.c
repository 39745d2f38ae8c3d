/* expect: race "`first`"; race "`second`" */
/* Through a thread that only hands on what it sees. */
#include <pthread.h>
static int a, b, first, second, sum;
static void *middle(void *arg) {
    if (first) second = 1;
    return arg;
}
static void *last(void *arg) {
    if (second) sum = a + b;
    return arg;
}
int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, middle, NULL);
    pthread_create(&u, NULL, last, NULL);
    a = 1;
    b = 2;
    first = 1;
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
