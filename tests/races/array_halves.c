/* expect: safe */
#include <pthread.h>
static int a[8], sum;
static void *worker(void *arg) {
    for (int i = 0; i < 4; i++) a[i] = i;
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    for (int i = 4; i < 8; i++) a[i] = i;
    pthread_join(t, NULL);
    for (int i = 0; i < 8; i++) sum += a[i];
    return 0;
}
