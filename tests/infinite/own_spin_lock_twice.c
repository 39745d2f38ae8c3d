/* expect: hang @takes "waits in a loop for ever" */
/* A lock made of an exchange: who comes second takes it once more before giving it back. */
#include <pthread.h>
#include <stdatomic.h>
static atomic_int taken;
static int times;
static void lock(void) {
    while (atomic_exchange(&taken, 1)) {} /*takes*/
}
static void *twice(void *p) {
    lock();
    if (++times == 2) lock();
    atomic_store(&taken, 0);
    return p;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, twice, 0);
    pthread_create(&b, 0, twice, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
