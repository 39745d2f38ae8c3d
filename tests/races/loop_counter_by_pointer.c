/* expect: some race "data race" */
#include <pthread.h>
static int got[2];
static void *worker(void *arg) {
    got[*(int *)arg & 1] = 1;
    return NULL;
}
int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, &i);
    for (int k = 0; k < 2; k++) pthread_join(t[k], NULL);
    return 0;
}
