/* Largest exactly representable integers; comparison of long with double. */
#include <stdio.h>
#include <stdint.h>

int main(void) {
    float f = 16777216;
    printf("%d %d\n", f + 1 == f, (int)(f - 1));
    double d = 9007199254740992.0;
    printf("%d %d\n", d + 1 == d, d - 1 == d);
    long l = 9007199254740993L;
    printf("%d %d %ld\n", l == (double)l, (long)(double)l == l, (long)(double)l);
    uint32_t u = 4294967295u;
    printf("%.1f %.1f %d\n", (double)u, (double)(float)u, (float)u == 4294967296.0f);
    printf("%d %u\n", (int)-2147483648.0, (unsigned)4294967295.0);
    printf("%ld\n", (long)1e18);
    float sum = 0;
    for (int i = 0; i < 100; i++) sum += 1e-3f * (float)i;
    printf("%.6f\n", sum);
    return (int)(sum * 10);
}
