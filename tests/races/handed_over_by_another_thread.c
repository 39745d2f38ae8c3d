/* expect: race "`ready`"; race "`ready`"; race "`ready`"; race @own "`a`" */
/* The flag that main reads is the other thread's, which does not know of `a`. */
#include <pthread.h>
static int a, ready, sum;
static void *writer(void *arg) {
    a = 1;
    ready = 1;
    return arg;
}
static void *other(void *arg) {
    ready = 2;
    return arg;
}
int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, writer, NULL);
    pthread_create(&u, NULL, other, NULL);
    if (ready == 2) sum = a; /*own*/
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
