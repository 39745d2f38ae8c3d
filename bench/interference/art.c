/*
 * art.c — a chain through all threads (-DTHREADS=n, 2 by default): thread k passes the shared
 * number on only if thread k - 1 did before, and each has an assertion of its own behind that,
 * which an input must meet. Known answer: the assertion of thread k (from 0) fails with k
 * interferences, so all n of them with a bound of n - 1.
 */
#include <heddle/heddle.h>
#include <pthread.h>
#ifndef THREADS
#define THREADS 2
#endif

static int passed, doubled[5];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int read_passed(void) {
    pthread_mutex_lock(&lock);
    int now = passed;
    pthread_mutex_unlock(&lock);
    return now;
}

#define LINK(k)                                  \
    static void *link##k(void *unused) {         \
        int in = heddle_int("in");               \
        if (read_passed() == k) {                \
            doubled[k] = 2 * in;                 \
            heddle_assert(doubled[k] != 10 + k); \
            pthread_mutex_lock(&lock);           \
            passed = k + 1;                      \
            pthread_mutex_unlock(&lock);         \
        }                                        \
        return unused;                           \
    }
LINK(0)
LINK(2)
LINK(4)
#undef LINK
/* Odd numbers cannot be doubles: these threads ask for something else. */
#define LINK(k)                            \
    static void *link##k(void *unused) {   \
        int in = heddle_int("in");         \
        if (read_passed() == k) {          \
            doubled[k] = in ^ 5;           \
            heddle_assert(doubled[k] > 3); \
            pthread_mutex_lock(&lock);     \
            passed = k + 1;                \
            pthread_mutex_unlock(&lock);   \
        }                                  \
        return unused;                     \
    }
LINK(1)
LINK(3)

int main(void) {
    static void *(*const links[])(void *) = {link0, link1, link2, link3, link4};
    pthread_t thread[THREADS];
    for (int k = 0; k < THREADS; k++) pthread_create(&thread[k], NULL, links[k], NULL);
    for (int k = 0; k < THREADS; k++) pthread_join(thread[k], NULL);
    return 0;
}
