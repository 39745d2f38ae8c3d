/* Taking floats apart: sign, exponent, mantissa; building them; the inverse square root trick. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static float rsqrt(float x) { uint32_t i; memcpy(&i, &x, 4); i = 0x5f3759df - (i >> 1); float y; memcpy(&y, &i, 4); y *= 1.5f - x * 0.5f * y * y; return y * (1.5f - x * 0.5f * y * y); }
static uint16_t half(float f) { uint32_t b; memcpy(&b, &f, 4); int e = (int)(b >> 23 & 255) - 112; return (uint16_t)(b >> 16 & 0x8000) | (e <= 0 ? 0 : e >= 31 ? 0x7c00 : (uint16_t)(e << 10 | (b >> 13 & 0x3ff))); }

int main(void) {
    double v[] = {1, -2.5, 0.1, 1e308, 5e-324, 0};
    for (int i = 0; i < 6; i++) {
        uint64_t b;
        memcpy(&b, &v[i], 8);
        printf("%d %d %013llx\n", (int)(b >> 63), (int)(b >> 52 & 2047) - 1023, (unsigned long long)(b & 0xfffffffffffff));
        uint64_t n = b + 1;
        double next;
        memcpy(&next, &n, 8);
        printf("%d\n", next == nextafter(v[i], v[i] < 0 ? -INFINITY : INFINITY));
    }
    printf("%.5f %.5f %04x %04x\n", rsqrt(4), rsqrt(0.01f), half(1.5f), half(-65504));
    return 0;
}
