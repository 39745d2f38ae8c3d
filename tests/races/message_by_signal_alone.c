/* expect: race @read "data"; deadlock */
/* A notification orders nothing by itself. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int data;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void *first(void *a) {
    data = 1;
    pthread_cond_signal(&c);
    return a;
}

static void *second(void *a) {
    int r = 0;
    pthread_mutex_lock(&m);
    pthread_cond_wait(&c, &m);
    r = data; /*read*/
    pthread_mutex_unlock(&m);
    return r > 1 ? NULL : a;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
