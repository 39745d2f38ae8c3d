/* expect: deadlock "waits for the mutex" */
/* options: --interleave=memory */
/* A thread waits for itself while another goes on for ever and main waits for that one: only the first is a
 * deadlock. */
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int turns;
static void *again(void *p) {
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    return p;
}
static void *on_and_on(void *p) {
    for (;;) atomic_fetch_xor(&turns, 1);
    return p;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, again, 0);
    pthread_create(&b, 0, on_and_on, 0);
    pthread_join(b, 0);
    return 0;
}
