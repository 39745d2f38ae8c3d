/* expect: some race "data race" */
#include <pthread.h>
static union {
    int word;
    char byte[4];
} u;
static void *worker(void *arg) {
    u.word = 1;
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    u.byte[3] = 2;
    pthread_join(t, NULL);
    return 0;
}
