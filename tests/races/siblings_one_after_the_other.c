/* expect: safe */
#include <pthread.h>
static int x;
static void *first(void *arg) {
    x = 1;
    return arg;
}
static void *second(void *arg) {
    x = 2;
    return arg;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_join(a, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(b, NULL);
    return 0;
}
