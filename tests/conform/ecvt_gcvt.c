/* Legacy number formatting and 64-ary digits. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int point, sign;
    printf("%s ", ecvt(123.456, 5, &point, &sign));
    printf("%d %d\n", point, sign);
    printf("%s ", fcvt(-0.00123, 5, &point, &sign));
    printf("%d %d\n", point, sign);
    char b[32];
    printf("%s\n", gcvt(0.000123, 4, b));
    long v[] = {0, 1, 63, 64, 123456789};
    for (int i = 0; i < 5; i++) { char *s = l64a(v[i]); printf("[%s] %ld\n", s, a64l(s)); }
    return 0;
}
