/* expect: safe */
#include <pthread.h>
#include <stdatomic.h>
static int x, y;
static atomic_int token;
static void *worker(void *arg) {
    x = 5;
    atomic_exchange(&token, 1);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    if (atomic_exchange(&token, 2) == 1) y = x;
    pthread_join(t, NULL);
    return 0;
}
