/* expect: assertion @a "items > 0" */
/* One item, two consumers: the second one woken, or one that was faster, finds none. */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int items;
static void *consumer(void *arg) {
    pthread_mutex_lock(&m);
    if (items == 0) pthread_cond_wait(&c, &m);
    assert(items > 0); /*a*/
    items--;
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, consumer, NULL);
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&m);
        items++;
        pthread_cond_broadcast(&c);
        pthread_mutex_unlock(&m);
    }
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    return 0;
}
