/* Detached threads count down; main polls with short sleeps. */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
static atomic_int left = 6;
static void *work(void *arg) {
    usleep(10000 + (unsigned)(long)arg * 5000);
    left--;
    return NULL;
}
int main(void) {
    pthread_attr_t a;
    pthread_attr_init(&a);
    pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED);
    for (long k = 0; k < 6; k++) {
        pthread_t t;
        pthread_create(&t, &a, work, (void *)k);
    }
    while (left) usleep(1000);
    printf("%d\n", left);
}
