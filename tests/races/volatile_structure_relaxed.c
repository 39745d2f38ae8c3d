/* expect: some race "data race" */
/* options: --volatile=relaxed */
#include <pthread.h>
struct pair {
    long a, b;
};
static volatile struct pair x;
static void *worker(void *arg) {
    x = (struct pair){1, 2};
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    struct pair y = x;
    pthread_join(t, NULL);
    return y.a > 1;
}
