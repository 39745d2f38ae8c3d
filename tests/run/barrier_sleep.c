/* Threads that sleep before a barrier leave it together. */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
static pthread_barrier_t b;
static atomic_int arrived, serial;
static void *go(void *arg) {
    usleep((unsigned)(long)arg * 1000);
    arrived++;
    if (pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD) serial++;
    if (arrived != 4) puts("too soon");
    return NULL;
}
int main(void) {
    pthread_t t[4];
    pthread_barrier_init(&b, NULL, 4);
    for (long k = 0; k < 4; k++) pthread_create(&t[k], NULL, go, (void *)(40 - 10 * k));
    for (int k = 0; k < 4; k++) pthread_join(t[k], NULL);
    printf("%d %d\n", arrived, serial);
}
