/* expect: safe */
#include <pthread.h>
static int x;
static void *last(void *arg) {
    x++;
    return arg;
}
static void *middle(void *arg) {
    pthread_t t;
    x++;
    pthread_create(&t, NULL, last, NULL);
    pthread_join(t, NULL);
    x++;
    return arg;
}
int main(void) {
    pthread_t t;
    x = 1;
    pthread_create(&t, NULL, middle, NULL);
    pthread_join(t, NULL);
    return x - 4;
}
