/* expect: hang @spins "waits in a loop for ever" */
/* A thread waits by looking for what another one would do, which waits for a mutex; that is held by who waits
 * for the first. */
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int flag;
static void *wait(void *p) {
    while (!atomic_load(&flag)) {} /*spins*/
    return p;
}
static void *set(void *p) {
    pthread_mutex_lock(&m);
    atomic_store(&flag, 1);
    pthread_mutex_unlock(&m);
    return p;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, wait, 0);
    pthread_create(&b, 0, set, 0);
    pthread_mutex_lock(&m);
    pthread_join(a, 0);
    pthread_mutex_unlock(&m);
    pthread_join(b, 0);
    return 0;
}
