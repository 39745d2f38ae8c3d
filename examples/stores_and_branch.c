/*
 * stores_and_branch.c — two threads write one variable, and one of them branches on a second variable that
 * the other sets from an input. It is the introductory example of the literature on symbolic unfoldings.
 *
 * Known answer: safe, with 5 traces in both interleave modes. The branch sees the initial value (and is no
 * choice) only where it comes before the input, which puts the writes of c in one order; after the input each
 * order of these writes has both sides of the branch. With -DWRONG it is asserted that the negative side
 * means that the branching thread was the last to write c: an assertion failure. (The two sides write
 * different variables: written to one, the two stores would be compiled to one store of a conditional value,
 * and there would be no branch.)
 */
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a, b, c, d;

static void *input(void *unused) {
    atomic_store(&a, heddle_int("a"));
    atomic_store(&c, 2);
    return unused;
}

static void *branch(void *unused) {
    atomic_store(&c, 3);
    if (atomic_load(&a) < 0)
        atomic_store(&b, 1);
    else
        atomic_store(&d, 4);
    return unused;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, input, NULL);
    pthread_create(&u, NULL, branch, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
#ifdef WRONG
    heddle_assert(b == 0 || c == 3);
#endif
    return 0;
}
