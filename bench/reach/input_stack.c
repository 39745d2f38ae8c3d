/* A stack of N input values under a lock: one thread pushes, another pops what is there and looks
 * whether it is what a thread may push (even numbers). */
#include <assert.h>
#include <pthread.h>
#ifndef N
#define N 5
#endif
unsigned __VERIFIER_nondet_uint(void);
static unsigned stack[N];
static int top;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *push(void *unused) {
    for (int k = 0; k < N; k++) {
        unsigned v = __VERIFIER_nondet_uint() * 2;
        pthread_mutex_lock(&m);
        stack[top++] = v;
        pthread_mutex_unlock(&m);
    }
    return unused;
}

static void *pop(void *unused) {
    for (int k = 0; k < N; k++) {
        pthread_mutex_lock(&m);
        unsigned v = top > 0 ? stack[--top] : 0;
        pthread_mutex_unlock(&m);
        assert(v % 2 == 0);
    }
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, push, 0);
    pthread_create(&b, 0, pop, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
