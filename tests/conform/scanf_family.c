/* sscanf: numbers, strings, sets, widths, suppression, counts. */
#include <stdio.h>

int main(void) {
    int a, b, n;
    unsigned u;
    long l;
    char s[20], t[20], c;
    float f;
    double d;
    printf("%d\n", sscanf("12 -34", "%d %d", &a, &b)); printf("%d %d\n", a, b);
    printf("%d\n", sscanf("0x1f 077 99", "%i %i %u", &a, &b, &u)); printf("%d %d %u\n", a, b, u);
    printf("%d\n", sscanf("3.5e2 -0.25", "%f %lf", &f, &d)); printf("%g %g\n", f, d);
    printf("%d\n", sscanf("hello world", "%3s%s", s, t)); printf("%s %s\n", s, t);
    printf("%d\n", sscanf("key=value;", "%[a-z]=%[^;]%c", s, t, &c)); printf("%s %s %c\n", s, t, c);
    printf("%d\n", sscanf("10:20:30", "%d:%*d:%ld%n", &a, &l, &n)); printf("%d %ld %d\n", a, l, n);
    printf("%d\n", sscanf("abc", "%d", &a));
    printf("%d\n", sscanf("", "%d", &a));
    printf("%d\n", sscanf("deadBEEF", "%x", &u)); printf("%x\n", u);
    printf("%d\n", sscanf("5 apples", "%d pears", &a));
    printf("%d\n", sscanf("x", "%c%c", &c, s));
    short h; signed char hh;
    printf("%d\n", sscanf("300 300", "%hd %hhd", &h, &hh)); printf("%d %d\n", h, hh);
    return 0;
}
