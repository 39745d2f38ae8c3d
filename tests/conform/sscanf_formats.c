/* sscanf: widths, sets, suppression, literal matches, bases, and the counts of partial matches. */
#include <stdio.h>
#include <stdint.h>

int main(void) {
    int a = 0, b = 0, c = 0, d = 0, n;
    unsigned u = 0;
    char s[16] = "", t[16] = "", ch = 0;
    n = sscanf("2024-03-17T08:09", "%4d-%2d-%2dT%d", &a, &b, &c, &d);
    printf("%d %d %d %d %d\n", n, a, b, c, d);
    n = sscanf("name = value with blanks\n", " %15[a-z] = %15[^\n]", s, t);
    printf("%d <%s> <%s>\n", n, s, t);
    n = sscanf("0x1f 017 0b 42", "%i %i %i", &a, &b, &c);
    printf("%d %d %d\n", n, a, b);
    n = sscanf("ff 777 99", "%x %o %u", &u, (unsigned *)&a, (unsigned *)&b);
    printf("%d %u %d %d\n", n, u, a, b);
    n = sscanf("10 skipped 20", "%d %*s %d", &a, &b);
    printf("%d %d %d\n", n, a, b);
    n = sscanf("123456", "%2d%1d%c", &a, &b, &ch);
    printf("%d %d %d %c\n", n, a, b, ch);
    printf("%d %d %d\n", sscanf("", "%d", &a), sscanf("x", "%d", &a), sscanf("5,x", "%d,%d", &a, &b));
    double x = 0;
    float y = 0;
    long double z = 0;
    n = sscanf("1.5e3:-.25:0x1p-3", "%lf:%f:%Lf", &x, &y, &z);
    printf("%d %g %g %Lg\n", n, x, y, z);
    signed char hh = 0;
    short h = 0;
    long long ll = 0;
    size_t zz = 0;
    intmax_t j = 0;
    n = sscanf("-12 -300 -9000000000 77 123456789012", "%hhd %hd %lld %zu %jd", &hh, &h, &ll, &zz, &j);
    printf("%d %d %d %lld %zu %jd\n", n, hh, h, ll, zz, j);
    n = sscanf("]-a]b", "%15[]a-]%15s", s, t);
    printf("%d <%s> <%s>\n", n, s, t);
    n = sscanf("100%done", "%d%%%3c", &a, t);
    printf("%d %d %.3s\n", n, a, t);
    return n;
}
