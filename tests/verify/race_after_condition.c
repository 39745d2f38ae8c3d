/* expect: safe */
/* Data is published under a lock with a condition; the reader goes on only when it was told. Race: the teller
 * writes after it told. */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int told, data, copy;
static void *teller(void *arg) {
#ifndef WRONG
    data = 5;
#endif
    pthread_mutex_lock(&m);
    told = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
#ifdef WRONG
    data = 5;
#endif
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, teller, 0);
    pthread_mutex_lock(&m);
    while (!told) pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    copy = data;
    pthread_join(t, 0);
    return 0;
}
