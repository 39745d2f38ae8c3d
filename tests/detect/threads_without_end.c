/* expect: incomplete */
/* options: --strategy=random --max-traces=1 --max-steps=100000 */
/* incomplete: a thread could not be created */
/* long: 10 s of the processor, 3.8 GB */
/* There are as many threads as Heddle has room for; that there are no more is told. */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
static void *worker(void *arg) { return arg; }
int main(void) {
    pthread_t t;
    for (int k = 0; k < 10000; k++)
        if (pthread_create(&t, NULL, worker, NULL)) abort();
    for (int k = 0; k < 400; k++)
        if (pthread_create(&t, NULL, worker, NULL) == EAGAIN) return 0;
    abort();
}
