/* expect: some race "data race" */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *locked(void *arg) {
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return arg;
}
static void *bare(void *arg) {
    x++;
    return arg;
}
int main(void) {
    pthread_t t[3];
    pthread_create(&t[0], NULL, locked, NULL);
    pthread_create(&t[1], NULL, locked, NULL);
    pthread_create(&t[2], NULL, bare, NULL);
    for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
    return 0;
}
