/* expect: safe */
/* Shifts that are too far, numbers that do not fit, bits of zero: undefined, but the same whether the
 * operands are known when the program is compiled or not. */
#include <assert.h>

__attribute__((noinline)) static int shift(int x, int n) { return x << n; }
__attribute__((noinline)) static int power(int n) { return (1 << n) != 0; }
__attribute__((noinline)) static int whole(double d) { return (int)d; }
__attribute__((noinline)) static int zeros(unsigned x) { return __builtin_clz(x); }
__attribute__((noinline)) static int size(int x) { return __builtin_abs(x); }

static volatile int forty = 40, least = -2147483647 - 1;
static volatile unsigned nothing;
static volatile double large = 1e20;

int main(void) {
    assert((1 << (forty & 63)) == shift(1, 40));
    assert(power(40) == power(forty));
    double d = 1e20;
    int n = (int)d;
    assert(n == whole(large));
    assert(whole(1e20) == whole(large));
    assert(zeros(0) == zeros(nothing));
    assert(size(-2147483647 - 1) == size(least));
    return 0;
}
