/* expect: safe */
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int *_Atomic instance;
static int object, seen;
static int get(void) {
    int *p = atomic_load(&instance);
    if (!p) {
        pthread_mutex_lock(&m);
        p = atomic_load(&instance);
        if (!p) {
            object = 7;
            p = &object;
            atomic_store(&instance, p);
        }
        pthread_mutex_unlock(&m);
    }
    return *p;
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
