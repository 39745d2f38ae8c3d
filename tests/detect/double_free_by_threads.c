/* expect: memory @a "double free" */
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char *buffer;
static void *closer(void *arg) {
    pthread_mutex_lock(&m);
    char *p = buffer;
    pthread_mutex_unlock(&m);
    if (p) {
        pthread_mutex_lock(&m);
        free(p); /*a*/
        buffer = NULL;
        pthread_mutex_unlock(&m);
    }
    return arg;
}
int main(void) {
    pthread_t t;
    buffer = malloc(10);
    pthread_create(&t, NULL, closer, NULL);
    closer(NULL);
    pthread_join(t, NULL);
    return 0;
}
