/* expect: safe */
/* The lock is handed over by pointer, in a structure and through a function. Race: each thread gets one of
 * its own. */
#include <pthread.h>
typedef struct {
    pthread_mutex_t *lock;
    int *data;
} Context;
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int data;
static void with(pthread_mutex_t *lock, int *where) {
    pthread_mutex_lock(lock);
    (*where)++;
    pthread_mutex_unlock(lock);
}
static void *worker(void *arg) {
    Context *c = arg;
    with(c->lock, c->data);
    return 0;
}
int main(void) {
    pthread_t t[2];
    Context c[2] = {{&a, &data}, {&a, &data}};
#ifdef WRONG
    c[1].lock = &b;
#else
    (void)b;
#endif
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, &c[i]);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    return 0;
}
