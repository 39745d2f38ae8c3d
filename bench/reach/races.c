/* Two numbers that chase each other in N rounds, in sections or (-DMUTEX) under a lock; main looks
 * at them on the way. Triangular: each becomes the other and one more. -DFIBONACCI: each adds the
 * other. -DWRONG: main's bound is one too low. */
#include <assert.h>
#include <pthread.h>
#ifndef N
#define N 5
#endif
#ifdef MUTEX
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
#define BEGIN pthread_mutex_lock(&m)
#define END pthread_mutex_unlock(&m)
#else
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
#define BEGIN __VERIFIER_atomic_begin()
#define END __VERIFIER_atomic_end()
#endif
#ifdef FIBONACCI
static unsigned i = 1, j = 1;
#define STEP(x, y) x += y
static unsigned bound(void) {
    unsigned a = 1, b = 1;
    for (int k = 0; k < 2 * N; k++) {
        unsigned c = a + b;
        a = b;
        b = c;
    }
    return b;
}
#else
static unsigned i = 3, j = 6;
#define STEP(x, y) x = y + 1
static unsigned bound(void) { return 6 + 2 * N; }
#endif

static void *first(void *unused) {
    for (int k = 0; k < N; k++) {
        BEGIN;
        STEP(i, j);
        END;
    }
    return unused;
}

static void *second(void *unused) {
    for (int k = 0; k < N; k++) {
        BEGIN;
        STEP(j, i);
        END;
    }
    return unused;
}

int main(void) {
    pthread_t s, t;
    unsigned most = bound();
#ifdef WRONG
    most--;
#endif
    pthread_create(&s, 0, first, 0);
    pthread_create(&t, 0, second, 0);
    BEGIN;
    int above = i > most || j > most;
    END;
    assert(!above);
    return 0;
}
