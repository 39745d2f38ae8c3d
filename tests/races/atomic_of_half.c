/* expect: some race "data race" */
#include <pthread.h>
static union {
    long word;
    int half[2];
} u;
static void *worker(void *arg) {
    __atomic_store_n(&u.half[1], 1, __ATOMIC_SEQ_CST);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    u.word = 2;
    pthread_join(t, NULL);
    return 0;
}
