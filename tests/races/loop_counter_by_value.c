/* expect: safe */
#include <pthread.h>
static int got[2];
static void *worker(void *arg) {
    got[(long)arg] = 1;
    return NULL;
}
int main(void) {
    pthread_t t[2];
    for (long i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, (void *)i);
    for (int k = 0; k < 2; k++) pthread_join(t[k], NULL);
    return got[0] + got[1] - 2;
}
