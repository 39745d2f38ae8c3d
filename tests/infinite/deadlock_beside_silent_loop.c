/* expect: deadlock "waits for the mutex"; hang */
/* Beside a deadlock one thread loops without a visible operation, which is a hang of its own, and one waits
 * by looking, which is none. */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *loops(void *p) {
    int own = 1;
    while (own) own = own * 3 | 1;
    return p;
}
static void *looks(void *p) {
    while (pthread_mutex_trylock(&m)) {}
    pthread_mutex_unlock(&m);
    return p;
}
int main(void) {
    pthread_t a, b;
    pthread_mutex_lock(&m);
    pthread_create(&a, 0, loops, 0);
    pthread_create(&b, 0, looks, 0);
    pthread_mutex_lock(&m);
    return 0;
}
