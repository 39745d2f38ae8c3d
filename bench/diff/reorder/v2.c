/* expect: safe */
/*
 * reorder: two values that belong together are set and checked; after the reorder programs of
 * SV-COMP. Version 2: the check is made after the lock was given back, and on a sum.
 */
#include <assert.h>
#include <pthread.h>

#define SETTERS 4
#define CHECKERS 2

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int a, b;

static void *set(void *unused) {
    pthread_mutex_lock(&lock);
    a = 1;
    b = -1;
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *check(void *unused) {
    pthread_mutex_lock(&lock);
    int sum = a + b;
    pthread_mutex_unlock(&lock);
    assert(sum == 0);
    return unused;
}

int main(void) {
    pthread_t t[SETTERS + CHECKERS];
    for (int k = 0; k < SETTERS; k++) pthread_create(&t[k], NULL, set, NULL);
    for (int k = 0; k < CHECKERS; k++) pthread_create(&t[SETTERS + k], NULL, check, NULL);
    for (int k = 0; k < SETTERS + CHECKERS; k++) pthread_join(t[k], NULL);
    return 0;
}
