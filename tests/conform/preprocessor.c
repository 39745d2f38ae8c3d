/* Macros: stringizing, pasting, variadic, rescanning, conditionals, X-macros. */
#include <stdio.h>

#define STR(x) #x
#define XSTR(x) STR(x)
#define CAT(a, b) a##b
#define XCAT(a, b) CAT(a, b)
#define VALUE 42
#define COUNT(...) COUNT_(__VA_ARGS__, 5, 4, 3, 2, 1)
#define COUNT_(a, b, c, d, e, n, ...) n
#define SAY(f, ...) printf(f "\n", ##__VA_ARGS__)
#define COLORS(X) X(red, 1) X(green, 2) X(blue, 4)
#define ENUM(n, v) n = v,
#define NAME(n, v) case v: return #n;
enum { COLORS(ENUM) last };
static const char *name(int c) { switch (c) { COLORS(NAME) default: return "?"; } }

int main(void) {
    int XCAT(var, VALUE) = 7;
    printf("%s %s %d\n", STR(VALUE), XSTR(VALUE), var42);
    printf("%s\n", STR("a\n" 'b'));
    printf("%d %d\n", COUNT(a), COUNT(a, b, c));
    SAY("no arguments");
    SAY("%d %s", 1, "two");
    printf("%s %s %s %d\n", name(green), name(4), name(3), last);
#if defined(VALUE) && VALUE > 40 && !defined(NOTHING)
    printf("yes %d\n", __LINE__);
#elif 1
    printf("no\n");
#endif
    printf("%s\n", __func__);
    return VALUE;
}
