/* expect: safe */
/* Numbers of 128 bits are copied, stored and passed whole, though nothing is computed with them. */
#include <assert.h>
#include <stdarg.h>
#include <string.h>

struct pair {
    __float128 a, b;
};
static __float128 one = 1.0Q, third = -0x1.5555555555555555555555555555p-2Q;

__attribute__((noinline)) static __float128 second(int n, ...) {
    va_list ap;
    va_start(ap, n);
    (void)va_arg(ap, __float128);
    __float128 x = va_arg(ap, __float128);
    va_end(ap);
    return x;
}

int main(void) {
    struct pair p = {one, third}, q = p;
    __float128 x = second(2, q.a, q.b), y = 1.0Q;
    unsigned long bits[2], whole[2];
    memcpy(bits, &x, 16);
    memcpy(whole, &y, 16);
    assert(bits[0] == 0x5555555555555555 && bits[1] == 0xbffd555555555555);
    assert(whole[0] == 0 && whole[1] == 0x3fff000000000000);
    return 0;
}
