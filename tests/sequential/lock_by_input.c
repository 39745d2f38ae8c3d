/* k: 1 */
/* Which mutex is taken depends on an input. */
#include "pair.h"
#include <heddle/heddle.h>
#include <stdlib.h>
#include <string.h>
#include <stdatomic.h>
#include <stdint.h>
#include <errno.h>
#include <semaphore.h>
#include <stdio.h>
pthread_mutex_t m[2];
int a[2];
static void *t(void *u) {
    int i = heddle_range(0, 2, "i");
    pthread_mutex_lock(&m[i]);
    int x = a[0], y = a[1];
    heddle_assert(x == y);
    pthread_mutex_unlock(&m[i]);
    return u;
}
static void *s(void *u) {
    pthread_mutex_lock(&m[1]);
    a[0] = a[1] = 1;
    pthread_mutex_unlock(&m[1]);
    return u;
}
int main(void) {
    pthread_mutex_init(&m[0], 0);
    pthread_mutex_init(&m[1], 0);
    RUN(0, t, s);
    return 0;
}
