/* expect: memory @a "function has returned"; race @a "data race" */
#include <pthread.h>
static int result;
static void *worker(void *arg) {
    result = *(int *)arg; /*a*/
    return NULL;
}
static void start(void) {
    int local = 3;
    pthread_t t;
    pthread_create(&t, NULL, worker, &local);
}
int main(void) {
    start();
    return 0;
}
