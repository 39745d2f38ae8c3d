/* Whether the connection is open is looked at before the lock is taken. */
/* new: memory */
#define NOISE_ROUNDS 40
#include "noise.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *_Atomic connection;
static int written;
static void put(int x) {
#ifdef NEW
    if (!connection) return;
    pthread_mutex_lock(&lock);
    *connection = x;
    written++;
#else
    pthread_mutex_lock(&lock);
    if (connection) {
        *connection = x;
        written++;
    }
#endif
    pthread_mutex_unlock(&lock);
}
static void *one(void *unused) {
    for (int k = 0; k < 2; k++) {
        noise(k, 30);
        put(k);
    }
    noise(0, 30);
    return unused;
}
static void *closes(void *unused) {
    noise(2, 50);
    pthread_mutex_lock(&lock);
    int *was = connection;
    connection = NULL;
    pthread_mutex_unlock(&lock);
    free(was);
    noise(1, 20);
    return unused;
}
int main(void) {
    connection = malloc(sizeof *connection);
    both(closes, one);
    return 0;
}
