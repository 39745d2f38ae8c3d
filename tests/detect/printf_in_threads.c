/* expect: safe */
#include <pthread.h>
#include <stdio.h>
static void *worker(void *arg) {
    printf("thread %ld\n", (long)arg);
    return NULL;
}
int main(void) {
    pthread_t t[3];
    for (long i = 0; i < 3; i++) pthread_create(&t[i], NULL, worker, (void *)i);
    for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
    return 0;
}
