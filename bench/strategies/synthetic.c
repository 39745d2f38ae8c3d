/*
 * synthetic.c — threads that read and write shared variables, take locks and branch on inputs, as a
 * sequence of random numbers says that is the same in every run (SEED). Written for Heddle.
 */
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef SEED
#define SEED 1
#endif
#ifndef THREADS
#define THREADS 3
#endif
#ifndef STEPS
#define STEPS 5
#endif
#define SHARED 3
static atomic_int shared[SHARED];
static pthread_mutex_t lock[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int sum[2];
static unsigned char input[THREADS];

static void *work(void *number) {
    long n = (long)number;
    unsigned long random = SEED * 7919ul + (unsigned long)n;
    int own = (int)n;
    for (int k = 0; k < STEPS; k++) {
        random = random * 6364136223846793005ul + 1442695040888963407ul;
        unsigned what = (unsigned)(random >> 33) % 8, which = (unsigned)(random >> 40);
        if (what < 3)
            own = own * 2 + atomic_load(&shared[which % SHARED]);
        else if (what < 5)
            atomic_store(&shared[which % SHARED], own);
        else if (what < 7) {
            pthread_mutex_lock(&lock[which % 2]);
            sum[which % 2] += own;
            pthread_mutex_unlock(&lock[which % 2]);
        } else if (input[n] > 64 * (which % 4))
            atomic_store(&shared[(which + 1) % SHARED], own + k);
    }
    return NULL;
}

int main(void) {
    pthread_t thread[THREADS];
    heddle_symbolic(input, sizeof input, "input");
    for (long k = 0; k < THREADS; k++) pthread_create(&thread[k], NULL, work, (void *)k);
    for (int k = 0; k < THREADS; k++) pthread_join(thread[k], NULL);
    return 0;
}
