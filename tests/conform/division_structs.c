/* div, ldiv, lldiv and imaxdiv round to zero; quotient and remainder recompose every dividend. */
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int numbers[] = {7, -7, 0, 1, INT_MAX, INT_MIN};
    int divisors[] = {3, -3, 1, 10, INT_MAX};
    int wrong = 0;
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 5; j++) {
            div_t d = div(numbers[i], divisors[j]);
            wrong += d.quot * divisors[j] + d.rem != numbers[i] || (d.rem && (d.rem < 0) != (numbers[i] < 0));
            if (j < 2) printf("%d,%d ", d.quot, d.rem);
        }
    printf("\n%d\n", wrong);
    ldiv_t l = ldiv(-1000000000007L, 1000);
    printf("%ld %ld\n", l.quot, l.rem);
    lldiv_t ll = lldiv(LLONG_MIN, 1000000007LL);
    printf("%lld %lld\n", ll.quot, ll.rem);
    imaxdiv_t m = imaxdiv(INTMAX_MAX, -4096);
    printf("%jd %jd\n", m.quot, m.rem);
    printf("%jd %lld %ld %d\n", imaxabs(-INTMAX_MAX), llabs(-5LL), labs(-6L), abs(INT_MIN + 1));
    long long value = 987654321987LL;
    char digits[20];
    int n = 0;
    while (value) {
        lldiv_t step = lldiv(value, 36);
        digits[n++] = "0123456789abcdefghijklmnopqrstuvwxyz"[step.rem];
        value = step.quot;
    }
    while (n) putchar(digits[--n]);
    puts("");
    return (int)lldiv(-1, 2).rem + 1;
}
