/*
 * random.c — random bytes. Each draw belongs to the calling thread, so that draws of different
 * threads are unordered. The bytes follow from the thread's name and the number of its earlier
 * draws, and are the same in every run (src/vm/system/syscall.c). With --symbolic=random they are
 * an input named after both.
 */
#include <sys/random.h>
#include "kernel.h"

#define INPUT_MAX (1l << 20) /* size of one input */
#define DRAW_MAX 0x1ffffffl  /* limit of one call on Linux */

HIDDEN void __heddle_random(char *to, long n) {
    if (n > 0 && !option(HEDDLE_OPTION_SYMBOLIC_RANDOM)) engine(HEDDLE_CALL_RANDOM, to, n);
    if (!option(HEDDLE_OPTION_SYMBOLIC_RANDOM)) return;
    for (long part; n > 0; n -= part, to += part) {
        part = n < INPUT_MAX ? n : INPUT_MAX;
        __heddle_make_symbolic(to, (unsigned long)part, "random");
    }
}

/* Draws as glibc's function does, which fails in no case and is no cancellation point. */
PUBLIC void arc4random_buf(void *to, size_t size) {
    look_for_signals();
    __heddle_random(to, concrete((long)size));
}

SYSCALL(getrandom) {
    long n = concrete(b), flags = concrete(c);
    if (flags & ~(GRND_NONBLOCK | GRND_RANDOM | GRND_INSECURE)) return -EINVAL;
    if ((flags & GRND_RANDOM) && (flags & GRND_INSECURE)) return -EINVAL;
    if (n < 0 || n > DRAW_MAX) n = DRAW_MAX;
    __heddle_random((char *)a, n);
    return n;
}

/* Makes the six characters of a temporary name. They are never an input, since the free names would
 * depend on it. */
char *__randname(char *template) {
    unsigned long x;
    engine(HEDDLE_CALL_RANDOM, &x, sizeof x);
    for (int k = 0; k < 6; k++, x >>= 5) template[k] = (char)('A' + (x & 15) + (x & 16) * 2);
    return template;
}
