/* A thread races behind a branch on an input. With given inputs it does not stop at the branch, and its
 * accesses come before those of the other thread. */
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static int input, shared, other;

static void *child(void *unused) {
    shared = shared * 2;
    if (input & 3) other = 1;
    return unused;
}

static void *parent(void *unused) {
    pthread_t t;
    pthread_create(&t, 0, child, 0);
    if (input & 2) shared = shared * 2 + 1;
    pthread_join(t, 0);
    return unused;
}

int main(void) {
    pthread_t t;
    input = __VERIFIER_nondet_int();
    pthread_create(&t, 0, parent, 0);
    pthread_join(t, 0);
    return 0;
}
