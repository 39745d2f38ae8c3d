/* Nobody waits between the two phases any more. */
/* new: assertion */
#define NOISE_ROUNDS 30
#include "noise.h"
static pthread_barrier_t phase;
static _Atomic int halves[2];
static int other_half(int mine) {
    halves[mine] = 1;
    halves[mine] = 2;
#ifndef NEW
    pthread_barrier_wait(&phase);
#endif
    return halves[!mine];
}
static void *left(void *unused) {
    noise(1, 40);
    other_half(0);
    noise(0, 30);
    return unused;
}
static void *right(void *unused) {
    noise(2, 50);
    assert(other_half(1) != 1);
    return unused;
}
int main(void) {
    pthread_barrier_init(&phase, NULL, 2);
    both(left, right);
    return 0;
}
