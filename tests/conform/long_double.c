/* 80-bit long double: precision beyond double, formatting, conversion, comparison. */
#include <stdio.h>
#include <float.h>

int main(void) {
    long double a = 1.0L / 3, b = 1.0L;
    printf("%.20Lg %d %d\n", a, LDBL_MANT_DIG, LDBL_MAX_EXP);
    for (int i = 0; i < 60; i++) b += 1.0L / (1ll << i);
    printf("%.20Lg\n", b);
    printf("%d %d\n", (double)a == a, a * 3 == 1.0L);
    long double big = 1e4000L;
    printf("%.18Lg %Lg\n", big, big * big);
    printf("%lld %llu\n", (long long)9007199254740993.0L, (unsigned long long)18446744073709551615.0L);
    long double f = 1;
    for (int i = 1; i <= 30; i++) f *= i;
    printf("%.0Lf\n", f);
    printf("%La\n", 0.1L);
    long double arr[2] = {1.5L, -2.5L};
    printf("%Lg %zu\n", arr[0] * arr[1], sizeof arr);
    return 0;
}
