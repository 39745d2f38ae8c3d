/* expect: safe */
#include <pthread.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int x;
static void *writer(void *arg) {
    pthread_rwlock_wrlock(&l);
    x++;
    pthread_rwlock_unlock(&l);
    return arg;
}
static void *reader(void *arg) {
    pthread_rwlock_rdlock(&l);
    int y = x;
    pthread_rwlock_unlock(&l);
    return y < 0 ? arg : NULL;
}
int main(void) {
    pthread_t t[4];
    for (int k = 0; k < 4; k++) pthread_create(&t[k], NULL, k < 2 ? writer : reader, NULL);
    for (int k = 0; k < 4; k++) pthread_join(t[k], NULL);
    return x - 2;
}
