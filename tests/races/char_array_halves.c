/* expect: safe */
#include <pthread.h>
static char a[9];
static void *worker(void *arg) {
    for (int i = 0; i < 5; i++) a[i] = 1;
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    for (int i = 5; i < 9; i++) a[i] = 2;
    pthread_join(t, NULL);
    return 0;
}
