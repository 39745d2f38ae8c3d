/* Conversions between floating and integer types of all widths. */
#include <stdio.h>
#include <stdint.h>

int main(void) {
    double v[] = {0, 0.5, -0.5, 1.99, -1.99, 127.7, -128.9, 65535.5, 2147483646.5, -2147483648.0, 4294967295.0, 9007199254740993.0};
    for (unsigned i = 0; i < sizeof v / sizeof *v; i++) {
        printf("%lld %llu", (long long)v[i], v[i] > -1 ? (unsigned long long)v[i] : 0ull);
        if (v[i] > -129 && v[i] < 128) printf(" %d", (int8_t)v[i]);
        if (v[i] > -1) printf(" %u", (uint32_t)v[i]);
        printf("\n");
    }
    printf("%llu\n", (unsigned long long)1.8e19);
    int64_t big = 9223372036854775807LL;
    uint64_t ubig = 18446744073709551615ull;
    printf("%.17g %.17g %.9g %.9g\n", (double)big, (double)ubig, (float)big, (float)16777217);
    printf("%.17g %.17g\n", (double)(unsigned char)200, (double)(int8_t)-7);
    printf("%d\n", (_Bool)0.1);
    return (int)3.99;
}
