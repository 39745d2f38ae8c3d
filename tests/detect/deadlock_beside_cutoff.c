/* expect: deadlock "itself" */
/* A thread waits for itself while the others store the same value in either order, which makes a cut-off. */
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x;
static void *stuck(void *unused) {
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    return unused;
}
static void *storing(void *unused) {
    atomic_store(&x, 1);
    atomic_store(&x, 2);
    return unused;
}
int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, stuck, NULL);
    pthread_create(&u, NULL, storing, NULL);
    atomic_store(&x, 1);
    atomic_store(&x, 2);
    pthread_join(u, NULL);
    pthread_join(t, NULL);
    return 0;
}
