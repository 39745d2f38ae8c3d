/* main leaves by pthread_exit; the last thread ends the process. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
static void *sleeper(void *arg) {
    usleep((unsigned)(long)arg * 1000);
    printf("%ld\n", (long)arg);
    return NULL;
}
int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], NULL, sleeper, (void *)40);
    pthread_create(&t[1], NULL, sleeper, (void *)20);
    for (int k = 0; k < 2; k++) pthread_detach(t[k]);
    puts("main leaves");
    pthread_exit(NULL);
}
