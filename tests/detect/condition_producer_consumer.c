/* expect: safe */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t full = PTHREAD_COND_INITIALIZER, empty = PTHREAD_COND_INITIALIZER;
static int slot, used, total;
static void *consumer(void *arg) {
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&m);
        while (!used) pthread_cond_wait(&full, &m);
        total += slot;
        used = 0;
        pthread_cond_signal(&empty);
        pthread_mutex_unlock(&m);
    }
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, consumer, NULL);
    for (int i = 1; i <= 2; i++) {
        pthread_mutex_lock(&m);
        while (used) pthread_cond_wait(&empty, &m);
        slot = i * 10;
        used = 1;
        pthread_cond_signal(&full);
        pthread_mutex_unlock(&m);
    }
    pthread_join(t, NULL);
    assert(total == 30);
    return 0;
}
