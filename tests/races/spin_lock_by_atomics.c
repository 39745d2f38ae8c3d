/* expect: safe */
#include <pthread.h>
#include <stdatomic.h>
static atomic_flag flag = ATOMIC_FLAG_INIT;
static int x;
static void *worker(void *arg) {
    if (!atomic_flag_test_and_set(&flag)) {
        x++;
        atomic_flag_clear(&flag);
    }
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    if (!atomic_flag_test_and_set(&flag)) {
        x++;
        atomic_flag_clear(&flag);
    }
    pthread_join(t, NULL);
    return 0;
}
