/* A watchdog ends a process that sleeps for too long. */
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
int main(void) {
    signal(SIGALRM, late);
    ualarm(50000, 0);
    sleep(5);
    puts("not late");
}
