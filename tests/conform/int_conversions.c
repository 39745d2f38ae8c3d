/* Conversions between integer types of different width and signedness. */
#include <stdio.h>
#include <stdint.h>

int main(void) {
    int64_t values[] = {0, 1, -1, 127, 128, 255, 256, -128, -129, 32767, 65536, 2147483647LL, 2147483648LL, -2147483649LL};
    for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
        int64_t v = values[i];
        printf("%lld: %d %u %d %u %d %u\n", (long long)v, (int8_t)v, (uint8_t)v, (int16_t)v, (uint16_t)v, (int32_t)v,
               (uint32_t)v);
        printf("  %lld %llu\n", (long long)(int32_t)(uint8_t)v, (unsigned long long)(uint64_t)(int16_t)v);
    }
    return 0;
}
