/* counter.c — the library of the project: see counter.h. */
#include "counter.h"
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

void counter_add(int n) {
    pthread_mutex_lock(&lock);
    total += n;
    pthread_mutex_unlock(&lock);
}

int counter_total(void) {
    pthread_mutex_lock(&lock);
    int n = total;
    pthread_mutex_unlock(&lock);
    return n;
}
