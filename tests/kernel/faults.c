/* Calls that can fail on request: CALLS times in each of THREADS threads. -DCARELESS: one is taken for
 * granted. */
#include <heddle/heddle.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>
#ifndef CALLS
#define CALLS 1
#endif
#ifndef THREADS
#define THREADS 1
#endif
static void *work(void *arg) {
    for (int k = 0; k < CALLS; k++) {
        long n = write(1, "", 0);
#ifdef CARELESS
        heddle_assert(n == 0);
#endif
        (void)n;
    }
    return arg;
}
int main(void) {
    pthread_t t[THREADS];
    for (int k = 1; k < THREADS; k++) pthread_create(&t[k], 0, work, 0);
    work(0);
    for (int k = 1; k < THREADS; k++) pthread_join(t[k], 0);
}
