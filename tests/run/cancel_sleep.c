/* A thread that sleeps is cancelled, with its clean-up handlers. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
static void clean(void *text) { puts(text); }
static void *sleeper(void *unused) {
    pthread_cleanup_push(clean, "cleaned");
    sleep(10);
    pthread_cleanup_pop(0);
    puts("not here");
    return unused;
}
int main(void) {
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, sleeper, NULL);
    usleep(20000);
    pthread_cancel(t);
    pthread_join(t, &result);
    printf("%d\n", result == PTHREAD_CANCELED);
}
