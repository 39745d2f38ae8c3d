/* WRITERS and READERS of one read-write lock, once each. */
#include <pthread.h>
#ifndef WRITERS
#define WRITERS 0
#endif
#ifndef READERS
#define READERS 3
#endif
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static void *reader(void *arg) {
    pthread_rwlock_rdlock(&l);
    pthread_rwlock_unlock(&l);
    return arg;
}
static void *writer(void *arg) {
    pthread_rwlock_wrlock(&l);
    pthread_rwlock_unlock(&l);
    return arg;
}
int main(void) {
    pthread_t t[WRITERS + READERS];
    for (int k = 0; k < WRITERS + READERS; k++)
        pthread_create(&t[k], NULL, k < WRITERS ? writer : reader, NULL);
    for (int k = 0; k < WRITERS + READERS; k++) pthread_join(t[k], NULL);
    pthread_rwlock_destroy(&l);
    return 0;
}
