/* String to floating point: decimal, hexadecimal, special values, rounding, range. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    const char *v[] = {"0", "1.5", "-2.5e3", ".5", "5.", "1e", "1e400", "1e-400", "0x1.8p3", "0x.8", "inf", "-INFINITY", "nan",
        "0.1", "123456789012345678901234567890", "2.2250738585072011e-308", "1.7976931348623157e308", "abc", "  7 8", "0.30000000000000004",
        "9007199254740993", "1e23"};
    for (unsigned i = 0; i < sizeof v / sizeof *v; i++) {
        char *end;
        errno = 0;
        double d = strtod(v[i], &end);
        int e = errno != 0;
        if (isnan(d)) d = 12345;
        printf("%.17g %td %d %.9g %.20Lg\n", d, end - v[i], e, isnan(strtof(v[i], NULL)) ? 1 : strtof(v[i], NULL),
               isnan(strtold(v[i], NULL)) ? 1 : strtold(v[i], NULL));
    }
    printf("%g\n", atof("2.75xyz"));
    return 0;
}
