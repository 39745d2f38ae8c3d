/*
 * far_input.c — ten threads change one number under a mutex, in any order, and an assertion in each depends
 * on an input alone. Known answer: it fails, with con2colic testing without any interference; there are 10!
 * orders (and one that joins all has nine interferences, as each but the first must read what another wrote).
 */
#include <heddle/heddle.h>
#include <pthread.h>
#define THREADS 10
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int number;

static void *change(void *unused) {
    int in = heddle_int("in");
    pthread_mutex_lock(&lock);
    number = number * 3 + in;
    pthread_mutex_unlock(&lock);
    heddle_assert(in != 17);
    return unused;
}

int main(void) {
    pthread_t thread[THREADS];
    for (int k = 0; k < THREADS; k++) pthread_create(&thread[k], NULL, change, NULL);
    for (int k = 0; k < THREADS; k++) pthread_join(thread[k], NULL);
    return 0;
}
