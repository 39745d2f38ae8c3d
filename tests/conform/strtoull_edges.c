/* strtoull and its family at their limits: signs, prefixes, bases, overflow and where they stop. */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static void unsigned_one(const char *s, int base) {
    char *end;
    errno = 0;
    unsigned long long v = strtoull(s, &end, base);
    printf("%llu %td %d\n", v, end - s, errno == ERANGE);
}
static void signed_one(const char *s, int base) {
    char *end;
    errno = 0;
    long long v = strtoll(s, &end, base);
    printf("%lld %td %d\n", v, end - s, errno == ERANGE);
}

int main(void) {
    unsigned_one("18446744073709551615", 10);
    unsigned_one("18446744073709551616", 10);
    unsigned_one("-1", 10);
    unsigned_one("-18446744073709551615", 10);
    unsigned_one("  +0x1Fg", 0);
    unsigned_one("0x", 16);
    unsigned_one("0xg", 0);
    unsigned_one("0789", 0);
    unsigned_one("zz", 36);
    unsigned_one("1012", 2);
    unsigned_one("- 5", 10);
    unsigned_one("", 10);
    unsigned_one("ffffffffffffffff0", 16);
    signed_one("9223372036854775807", 10);
    signed_one("9223372036854775808", 10);
    signed_one("-9223372036854775808", 10);
    signed_one("-9223372036854775809x", 10);
    signed_one("\t\n 12 34", 0);
    signed_one("-0x8000000000000000", 0);
    signed_one("+-3", 10);
    printf("%d %d\n", strtoimax("-77", NULL, 8) == -63, strtoumax("z", NULL, 36) == 35);
    printf("%d %ld\n", atoi(" -42abc"), atol("99"));
    return (int)strtoul("11111111", NULL, 2);
}
