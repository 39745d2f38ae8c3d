/* _Generic picks by type without evaluating its controlling expression. */
#include <stdio.h>

#define NAME(x) _Generic((x), char: "char", signed char: "schar", unsigned char: "uchar", short: "short", int: "int", \
    unsigned: "unsigned", long: "long", unsigned long: "ulong", float: "float", double: "double", \
    long double: "ldouble", char *: "char*", const char *: "const char*", int *: "int*", default: "other")

static int calls;
static int touch(void) { return ++calls; }

int main(void) {
    char c = 0; short s = 0; unsigned u = 0; float f = 0; const char *cc = ""; int a[3]; struct { int x; } st;
    printf("%s %s %s %s %s\n", NAME(c), NAME(s), NAME(u), NAME(f), NAME(cc));
    printf("%s %s %s %s %s\n", NAME(c + 1), NAME(s + u), NAME(f * 2.0), NAME("x"), NAME(a));
    printf("%s %s %s %s %s\n", NAME('a'), NAME(1ul), NAME(1.0L), NAME(&a), NAME(st));
    printf("%s %d\n", NAME(touch()), calls);
    printf("%d\n", _Generic(1, int: touch(), default: 99));
    return 0;
}
