/*
 * noise.h: what does not change between two versions of a program, and what each of them does most
 * of the time: threads that count under locks of their own, and a request that is read from inputs.
 */
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#ifndef NOISE_THREADS
#define NOISE_THREADS 2
#endif
#ifndef NOISE_ROUNDS
#define NOISE_ROUNDS 20
#endif
#define NOISE_LOCKS 3

static pthread_mutex_t noise_lock[NOISE_LOCKS] = {
    PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int noise_count[NOISE_LOCKS];
static pthread_t noise_thread[NOISE_THREADS];

/* Some steps that have nothing to do with anything else. */
static void noise(int who, int rounds) {
#ifdef QUIET
    rounds = (rounds + 6) / 14;
#endif
    for (int k = 0; k < rounds; k++) {
        int i = (who + k) % NOISE_LOCKS;
        pthread_mutex_lock(&noise_lock[i]);
        noise_count[i] += noise_count[i] % 7 + who + k;
        pthread_mutex_unlock(&noise_lock[i]);
    }
}

static void *noise_run(void *who) {
    noise((int)(long)who, NOISE_ROUNDS);
    return NULL;
}
static void noise_begin(void) {
    for (long k = 0; k < NOISE_THREADS; k++)
        pthread_create(&noise_thread[k], NULL, noise_run, (void *)(k + 1));
}
static void noise_end(void) {
    for (int k = 0; k < NOISE_THREADS; k++) pthread_join(noise_thread[k], NULL);
}

/* A request of words, numbers and signs; how many of each are told. */
#ifdef QUIET
#define NOISE_BYTES 7
#else
#define NOISE_BYTES 8
#endif
typedef struct Request {
    unsigned char text[NOISE_BYTES];
    int words, numbers, signs, sum;
} Request;

static void request_read(Request *r, const char *name) {
    heddle_symbolic(r->text, sizeof r->text, name);
    r->words = r->numbers = r->signs = r->sum = 0;
    for (int k = 0; k < NOISE_BYTES; k++) {
        unsigned char c = r->text[k];
        if (c >= 'a' && c <= 'z')
            r->words++;
        else if (c >= '0' && c <= '9') {
            r->numbers++;
            r->sum += c - '0';
        } else
            r->signs++;
    }
}

static void both(void *(*first)(void *), void *(*second)(void *)) {
    pthread_t a, b;
    noise_begin();
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    noise_end();
}
