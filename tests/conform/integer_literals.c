/* The types that integer and character literals get. */
#include <stdio.h>

#define T(x) _Generic((x), int: 'i', unsigned: 'u', long: 'l', unsigned long: 'U', long long: 'L', unsigned long long: 'V', double: 'd', float: 'f', long double: 'D')

int main(void) {
    printf("%c%c%c%c\n", T(2147483647), T(2147483648), T(0x7fffffff), T(0x80000000));
    printf("%c%c%c%c%c\n", T(0xffffffff), T(0x100000000), T(9223372036854775807), T(0x8000000000000000), T(1u));
    printf("%c%c%c%c%c%c\n", T(1l), T(1ul), T(1ll), T(1ull), T('a'), T(1 ? 1 : 1u));
    printf("%c%c%c%c\n", T(1.0), T(1.f), T(1.L), T(0x1p3));
    printf("%d %d\n", -2147483647 - 1 < 0, -2147483648 < 0);
    printf("%d %u %d\n", 0777, 0xFFu, 'ab' == 'a' * 256 + 'b');
    return 'A';
}
