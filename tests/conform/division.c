/* Division truncates toward zero; the remainder has the dividend's sign. */
#include <stdio.h>
#include <stdlib.h>
#include <inttypes.h>

int main(void) {
    int a[] = {7, -7, 7, -7, 0, 1, -2147483647}, b[] = {2, 2, -2, -2, 5, 3, 10};
    for (int i = 0; i < 7; i++) {
        printf("%d %d ", a[i] / b[i], a[i] % b[i]);
        div_t d = div(a[i], b[i]);
        ldiv_t l = ldiv(a[i], b[i]);
        lldiv_t ll = lldiv((long long)a[i] << 20, b[i]);
        imaxdiv_t im = imaxdiv(a[i], b[i]);
        printf("%d %d %ld %ld %lld %lld %jd\n", d.quot, d.rem, l.quot, l.rem, ll.quot, ll.rem, im.rem);
    }
    printf("%u %u\n", 0xfffffff9u / 2, 0xfffffff9u % 7);
    printf("%d %d\n", (signed char)-128 / -1, (short)-32768 / (short)-1);
    printf("%llu\n", 0xffffffffffffffffull / 10);
    return 0;
}
