/* A thread that has done its work is not joined before what it uses is freed. */
/* new: memory */
#define NOISE_ROUNDS 40
#include "noise.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int *counter;
static int done;
static void *works(void *unused) {
    noise(1, 50);
    pthread_mutex_lock(&lock);
    done++;
    pthread_mutex_unlock(&lock);
    (*counter)++;
    noise(1, 30);
    return unused;
}
static void finish(pthread_t a) {
#ifdef NEW
    pthread_mutex_lock(&lock);
    bool over = done == 1;
    pthread_mutex_unlock(&lock);
    if (!over) pthread_join(a, NULL);
#else
    pthread_join(a, NULL);
#endif
}
int main(void) {
    pthread_t a;
    counter = calloc(1, sizeof *counter);
    noise_begin();
    pthread_create(&a, NULL, works, NULL);
    noise(0, 60);
    finish(a);
    free((void *)counter);
    noise_end();
    return 0;
}
