/* A watchdog of one second does not expire while the work takes less. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
static void late(int number) {
    (void)number;
    if (write(1, "late\n", 5) != 5) _exit(4);
    _exit(3);
}
static void *work(void *arg) {
    unsigned x = (unsigned)(long)arg;
    for (int round = 0; round < 4; round++) {
        for (int k = 0; k < 100000; k++) x = x * 1103515245 + 12345;
        usleep(30000);
    }
    return (void *)(long)(x & 1);
}
int main(void) {
    pthread_t t[3];
    signal(SIGALRM, late);
    alarm(1);
    for (long k = 0; k < 3; k++) pthread_create(&t[k], NULL, work, (void *)k);
    for (int k = 0; k < 3; k++) pthread_join(t[k], NULL);
    printf("%d\n", alarm(0) == 1);
}
