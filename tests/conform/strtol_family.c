/* String to integer: bases, prefixes, end pointer, overflow and errno. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <inttypes.h>

static void try(const char *s, int base) {
    char *end;
    errno = 0;
    long v = strtol(s, &end, base);
    int e = errno;
    errno = 0;
    unsigned long u = strtoul(s, NULL, base);
    printf("%ld %td %d %lu %d\n", v, end - s, e, u, errno);
}

int main(void) {
    try("123", 10); try("  -42xyz", 10); try("+7", 0); try("0x1F", 0); try("0x1F", 16); try("077", 0);
    try("z", 36); try("", 10); try("abc", 10); try("0x", 16); try("99999999999999999999", 10);
    try("-99999999999999999999", 10); try("9223372036854775807", 10); try("-9223372036854775808", 10);
    try("18446744073709551615", 10); try("101", 2); try("12", 2);
    printf("%d %ld %lld\n", atoi("  12a"), atol("-99"), atoll("1234567890123"));
    printf("%jd %ju\n", strtoimax("-5", NULL, 10), strtoumax("5", NULL, 10));
    printf("%lld %llu\n", strtoll("0777", NULL, 8), strtoull("ffffffffffffffff", NULL, 16));
    return atoi("17");
}
