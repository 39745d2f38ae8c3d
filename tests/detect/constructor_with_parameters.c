/* expect: safe */
/* A constructor that declares parameters is given none: they are zero. */
#include <assert.h>
static int count, seen = -1;
static int __attribute__((noinline)) sum(int a, int b, int c) { return a + b * 3 + c * 7; }
__attribute__((constructor(101))) static void first(void) { count = sum(4, 5, 6); }
__attribute__((constructor(102))) static void second(int argc, char **argv) { seen = argc + (argv != 0); }
int main(void) {
    assert(count == 61 && seen == 0);
    return 0;
}
