/* expect: safe */
/* A struct set to zero bytes holds initialised objects, also after an earlier life. */
#include <pthread.h>
#include <semaphore.h>
#include <assert.h>
#include <string.h>
static struct all {
    pthread_mutex_t m;
    pthread_cond_t c;
    pthread_rwlock_t l;
    pthread_spinlock_t s;
} all;
int main(void) {
    for (int k = 0; k < 2; k++) {
        pthread_mutex_lock(&all.m);
        pthread_mutex_unlock(&all.m);
        pthread_cond_signal(&all.c);
        pthread_rwlock_rdlock(&all.l);
        pthread_rwlock_unlock(&all.l);
        pthread_spin_lock(&all.s);
        pthread_spin_unlock(&all.s);
        pthread_mutex_init(&all.m, NULL);
        pthread_cond_init(&all.c, NULL);
        pthread_rwlock_init(&all.l, NULL);
        pthread_mutex_lock(&all.m);
        pthread_rwlock_wrlock(&all.l);
        memset(&all, 0, sizeof all);
    }
    return 0;
}
