/* An atomic section whose assumption fails behind a branch has no effect: not even what it changed before
 * the branch, concrete or depending on an input. */
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int x, input, was_input;

static void *section(void *unused) {
    int n = __VERIFIER_nondet_int();
    __VERIFIER_atomic_begin();
    x = 1;
    input = n;
    was_input = 4;
    if (n == 5) {
        x = 2;
        __VERIFIER_assume(0);
    }
    if (n & 1) __VERIFIER_assume(n > 7);
    x = 0;
    input = 0;
    was_input = n & 1;
    __VERIFIER_atomic_end();
    return unused;
}

static void *look(void *unused) {
    int a, b, c;
    __VERIFIER_atomic_begin();
    a = x;
    b = input;
    c = was_input;
    __VERIFIER_atomic_end();
    assert(a == 0);
    assert(b == 0);
    assert(c != 4);
    return unused;
}

int main(void) {
    pthread_t t[2];
    int n = __VERIFIER_nondet_int();
    was_input = n & 2;
    pthread_create(&t[0], 0, section, 0);
    pthread_create(&t[1], 0, look, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
