/* READS reads of what a writer counts up, and an input, all have to fit. Beside that, NOISE threads take a
 * mutex twice each, and every order of them leaves another state. */
#include <assert.h>
#include <pthread.h>
#include <heddle/heddle.h>
#ifndef READS
#define READS 2
#endif
#ifndef NOISE
#define NOISE 4
#endif
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, own = PTHREAD_MUTEX_INITIALIZER;
static int value;
static unsigned order;
static int get(void) {
    pthread_mutex_lock(&own);
    int v = value;
    pthread_mutex_unlock(&own);
    return v;
}
static void *reader(void *p) {
    int input = heddle_int("input"), fit = 1;
    for (int k = 0; k < READS; k++) fit &= get() == k + 1;
    if (fit) heddle_assert(input != 4711);
    return p;
}
static void *writer(void *p) {
    for (int k = 0; k < READS; k++) {
        pthread_mutex_lock(&own);
        value = k + 1;
        pthread_mutex_unlock(&own);
    }
    return p;
}
static void *noise(void *n) {
    for (int k = 0; k < 2; k++) {
        pthread_mutex_lock(&m);
        order = order * 31 + (unsigned)(long)n;
        pthread_mutex_unlock(&m);
    }
    return 0;
}
int main(void) {
    pthread_t r, w, t[NOISE];
    pthread_create(&r, 0, reader, 0);
    pthread_create(&w, 0, writer, 0);
    for (long k = 0; k < NOISE; k++) pthread_create(&t[k], 0, noise, (void *)(k + 1));
    for (long k = 0; k < NOISE; k++) pthread_join(t[k], 0);
    pthread_join(r, 0);
    pthread_join(w, 0);
    return order & 1;
}
