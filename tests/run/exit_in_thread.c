/* A thread that exits ends the process, though main waits. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
static void at_end(void) { puts("at exit"); }
static void *leave(void *unused) {
    (void)unused;
    usleep(10000);
    puts("thread");
    exit(5);
}
int main(void) {
    pthread_t t;
    atexit(at_end);
    pthread_create(&t, NULL, leave, NULL);
    pthread_join(t, NULL);
    puts("not here");
}
