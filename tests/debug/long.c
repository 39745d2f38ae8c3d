/* For the debugger: a slice of a million instructions between two operations, with loops, calls, functions of
 * one line, recursion and code of libc; and a thread whose lines lie far apart in the schedule. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int done, table[512];
static int doubled(int x) { return 2 * x; }
static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int depth(int n) { return n ? 1 + depth(n - 1) : 0; }
static int sum(const int *p, int n) {
    int s = 0;
    for (int k = 0; k < n; k++) s += doubled(p[k]);
    return s;
}

static void *others(void *arg) {
    for (int k = 0; k < 200; k++) {
        pthread_mutex_lock(&m);
        done++;
        pthread_mutex_unlock(&m);
    }
    return arg;
}

int main(void) {
    pthread_t t;
    int copy[512], total = 0;
    pthread_mutex_lock(&m);
    for (int round = 0; round < 3; round++) {
        for (int k = 0; k < 512; k++) table[k] = k * 7919 % 512;
        memcpy(copy, table, sizeof copy);
        qsort(copy, 512, sizeof *copy, order);
        total += sum(copy, 16) + depth(5);
        switch (round & 3) {
        case 0: total++; break;
        case 1: total = doubled(total) & 1023;
        default: total ^= round;
        }
    }
    total += depth(3);
    pthread_mutex_unlock(&m);
    pthread_create(&t, 0, others, 0);
    pthread_join(t, 0);
    assert(total == done);
    return 0;
}
