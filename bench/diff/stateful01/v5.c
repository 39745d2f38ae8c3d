/* expect: safe */
/*
 * stateful01: two threads update two numbers, one after the other; after the stateful01 program of
 * SV- COMP. Version 5: that is put right, and the smallest second number remembered.
 */
#include <assert.h>
#include <pthread.h>

#define ROUNDS 4

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int first, second, lowest;

static void *one(void *unused) {
    for (int k = 0; k < ROUNDS; k++) {
        pthread_mutex_lock(&lock);
        first++;
        second++;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

static void *two(void *unused) {
    for (int k = 0; k < ROUNDS; k++) {
        pthread_mutex_lock(&lock);
        first += 5;
        pthread_mutex_unlock(&lock);
        pthread_mutex_lock(&lock);
        second -= 6;
        if (second < lowest) lowest = second;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void) {
    pthread_t t, u;
    first = 20;
    second = 10;
    pthread_create(&t, NULL, one, NULL);
    pthread_create(&u, NULL, two, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(first == 20 + 6 * ROUNDS);
    assert(second == 10 - 5 * ROUNDS);
    return 0;
}
