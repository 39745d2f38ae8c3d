/* expect: some race "data race" */
#include <pthread.h>
static _Thread_local int mine;
static void *worker(void *arg) {
    *(int *)arg = 1;
    mine = 5;
    return NULL;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, &mine);
    mine = 2;
    pthread_join(t, NULL);
    return 0;
}
