/* expect: safe */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static pthread_key_t key;
static int destroyed[2];
static void destroy(void *p) {
    destroyed[*(int *)p]++;
    free(p);
}
static void *worker(void *arg) {
    assert(pthread_getspecific(key) == NULL);
    int *p = malloc(sizeof *p);
    *p = (int)(long)arg;
    pthread_setspecific(key, p);
    assert(pthread_getspecific(key) == p);
    return NULL;
}
int main(void) {
    pthread_t t[2];
    assert(pthread_key_create(&key, destroy) == 0);
    for (long i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, (void *)i);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    assert(destroyed[0] == 1 && destroyed[1] == 1);
    return 0;
}
