/* expect: race @a */
#include <pthread.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int x;
static void *reader(void *arg) {
    pthread_rwlock_rdlock(&l);
    x++; /*a*/
    pthread_rwlock_unlock(&l);
    return arg;
}
int main(void) {
    pthread_t t[2];
    for (int k = 0; k < 2; k++) pthread_create(&t[k], NULL, reader, NULL);
    for (int k = 0; k < 2; k++) pthread_join(t[k], NULL);
    return 0;
}
