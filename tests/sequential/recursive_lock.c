/* k: none */
/* A lock that was taken twice is free when it was given back twice. */
#include "pair.h"
#include <heddle/heddle.h>
static int x, y;
static pthread_mutex_t lock;
static void *reader(void *unused) {
    pthread_mutex_lock(&lock);
    pthread_mutex_lock(&lock);
    int a = x;
    pthread_mutex_unlock(&lock);
    heddle_assert(a == y);
    pthread_mutex_unlock(&lock);
    return unused;
}
static void *writer(void *unused) {
    pthread_mutex_lock(&lock);
    x = 1;
    y = 1;
    pthread_mutex_unlock(&lock);
    return unused;
}
int main(void) {
    pthread_mutexattr_t recursive;
    pthread_mutexattr_init(&recursive);
    pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&lock, &recursive);
    RUN(NULL, reader, writer);
    return 0;
}
