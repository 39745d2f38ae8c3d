/* expect: safe */
#include <pthread.h>
static pthread_spinlock_t s;
static int x;
static void *worker(void *arg) {
    if (arg) {
        while (pthread_spin_trylock(&s)) return arg;
    } else
        pthread_spin_lock(&s);
    x++;
    pthread_spin_unlock(&s);
    return arg;
}
int main(void) {
    pthread_t t[3];
    pthread_spin_init(&s, PTHREAD_PROCESS_PRIVATE);
    for (int k = 0; k < 3; k++) pthread_create(&t[k], NULL, worker, k ? NULL : &x);
    for (int k = 0; k < 3; k++) pthread_join(t[k], NULL);
    pthread_spin_destroy(&s);
    return 0;
}
