/* expect: safe */
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int *box;
static void *worker(void *arg) {
    int *p = malloc(4);
    *p = 3;
    pthread_mutex_lock(&m);
    box = p;
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&m);
    int *p = box;
    box = NULL;
    pthread_mutex_unlock(&m);
    if (p) {
        *p += 1;
        free(p);
    }
    pthread_join(t, NULL);
    return 0;
}
