/* The C locale's conventions and langinfo. */
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    struct lconv *l = localeconv();
    printf("[%s][%s][%s] %d\n", l->decimal_point, l->thousands_sep, l->currency_symbol, l->frac_digits == 127);
    printf("%s %s %s\n", nl_langinfo(DAY_1), nl_langinfo(MON_12), nl_langinfo(RADIXCHAR));
    printf("%s\n", setlocale(LC_NUMERIC, NULL));
    printf("%d\n", strcoll("a", "B") > 0);
    char b[16];
    printf("%zu %s\n", strxfrm(b, "text", sizeof b), b);
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    locale_t old = uselocale(c);
    printf("%.2f %d\n", 1234.5, old != (locale_t)0);
    uselocale(old);
    freelocale(c);
    return 0;
}
