/* Constants and formats of inttypes.h and stdint.h. */
#include <inttypes.h>
#include <stdio.h>

int main(void) {
    printf("%" PRId8 " %" PRIu8 " %" PRId16 " %" PRIx16 "\n", INT8_MIN, UINT8_MAX, INT16_MIN, UINT16_MAX);
    printf("%" PRId32 " %" PRIu32 " %" PRId64 " %" PRIX64 "\n", INT32_MIN, UINT32_MAX, INT64_MIN, UINT64_MAX);
    printf("%" PRIdMAX " %" PRIuPTR "\n", INTMAX_C(-5), (uintptr_t)99);
    int8_t a; uint16_t b; int64_t c;
    printf("%d\n", sscanf("-7 65535 123456789012", "%" SCNd8 " %" SCNu16 " %" SCNd64, &a, &b, &c));
    printf("%d %u %" PRId64 "\n", a, b, c);
    printf("%" PRIdFAST16 " %" PRIuLEAST8 "\n", (int_fast16_t)-3, (uint_least8_t)250);
    printf("%d %jd\n", INT64_C(1) << 40 == 1099511627776, imaxabs(-9));
    return 0;
}
