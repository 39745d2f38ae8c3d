/* expect: race @read "data" */
/* That a try-lock is refused orders nothing. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int data;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *first(void *a) {
    data = 1;
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return a;
}

static void *second(void *a) {
    int r = 0;
    if (pthread_mutex_trylock(&m))
        r = data; /*read*/
    else
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
