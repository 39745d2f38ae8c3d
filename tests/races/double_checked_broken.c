/* expect: some race "data race" */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int *instance, seen;
static int object;
static int get(void) {
    if (!instance) {
        pthread_mutex_lock(&m);
        if (!instance) {
            object = 7;
            instance = &object;
        }
        pthread_mutex_unlock(&m);
    }
    return *instance;
}
static void *worker(void *arg) {
    int mine = get();
    (void)mine;
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    seen = get();
    pthread_join(t, NULL);
    return 0;
}
