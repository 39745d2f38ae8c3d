/* Comparison of signed with unsigned follows the usual arithmetic conversions. */
#include <stdio.h>

static void compare(int a, unsigned b, long c) {
    printf("%d %d %d %d %d %d\n", a < b, a > b, (long)a < c, c < (long)b, c < b, (short)a == (unsigned short)b);
}

int main(void) {
    compare(-1, 1u, -1);
    compare(-1, 0xffffffffu, 0xffffffffL);
    compare(5, 5, 5);
    compare(-32768, 32768, 0);
    unsigned long big = -1;
    printf("%d %d\n", -1L == big, -1 > 0ul);
    printf("%d\n", sizeof(int) > -1);
    return 0;
}
