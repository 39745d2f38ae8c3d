/* Hexadecimal floating point: literals, printing with and without precision, and parsing back. */
#include <float.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    double v[] = {1.0, -0.1, 0x1.8p3, 1e300, DBL_MIN, DBL_MIN / 8, DBL_MAX, 0.0, -0.0, 0x.1p-4};
    int wrong = 0;
    for (int i = 0; i < 10; i++) {
        char b[40], *end;
        snprintf(b, sizeof b, "%a", v[i]);
        double back = strtod(b, &end);
        wrong += back != v[i] || *end;
        printf("%s %.2a %A\n", b, v[i], v[i]);
    }
    char *end;
    const char *odd[] = {"0x1.8p1z", "0xp1", "0x.p1", "0x1p", "0x1p+", "-0X.8P+1", "0x1.fffffffffffff8p0", "1e+"};
    for (int i = 0; i < 8; i++) {
        double d = strtod(odd[i], &end);
        printf("%g %td\n", d, end - odd[i]);
    }
    printf("%a %a\n", (double)strtof("0x1.000001p0", NULL), (double)0x1.fffffep127f);
    printf("%20.3a|%-20.1a|%+a\n", 3.14159, 2.5, 0.5);
    return wrong;
}
