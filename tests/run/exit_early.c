/* The process ends with main, while another thread still sleeps. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
static void *sleeper(void *unused) {
    sleep(3);
    puts("too late");
    return unused;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, sleeper, NULL);
    usleep(10000);
    puts("main ends");
    return 7;
}
