/* Integer promotion: small types become int before arithmetic. */
#include <stdio.h>

int main(void) {
    unsigned char a = 200, b = 100;
    signed char c = -1;
    unsigned short s = 0xffff;
    printf("%d %d %d\n", a + b, a - 255, ~a);
    printf("%d %d\n", c >> 1, (unsigned char)c >> 1);
    printf("%d\n", s * 2 > 0);
    printf("%zu %zu\n", sizeof(a + b), sizeof(s << 1));
    unsigned char wrapped = (unsigned char)(a + b);
    printf("%d\n", wrapped);
    printf("%d\n", -s < 0);
    char text = 'a';
    printf("%zu %zu\n", sizeof 'a', sizeof text);
    return 3;
}
