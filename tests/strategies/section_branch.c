/* Atomic sections that branch on inputs in the middle: others see all of one or nothing, and what they see
 * depends on the side that was taken. */
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int low, high;

static void *set(void *value) {
    int n = __VERIFIER_nondet_int();
    __VERIFIER_atomic_begin();
    low = (int)(long)value;
    if (n & 1) low = 7;
    if (n & 2) low++;
    high = low;
    __VERIFIER_atomic_end();
    return 0;
}

static void *look(void *unused) {
    int a, b;
    __VERIFIER_atomic_begin();
    a = low;
    b = high;
    __VERIFIER_atomic_end();
    assert(a == b);
    assert(a != 8);
    return unused;
}

int main(void) {
    pthread_t t[3];
    pthread_create(&t[0], 0, set, (void *)1);
    pthread_create(&t[1], 0, set, (void *)2);
    pthread_create(&t[2], 0, look, 0);
    for (int k = 0; k < 3; k++) pthread_join(t[k], 0);
    return 0;
}
