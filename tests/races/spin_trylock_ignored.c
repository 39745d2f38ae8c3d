/* expect: race */
#include <pthread.h>
static pthread_spinlock_t s;
static int x;
static void *worker(void *arg) {
    int got = !pthread_spin_trylock(&s);
    x++;
    if (got) pthread_spin_unlock(&s);
    return arg;
}
int main(void) {
    pthread_t t[2];
    pthread_spin_init(&s, PTHREAD_PROCESS_PRIVATE);
    for (int k = 0; k < 2; k++) pthread_create(&t[k], NULL, worker, NULL);
    for (int k = 0; k < 2; k++) pthread_join(t[k], NULL);
    return 0;
}
