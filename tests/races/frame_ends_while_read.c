/* expect: race "data race"; race "data race"; memory "function has returned" */
/* The variable's life ends while the other thread may still read it. */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int y;
static void *worker(void *arg) {
    pthread_mutex_lock(&m);
    int *p = *(int **)arg;
    pthread_mutex_unlock(&m);
    if (p) y = *p;
    return NULL;
}
static int *shared;
static void offer(void) {
    int local = 3;
    pthread_mutex_lock(&m);
    shared = &local;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    shared = NULL;
    pthread_mutex_unlock(&m);
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, &shared);
    offer();
    pthread_join(t, NULL);
    return 0;
}
