/* expect: safe */
/*
 * fib: two threads add to each other's variable; after the fib_bench program of SV-COMP. Version 2:
 * the check reads each variable once and says what was too large.
 */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

#define ROUNDS 4

static int i = 1, j = 1;

static void *add_j(void *unused) {
    for (int k = 0; k < ROUNDS; k++) i += j;
    return unused;
}

static void *add_i(void *unused) {
    for (int k = 0; k < ROUNDS; k++) j += i;
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
    int most = fibonacci(2 * ROUNDS + 2);
    pthread_create(&t, NULL, add_j, NULL);
    pthread_create(&u, NULL, add_i, NULL);
    int last_i = i, last_j = j;
    if (last_i > most || last_j > most)
        fprintf(stderr, "%d and %d, expected at most %d\n", last_i, last_j, most);
    assert(last_i <= most && last_j <= most);
    return 0;
}
