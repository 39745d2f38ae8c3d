/* Two threads race at last; before, they and a third one take a lock in turn, again and again. */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, own = PTHREAD_MUTEX_INITIALIZER;
static int counted, racy, flag;
static void count(int n) {
    for (int k = 0; k < n; k++) {
        pthread_mutex_lock(&m);
        counted++;
        pthread_mutex_unlock(&m);
    }
}
static void *writer(void *arg) {
    count(5);
    racy = 1;
    count(5);
    return arg;
}
static void *reader(void *arg) {
    count(5);
    int seen = racy;
    count(5);
    return seen ? arg : 0;
}
static void *other(void *arg) {
    for (int k = 0; k < 20; k++) {
        pthread_mutex_lock(&own);
        pthread_mutex_unlock(&own);
    }
    return arg;
}
static void *failing(void *arg) {
    count(5);
    pthread_mutex_lock(&m);
    assert(!flag);
    pthread_mutex_unlock(&m);
    return arg;
}
static void *raising(void *arg) {
    count(5);
    pthread_mutex_lock(&m);
    flag = 1;
    pthread_mutex_unlock(&m);
    count(5);
    return arg;
}
int main(void) {
    pthread_t t[3];
    pthread_create(&t[0], 0, other, 0);
    pthread_create(&t[1], 0, FIRST, 0);
    pthread_create(&t[2], 0, SECOND, 0);
    for (int k = 0; k < 3; k++) pthread_join(t[k], 0);
    return 0;
}
