/* expect: safe */
#include <pthread.h>
static void *worker(void *arg) {
    *(int *)arg += 1;
    return NULL;
}
int main(void) {
    pthread_t t;
    int local = 0;
    pthread_create(&t, NULL, worker, &local);
    pthread_join(t, NULL);
    return local - 1;
}
