/* The flag is set before all of the data is there. */
/* new: assertion */
#define NOISE_ROUNDS 40
#include "noise.h"
static _Atomic int first, second;
static _Atomic bool there;
static void *writer(void *unused) {
    noise(1, 60);
#ifdef NEW
    first = 1;
    there = true;
    second = 1;
#else
    first = 1;
    second = 1;
    there = true;
#endif
    noise(1, 30);
    return unused;
}
static void *reader(void *unused) {
    noise(2, 60);
    if (there) assert(first && second);
    noise(2, 20);
    return unused;
}
int main(void) {
    both(writer, reader);
    return 0;
}
