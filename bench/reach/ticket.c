/* A ticket lock among N threads, which wait by looking. -DWRONG: the ticket is read and written
 * apart. -DASSUME: who would have to look again goes no further. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef N
#define N 3
#endif
#ifdef ASSUME
void __VERIFIER_assume(int);
#define WAIT_WHILE(again) __VERIFIER_assume(!(again))
#else
#define WAIT_WHILE(again) \
    while (again) {}
#endif
static atomic_uint next, serving;
static int inside;

static void *enter(void *unused) {
#ifdef WRONG
    unsigned mine = atomic_load(&next);
    atomic_store(&next, mine + 1);
#else
    unsigned mine = atomic_fetch_add(&next, 1);
#endif
    WAIT_WHILE(atomic_load(&serving) != mine);
    inside++;
    assert(inside == 1);
    inside--;
    atomic_store(&serving, mine + 1);
    return unused;
}

int main(void) {
    pthread_t t[N];
    for (int k = 0; k < N; k++) pthread_create(&t[k], 0, enter, 0);
    for (int k = 0; k < N; k++) pthread_join(t[k], 0);
    return 0;
}
