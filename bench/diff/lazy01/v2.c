/* expect: safe */
/*
 * lazy01: two threads add to a sum and a third looks at it; after the lazy01 program of SV-COMP.
 * Version 2: who looks does not hold the lock for longer than needed.
 */
#include <assert.h>
#include <pthread.h>

#define ROUNDS 3

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void *add_one(void *unused) {
    for (int k = 0; k < ROUNDS; k++) {
        pthread_mutex_lock(&mutex);
        data++;
        pthread_mutex_unlock(&mutex);
    }
    return unused;
}

static void *add_two(void *unused) {
    for (int k = 0; k < ROUNDS; k++) {
        pthread_mutex_lock(&mutex);
        data += 2;
        pthread_mutex_unlock(&mutex);
    }
    return unused;
}

static void *look(void *unused) {
    for (int k = 0; k < ROUNDS; k++) {
        pthread_mutex_lock(&mutex);
        int seen = data;
        pthread_mutex_unlock(&mutex);
        assert(seen <= 3 * ROUNDS);
    }
    return unused;
}

int main(void) {
    pthread_t t, u, v;
    pthread_create(&t, NULL, add_one, NULL);
    pthread_create(&u, NULL, add_two, NULL);
    pthread_create(&v, NULL, look, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    pthread_join(v, NULL);
    return 0;
}
