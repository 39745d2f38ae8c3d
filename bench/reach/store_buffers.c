/* Weak memory written out: a store goes into its thread's buffer of one entry for each variable,
 * and comes to memory whenever an input says so. -DTEST=1 store buffering (two threads read old
 * values), 2 message passing, 3 the same with entries that leave in any order (wrong), 4 two
 * writers and two readers (not two orders), 5 Peterson's algorithm without fences (wrong), 6 with
 * fences. */
#include <assert.h>
#include <pthread.h>
#ifndef TEST
#define TEST 1
#endif
int __VERIFIER_nondet_int(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
#define ATOMIC(...)                           \
    do {                                      \
        __VERIFIER_atomic_begin();            \
        __VERIFIER_atomic_end_of(__VA_ARGS__) \
    } while (0)
#define __VERIFIER_atomic_end_of(...) \
    __VA_ARGS__;                      \
    __VERIFIER_atomic_end();

enum { X, Y, Z, VARIABLES };
#define THREADS 4
static int memory[VARIABLES], value[THREADS][VARIABLES], used[THREADS][VARIABLES];

/* Entries that an input picks come to memory; the oldest first, unless the order is free. */
static void some_come(int t, int in_order) {
    for (int v = 0; v < VARIABLES; v++) {
        if (!used[t][v]) continue;
        if (!(__VERIFIER_nondet_int() & 1)) {
            if (in_order) return;
            continue;
        }
        memory[v] = value[t][v];
        used[t][v] = 0;
    }
}

static void store(int t, int v, int x, int in_order) {
    ATOMIC(value[t][v] = x; used[t][v] = 1; some_come(t, in_order));
}
static int load(int t, int v) {
    int x;
    ATOMIC(x = used[t][v] ? value[t][v] : memory[v]);
    return x;
}
static void fence(int t) {
    ATOMIC(for (int v = 0; v < VARIABLES; v++) if (used[t][v]) memory[v] = value[t][v],
           used[t][v] = 0);
}

static int seen[4], inside;
#if TEST == 1
static void *t0(void *a) {
    store(0, X, 1, 1), seen[0] = load(0, Y);
    fence(0);
    return a;
}
static void *t1(void *a) {
    store(1, Y, 1, 1), seen[1] = load(1, X);
    fence(1);
    return a;
}
#define BAD (seen[0] == 0 && seen[1] == 0)
#define COUNT 2
#elif TEST == 2 || TEST == 3
static void *t0(void *a) {
    store(0, X, 1, TEST == 2), store(0, Y, 1, TEST == 2);
    fence(0);
    return a;
}
static void *t1(void *a) {
    seen[0] = load(1, Y), seen[1] = load(1, X);
    return a;
}
#define BAD (seen[0] == 1 && seen[1] == 0)
#define COUNT 2
#elif TEST == 4
static void *t0(void *a) {
    store(0, X, 1, 1);
    fence(0);
    return a;
}
static void *t1(void *a) {
    store(1, Y, 1, 1);
    fence(1);
    return a;
}
static void *t2(void *a) {
    seen[0] = load(2, X), seen[1] = load(2, Y);
    return a;
}
static void *t3(void *a) {
    seen[2] = load(3, Y), seen[3] = load(3, X);
    return a;
}
#define BAD (seen[0] && !seen[1] && seen[2] && !seen[3])
#define COUNT 4
#else
static void enter(int t) {
    store(t, t, 1, 1), store(t, Z, !t, 1);
    if (TEST == 6) fence(t);
    while (load(t, !t) && load(t, Z) == !t) fence(t);
    ATOMIC(inside++);
    ATOMIC(assert(inside == 1));
    ATOMIC(inside--);
    store(t, t, 0, 1);
    fence(t);
}
static void *t0(void *a) {
    enter(0);
    return a;
}
static void *t1(void *a) {
    enter(1);
    return a;
}
#define BAD 0
#define COUNT 2
#endif

int main(void) {
    pthread_t t[COUNT];
    pthread_create(&t[0], 0, t0, 0);
    pthread_create(&t[1], 0, t1, 0);
#if COUNT == 4
    pthread_create(&t[2], 0, t2, 0);
    pthread_create(&t[3], 0, t3, 0);
#endif
    for (int k = 0; k < COUNT; k++) pthread_join(t[k], 0);
    assert(!BAD);
    return 0;
}
