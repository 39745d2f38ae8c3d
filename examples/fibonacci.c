/*
 * fibonacci.c — two threads add to each other's variable, N rounds each: how large can the sums get?
 * Run with --interleave=memory; -DN=ROUNDS (3 unless given), -DJOIN: main joins both before it reads.
 *
 * Known answer: an assertion failure: the perfectly alternating schedule reaches the Fibonacci number
 * F(2N + 2), the largest value there is; asserting that it is never exceeded (-DSAFE) is safe.
 * Traces without joining: 1,698 for N = 3, 19,605 for N = 4; with -DJOIN 141 and 1,107. (With a failing
 * assertion the counts are the same: main is the last to read.) In the default mode: data races.
 */
#include <heddle/heddle.h>
#include <pthread.h>

#ifndef N
#define N 3
#endif
#ifdef SAFE
#define TOO_MUCH(largest) ((largest) + 1)
#else
#define TOO_MUCH(largest) (largest)
#endif

static int i = 1, j = 1;

static void *add_j(void *unused) {
    for (int k = 0; k < N; k++) i += j;
    return unused;
}

static void *add_i(void *unused) {
    for (int k = 0; k < N; k++) j += i;
    return unused;
}

static int fibonacci(int n) {
    int a = 0, b = 1;
    for (int k = 0; k < n; k++) {
        int c = a + b;
        a = b;
        b = c;
    }
    return a;
}

int main(void) {
    pthread_t t, u;
    int bound = TOO_MUCH(fibonacci(2 * N + 2));
    pthread_create(&t, NULL, add_j, NULL);
    pthread_create(&u, NULL, add_i, NULL);
#ifdef JOIN
    pthread_join(t, NULL);
    pthread_join(u, NULL);
#endif
    int last_i = i, last_j = j;
    heddle_assert(last_i < bound && last_j < bound);
    return 0;
}
