/* expect: safe */
/* options: --max-memory=150 */
/* What a thread touches again and again does not fill memory. */
#include <pthread.h>
static volatile long words[8192];
static void *worker(void *arg) {
    for (int round = 0; round < 1500; round++)
        for (int k = 0; k < 8192; k++) words[k] += round;
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    return words[5] != 1500 * 1499 / 2;
}
